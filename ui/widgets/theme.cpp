// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme.h"

#include "widgets/fieldstyle.h"
#include "widgets/palette.h"
#include "widgets/themeicon.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QEvent>
#include <QLabel>
#include <QStyle>
#include <QStyleFactory>

#include <array>

// Resources of a static library are linked in only when they are asked for; the macro must stand outside of namespaces.
static void initResources()
{
    Q_INIT_RESOURCE(ui);
}

namespace spillway::ui {

namespace {

constexpr auto kPortalService = "org.freedesktop.portal.Desktop";
constexpr auto kPortalPath = "/org/freedesktop/portal/desktop";
constexpr auto kPortalInterface = "org.freedesktop.portal.Settings";
constexpr auto kAppearance = "org.freedesktop.appearance";
constexpr auto kColorScheme = "color-scheme";

/// The portal wraps values in variants, older ones twice.
QVariant unwrapped(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

/// A label keeps the colour of its links from when its text was set.
void recolorLinks()
{
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget *widget : widgets) {
        auto *label = qobject_cast<QLabel *>(widget);
        if (label == nullptr || !label->text().contains(QLatin1String("<a ")))
            continue;
        const QString text = label->text();
        label->clear(); // the same text would be ignored
        label->setText(text);
    }
}

QColor mixed(const QColor &a, const QColor &b, float share)
{
    return QColor::fromRgbF(a.redF() * (1 - share) + b.redF() * share,
                            a.greenF() * (1 - share) + b.greenF() * share,
                            a.blueF() * (1 - share) + b.blueF() * share);
}

} // namespace

Theme &Theme::instance()
{
    static Theme *theme = nullptr;
    if (theme == nullptr) {
        initResources();
        theme = new Theme;
        theme->setParent(qApp);
        // A new style asks widgets that are there already to follow, and they ask for the theme.
        theme->apply();
        theme->askDesktop();
    }
    return *theme;
}

Theme::Theme()
    : m_systemStyle(QApplication::style()->objectName())
{
    qApp->installEventFilter(this);
    connect(this, &Theme::changed, this, &recolorLinks);
}

void Theme::askDesktop()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    // A connection finds a slot only when the types of its arguments are known by name.
    qRegisterMetaType<QDBusVariant>("QDBusVariant");
    bus.connect(QString(),
                QLatin1String(kPortalPath),
                QLatin1String(kPortalInterface),
                QStringLiteral("SettingChanged"),
                this,
                SLOT(desktopSettingChanged(QString, QString, QDBusVariant)));
    QDBusMessage ask = QDBusMessage::createMethodCall(QLatin1String(kPortalService),
                                                      QLatin1String(kPortalPath),
                                                      QLatin1String(kPortalInterface),
                                                      QStringLiteral("Read"));
    ask.setAutoStartService(false);
    ask.setArguments({QLatin1String(kAppearance), QLatin1String(kColorScheme)});
    auto *watcher = new QDBusPendingCallWatcher(bus.asyncCall(ask), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (!reply.isError())
            desktopSettingChanged(
                QLatin1String(kAppearance), QLatin1String(kColorScheme), reply.value());
    });
}

void Theme::desktopSettingChanged(const QString &group,
                                  const QString &key,
                                  const QDBusVariant &value)
{
    if (group != QLatin1String(kAppearance) || key != QLatin1String(kColorScheme))
        return;
    const uint scheme = unwrapped(value.variant()).toUInt();
    m_hint = scheme == 1 ? Hint::Dark : scheme == 2 ? Hint::Light : Hint::None;
    if (m_mode == Mode::System)
        apply();
}

void Theme::setMode(Mode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    apply();
}

