// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fieldstyle.h"

#include "widgets/palette.h"
#include "widgets/theme.h"

#include <QListView>
#include <QPlainTextEdit>
#include <QStyleOptionComboBox>
#include <QStyleOptionFrame>
#include <QStyleOptionSpinBox>
#include <QTextEdit>

namespace spillway::ui {
namespace {

/// Fusion draws frames in the colour of the window, darkened by this.
constexpr int kFusionDarkens = 140;

/// Frames of tables are mere decoration, their headings tell them apart from their ground.
bool isField(const QWidget *widget)
{
    return qobject_cast<const QListView *>(widget) != nullptr
           || qobject_cast<const QPlainTextEdit *>(widget) != nullptr
           || qobject_cast<const QTextEdit *>(widget) != nullptr;
}

/// The one way to tell Fusion the colour of a frame is the window's colour, so the option gets one that comes out right.
void framed(QStyleOption &option)
{
    const QColor frame = fieldFrame(option.palette);
    option.palette.setColor(QPalette::Window, frame.lighter(kFusionDarkens));
}

} // namespace

FieldStyle::FieldStyle(const QString &base)
    : QProxyStyle(base)
    , m_isFusion(base.compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0)
{
    setObjectName(base);
}

void FieldStyle::drawPrimitive(PrimitiveElement element,
                               const QStyleOption *option,
                               QPainter *painter,
                               const QWidget *widget) const
{
    const auto draw = [&](auto copy) {
        framed(copy);
        QProxyStyle::drawPrimitive(element, &copy, painter, widget);
    };
    if (m_isFusion && option != nullptr) {
        if (element == PE_FrameLineEdit || (element == PE_Frame && isField(widget))) {
            if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option))
                return draw(*frame);
        }
        if (element == PE_IndicatorItemViewItemCheck) {
            if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option))
                return draw(*item);
        }
        if (element == PE_IndicatorCheckBox || element == PE_IndicatorRadioButton) {
            if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option))
                return draw(*button);
            return draw(*option);
        }
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

QIcon FieldStyle::standardIcon(StandardPixmap picture,
                               const QStyleOption *option,
                               const QWidget *widget) const
{
    const Theme &theme = Theme::instance();
    if (m_isFusion && picture == SP_MessageBoxQuestion)
        return theme.icon(QStringLiteral("help"), Tone::Accent);
    if (m_isFusion && picture == SP_MessageBoxInformation)
        return theme.icon(QStringLiteral("info"), Tone::Accent);
    if (m_isFusion && picture == SP_MessageBoxWarning)
        return theme.icon(QStringLiteral("warning"), Tone::Warning);
    if (m_isFusion && picture == SP_MessageBoxCritical)
        return theme.icon(QStringLiteral("error"), Tone::Bad);
    return QProxyStyle::standardIcon(picture, option, widget);
}

int FieldStyle::styleHint(StyleHint hint,
                          const QStyleOption *option,
                          const QWidget *widget,
                          QStyleHintReturn *data) const
{
    if (m_isFusion && hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

void FieldStyle::drawComplexControl(ComplexControl control,
                                    const QStyleOptionComplex *option,
                                    QPainter *painter,
                                    const QWidget *widget) const
{
    if (m_isFusion && control == CC_ComboBox) {
        if (const auto *box = qstyleoption_cast<const QStyleOptionComboBox *>(option)) {
            QStyleOptionComboBox copy(*box);
            framed(copy);
            QProxyStyle::drawComplexControl(control, &copy, painter, widget);
            return;
        }
    }
    if (m_isFusion && control == CC_SpinBox) {
        if (const auto *box = qstyleoption_cast<const QStyleOptionSpinBox *>(option)) {
            QStyleOptionSpinBox copy(*box);
            framed(copy);
            QProxyStyle::drawComplexControl(control, &copy, painter, widget);
            return;
        }
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace spillway::ui
