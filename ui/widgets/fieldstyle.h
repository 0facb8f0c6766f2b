// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace spillway::ui {

/// Fusion with frames of fields, check boxes and radio buttons that stand out from their ground: at least 3:1 (WCAG 2.2, 1.4.11).
/// Any other style is passed through as it is.
class FieldStyle : public QProxyStyle
{
    Q_OBJECT

public:
    /// `base`: key of a style, as QStyleFactory knows it.
    explicit FieldStyle(const QString &base);

    void drawPrimitive(PrimitiveElement element,
                       const QStyleOption *option,
                       QPainter *painter,
                       const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control,
                            const QStyleOptionComplex *option,
                            QPainter *painter,
                            const QWidget *widget) const override;

    /// Pictures of message boxes in the program's own hand; buttons of dialogs have none.
    QIcon standardIcon(StandardPixmap picture,
                       const QStyleOption *option,
                       const QWidget *widget) const override;
    int styleHint(StyleHint hint,
                  const QStyleOption *option,
                  const QWidget *widget,
                  QStyleHintReturn *data) const override;

private:
    bool m_isFusion;
};

} // namespace spillway::ui
