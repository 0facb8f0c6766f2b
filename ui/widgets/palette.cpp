// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette.h"

#include <QColor>

namespace spillway::ui {

namespace {

struct Shades
{
    QRgb window, base, alternate, button, text, disabled, bright, accent, accentText, link, tip;
    QRgb light, mid, dark, shadow;
};

QPalette paletteOf(const Shades &shades)
{
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, QRgb color) {
        palette.setColor(QPalette::All, role, QColor(color));
    };
    set(QPalette::Window, shades.window);
    set(QPalette::WindowText, shades.text);
    set(QPalette::Base, shades.base);
    set(QPalette::AlternateBase, shades.alternate);
    set(QPalette::Text, shades.text);
    set(QPalette::Button, shades.button);
    set(QPalette::ButtonText, shades.text);
    set(QPalette::BrightText, shades.bright);
    set(QPalette::Highlight, shades.accent);
    set(QPalette::HighlightedText, shades.accentText);
    set(QPalette::Link, shades.link);
    set(QPalette::LinkVisited, shades.link);
    set(QPalette::ToolTipBase, shades.tip);
    set(QPalette::ToolTipText, shades.text);
    set(QPalette::PlaceholderText, shades.disabled);
    set(QPalette::Light, shades.light);
    set(QPalette::Midlight, shades.button);
    set(QPalette::Mid, shades.mid);
    set(QPalette::Dark, shades.dark);
    set(QPalette::Shadow, shades.shadow);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, QColor(shades.disabled));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(shades.mid));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, QColor(shades.text));
    return palette;
}

} // namespace

QPalette lightPalette()
{
    return paletteOf({.window = 0xfff3f4f6,
                      .base = 0xffffffff,
                      .alternate = 0xfff8f9fb,
                      .button = 0xfff3f4f6,
                      .text = 0xff1b1f26,
                      .disabled = 0xff757c87,
                      .bright = 0xffffffff,
                      .accent = 0xff1769aa,
                      .accentText = 0xffffffff,
                      .link = 0xff0f5c99,
                      .tip = 0xffffffff,
                      .light = 0xffffffff,
                      .mid = 0xffb9bec6,
                      .dark = 0xff9298a2,
                      .shadow = 0xff5c626c});
}

QPalette darkPalette()
{
    return paletteOf({.window = 0xff1d2025,
                      .base = 0xff24282e,
                      .alternate = 0xff292d34,
                      .button = 0xff30353d,
                      .text = 0xffe4e7ec,
                      .disabled = 0xff8b929d,
                      .bright = 0xffffffff,
                      .accent = 0xff2f7fc1,
                      .accentText = 0xffffffff,
                      .link = 0xff76b7ec,
                      .tip = 0xff30353d,
                      .light = 0xff454b55,
                      .mid = 0xff3b414a,
                      .dark = 0xff14161a,
                      .shadow = 0xff0a0b0d});
}

QColor fieldFrame(const QPalette &palette)
{
    return isDarkPalette(palette) ? QColor(0xff808997) : QColor(0xff767c86);
}

bool isDarkPalette(const QPalette &palette)
{
    return palette.color(QPalette::WindowText).lightness()
           > palette.color(QPalette::Window).lightness();
}

} // namespace spillway::ui
