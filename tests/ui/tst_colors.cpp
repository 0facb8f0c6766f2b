// SPDX-License-Identifier: GPL-3.0-or-later
#include "testmain.h"
#include "widgets/paint.h"
#include "widgets/tables.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QSpinBox>
#include <QTableWidget>

#include <cmath>

using namespace spillway::ui;

namespace {

/// How far apart two colours are, 0 to 441.
double distance(const QColor &a, const QColor &b)
{
    const double red = a.red() - b.red();
    const double green = a.green() - b.green();
    const double blue = a.blue() - b.blue();
    return std::sqrt(red * red + green * green + blue * blue);
}

/// Relative luminance and contrast as WCAG 2.2 defines them.
double luminance(const QColor &color)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
           + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double one = luminance(a) + 0.05;
    const double other = luminance(b) + 0.05;
    return std::max(one, other) / std::min(one, other);
}

bool holds(const QImage &image, const QColor &color)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (distance(image.pixelColor(x, y), color) < 24)
                return true;
        }
    }
    return false;
}

} // namespace

/// What is drawn can be told apart on every ground, and follows the theme.
class TestColors : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void cleanup() { Theme::instance().setMode(Theme::Mode::System); }

    void barsOnASelectionCanBeRead_data()
    {
        QTest::addColumn<int>("mode");
        QTest::newRow("light") << static_cast<int>(Theme::Mode::Light);
        QTest::newRow("dark") << static_cast<int>(Theme::Mode::Dark);
    }

    void barsOnASelectionCanBeRead()
    {
        QFETCH(int, mode);
        Theme::instance().setMode(static_cast<Theme::Mode>(mode));
        const QPalette palette = QApplication::palette();
        const QColor ground = palette.color(QPalette::Highlight);
        QImage image(100, 20, QImage::Format_RGB32);
        image.fill(ground);
        QPainter painter(&image);
        paint::barOnSelection(painter,
                              QRectF(0, 4, 100, 12),
                              0.5,
                              palette.color(QPalette::HighlightedText),
                              std::nullopt);
        painter.end();
        const QColor part = image.pixelColor(25, 10);
        const QColor rest = image.pixelColor(75, 10);
        QVERIFY2(distance(part, ground) > 150, "the filled part is lost in the selection");
        QVERIFY2(distance(part, rest) > 100, "it cannot be told how much is filled");
        QVERIFY2(distance(rest, ground) > 30, "the whole of the bar cannot be seen");
    }

    void framesStandOut_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("field");
        for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            for (const char *field : {"line",
                                      "text",
                                      "list",
                                      "combo",
                                      "editable combo",
                                      "spin",
                                      "check",
                                      "radio",
                                      "cell"}) {
                const QString name = QString::fromLatin1(field)
                                     + (mode == Theme::Mode::Dark ? QStringLiteral(", dark")
                                                                  : QStringLiteral(", light"));
                QTest::newRow(qPrintable(name))
                    << static_cast<int>(mode) << QString::fromLatin1(field);
            }
        }
    }

    /// From the ground outside to the inside of a field, in the middle of its height: a line of 3:1 has to lie between.
    void framesStandOut()
    {
        QFETCH(int, mode);
        QFETCH(QString, field);
        Theme::instance().setMode(static_cast<Theme::Mode>(mode));
        QWidget ground;
        QWidget *shown = nullptr;
        if (field == QStringLiteral("line")) {
            shown = new QLineEdit(&ground);
        } else if (field == QStringLiteral("text")) {
            shown = new QPlainTextEdit(&ground);
        } else if (field == QStringLiteral("list")) {
            shown = new QListWidget(&ground);
        } else if (field.endsWith(QStringLiteral("combo"))) {
            auto *box = new QComboBox(&ground);
            box->setEditable(field.startsWith(QStringLiteral("editable")));
            shown = box;
        } else if (field == QStringLiteral("spin")) {
            shown = new QSpinBox(&ground);
        } else if (field == QStringLiteral("check")) {
            shown = new QCheckBox(&ground);
        } else if (field == QStringLiteral("radio")) {
            shown = new QRadioButton(&ground);
        } else {
            auto *table = new QTableWidget(1, 1, &ground);
            tables::prepare(table, field);
            table->setFrameShape(QFrame::NoFrame);
            table->horizontalHeader()->hide();
            auto *item = new QTableWidgetItem;
            item->setCheckState(Qt::Unchecked);
            table->setItem(0, 0, item);
            shown = table;
        }
        ground.resize(200, 60);
        shown->setGeometry(20, 15, 120, 30);
        shown->setFocusPolicy(Qt::NoFocus);
        ground.show();
        const QImage image = ground.grab().toImage();
        const QColor window = QApplication::palette().color(QPalette::Window);
        const QColor base = QApplication::palette().color(QPalette::Base);
        double best = 0;
        for (int x = 12; x < 80; ++x) {
            const QColor color = image.pixelColor(x, 30);
            best = std::max(best, std::min(contrast(color, window), contrast(color, base)));
        }
        QVERIFY2(best >= 3, qPrintable(QStringLiteral("%1:1").arg(best)));
    }

    /// The pictures of Qt's own style are of another hand, and hardly to be seen on a dark ground.
    void messageBoxesAreOfOneHand()
    {
        Theme::instance().setMode(Theme::Mode::Dark);
        QMessageBox box(QMessageBox::Question,
                        QStringLiteral("t"),
                        QStringLiteral("t"),
                        QMessageBox::Cancel | QMessageBox::Discard);
        for (const QAbstractButton *button : box.buttons())
            QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
        const QColor ground = QApplication::palette().color(QPalette::Window);
        for (const QStyle::StandardPixmap picture : {QStyle::SP_MessageBoxQuestion,
                                                     QStyle::SP_MessageBoxInformation,
                                                     QStyle::SP_MessageBoxWarning,
                                                     QStyle::SP_MessageBoxCritical}) {
            const QImage image =
                box.style()->standardIcon(picture, nullptr, &box).pixmap(32).toImage();
            double best = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixelColor(x, y).alpha() > 250)
                        best = std::max(best, contrast(image.pixelColor(x, y), ground));
                }
            }
            QVERIFY2(best >= 3, qPrintable(QString::number(picture)));
        }
    }

    void linksFollowTheTheme()
    {
        Theme::instance().setMode(Theme::Mode::Light);
        QLabel label(QStringLiteral("<a href=\"x\">MMMMMMMM</a>"));
        label.show();
        const QColor light = QApplication::palette().color(QPalette::Link);
        QVERIFY(holds(label.grab().toImage(), light));
        Theme::instance().setMode(Theme::Mode::Dark);
        const QColor dark = QApplication::palette().color(QPalette::Link);
        QVERIFY(distance(light, dark) > 48);
        const QImage after = label.grab().toImage();
        QVERIFY(holds(after, dark));
        QVERIFY(!holds(after, light));
    }
};

SPILLWAY_TEST(TestColors)

#include "tst_colors.moc"
