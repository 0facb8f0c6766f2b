// SPDX-License-Identifier: GPL-3.0-or-later
#include "displaycheck.h"

#include <QStringList>

#include <dlfcn.h>
#include <tuple>

namespace spillway {
namespace {

enum class Reach { Yes, No, Unknown };

/// Qt's own plugins use these libraries; they are not linked, because a system may have one of them only.
template <typename Function>
Function *symbol(void *library, const char *name)
{
    return library == nullptr ? nullptr : reinterpret_cast<Function *>(::dlsym(library, name));
}

Reach reachX11()
{
    struct Connection;
    void *library = ::dlopen("libxcb.so.1", RTLD_LAZY | RTLD_LOCAL);
    auto *connect = symbol<Connection *(const char *, int *)>(library, "xcb_connect");
    auto *hasError = symbol<int(Connection *)>(library, "xcb_connection_has_error");
    auto *disconnect = symbol<void(Connection *)>(library, "xcb_disconnect");
    if (connect == nullptr || hasError == nullptr || disconnect == nullptr)
        return Reach::Unknown;
    Connection *connection = connect(nullptr, nullptr);
    const Reach reach = hasError(connection) == 0 ? Reach::Yes : Reach::No;
    disconnect(connection);
    return reach;
}

Reach reachWayland()
{
    struct Display;
    void *library = ::dlopen("libwayland-client.so.0", RTLD_LAZY | RTLD_LOCAL);
    auto *connect = symbol<Display *(const char *)>(library, "wl_display_connect");
    auto *disconnect = symbol<void(Display *)>(library, "wl_display_disconnect");
    if (connect == nullptr || disconnect == nullptr)
        return Reach::Unknown;
    Display *display = connect(nullptr);
    if (display == nullptr)
        return Reach::No;
    disconnect(display);
    return Reach::Yes;
}

} // namespace

QString displayProblem()
{
    const QString platform = qEnvironmentVariable("QT_QPA_PLATFORM")
                                 .section(QLatin1Char(';'), 0, 0)
                                 .section(QLatin1Char(':'), 0, 0);
    const bool wantsX11 = platform.isEmpty() || platform == QLatin1String("xcb");
    const bool wantsWayland = platform.isEmpty() || platform.startsWith(QLatin1String("wayland"));
    if (!wantsX11 && !wantsWayland)
        return {};
    QStringList tried;
    for (const auto &[wanted, name, reach] :
         {std::tuple{wantsX11, "DISPLAY", &reachX11},
          std::tuple{wantsWayland, "WAYLAND_DISPLAY", &reachWayland}}) {
        if (!wanted || qEnvironmentVariableIsEmpty(name))
            continue;
        if (reach() != Reach::No)
            return {};
        tried.append(QStringLiteral("%1=%2").arg(QLatin1String(name), qEnvironmentVariable(name)));
    }
    if (tried.isEmpty())
        return QStringLiteral("there is no display here: neither DISPLAY nor WAYLAND_DISPLAY says "
                              "where one is; spillwayd is the proxy without a window");
    return QStringLiteral("the display cannot be reached (%1): start it from a desktop session, or "
                          "set the variable to a display that this user may use; spillwayd is the "
                          "proxy without a window")
        .arg(tried.join(QStringLiteral(", ")));
}

} // namespace spillway