void Theme::apply()
{
    m_applying = true;
    QApplication::setPalette(QPalette());
    const bool fusion = m_systemStyle.compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0;
    const bool systemDark = isDarkPalette(QApplication::palette());
    // A desktop's own style and colours are kept; ours step in where it has none to offer or was overruled.
    bool dark = m_mode == Mode::Dark;
    bool own = m_mode != Mode::System;
    if (m_mode == Mode::System) {
        dark = systemDark || m_hint == Hint::Dark;
        own = fusion || dark != systemDark;
    }
    const QString style = own ? QStringLiteral("Fusion") : m_systemStyle;
    const bool isFusion = style.compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0;
    const bool isOurs = qobject_cast<FieldStyle *>(QApplication::style()) != nullptr;
    if (isFusion && !isOurs)
        QApplication::setStyle(new FieldStyle(style));
    else if (QApplication::style()->objectName().compare(style, Qt::CaseInsensitive) != 0)
        QApplication::setStyle(QStyleFactory::create(style));
    if (own)
        QApplication::setPalette(dark ? darkPalette() : lightPalette());
    m_applying = false;
    Q_EMIT changed();
}

bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == qApp && event->type() == QEvent::ApplicationPaletteChange && !m_applying) {
        if (m_mode == Mode::System)
            QMetaObject::invokeMethod(this, &Theme::changed, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

bool Theme::isDark() const
{
    return isDarkPalette(QApplication::palette());
}

QColor Theme::series(int index) const
{
    // Okabe and Ito's order, so that neighbours differ most; lightness adapted to the background.
    static constexpr std::array<QRgb, 8> kLight{0xff0072b2,
                                                0xffe69f00,
                                                0xff009e73,
                                                0xffcc79a7,
                                                0xff56b4e9,
                                                0xffd55e00,
                                                0xffb3a413,
                                                0xff5a5f66};
    static constexpr std::array<QRgb, 8> kDark{0xff3d9be0,
                                               0xfff0ad2e,
                                               0xff1fba90,
                                               0xffdb92ba,
                                               0xff86cdf5,
                                               0xfff07d2c,
                                               0xfff0e442,
                                               0xffb4bac3};
    const auto &colors = isDark() ? kDark : kLight;
    return QColor(colors[static_cast<std::size_t>(index < 0 ? 0 : index) % colors.size()]);
}

Qt::PenStyle Theme::seriesDash(int index)
{
    static constexpr std::array kStyles{
        Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
    return kStyles[static_cast<std::size_t>(index < 0 ? 0 : index) % kStyles.size()];
}

QColor Theme::good() const
{
    return isDark() ? QColor(0xff4fc493) : QColor(0xff157347);
}

QColor Theme::warning() const
{
    return isDark() ? QColor(0xffe8b04b) : QColor(0xff9a5b00);
}

QColor Theme::bad() const
{
    return isDark() ? QColor(0xffff8077) : QColor(0xffc0271d);
}

QColor Theme::muted() const
{
    const QPalette palette = QApplication::palette();
    return mixed(palette.color(QPalette::WindowText),
                 palette.color(QPalette::Window),
                 isDark() ? 0.32F : 0.36F);
}

QColor Theme::grid() const
{
    const QPalette palette = QApplication::palette();
    return mixed(
        palette.color(QPalette::Base), palette.color(QPalette::Text), isDark() ? 0.13F : 0.1F);
}

QColor Theme::card() const
{
    return QApplication::palette().color(QPalette::Base);
}

QColor Theme::border() const
{
    const QPalette palette = QApplication::palette();
    return mixed(palette.color(QPalette::Window),
                 palette.color(QPalette::WindowText),
                 isDark() ? 0.14F : 0.13F);
}

QColor Theme::tone(Tone tone) const
{
    switch (tone) {
    case Tone::Neutral:
        return QApplication::palette().color(QPalette::WindowText);
    case Tone::Muted:
        return muted();
    case Tone::Accent:
        return QApplication::palette().color(QPalette::Link);
    case Tone::Good:
        return good();
    case Tone::Warning:
        return warning();
    case Tone::Bad:
        return bad();
    }
    return {};
}

QColor Theme::wash(Tone tone) const
{
    const float share = isDark() ? 0.2F : 0.11F;
    return mixed(card(),
                 this->tone(tone),
                 tone == Tone::Neutral || tone == Tone::Muted ? share * 0.7F : share);
}

QIcon Theme::icon(const QString &name, Tone tone) const
{
    return QIcon(new ThemeIconEngine(name, tone));
}

QPixmap Theme::pixmap(const QString &name, int size, qreal scale, const QColor &color) const
{
    return themePixmap(name, QSize(size, size) * scale, scale, color);
}

} // namespace spillway::ui
