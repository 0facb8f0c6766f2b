// SPDX-License-Identifier: GPL-3.0-or-later
#include "testmain.h"
#include "widgets/paint.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QImage>
#include <QLabel>

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
