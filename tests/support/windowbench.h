// SPDX-License-Identifier: MIT
#pragma once

#include "shell/mainwindow.h"
#include "uisession.h"

#include <QMenu>
#include <QPushButton>

namespace spillway::test {

/// The whole window, on one node that may be a scripted one.
struct WindowBench : SessionBench
{
    explicit WindowBench(const QByteArray &url = "http://127.0.0.1:1/", const QByteArray &more = {})
        : SessionBench(SessionBench::node("A", url, more))
        , window(session(), &bell)
    {
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }

    /// The visible button with this text, in the window or in the question it asks.
    QPushButton *button(const QString &text)
    {
        for (QPushButton *each : window.findChildren<QPushButton *>()) {
            if (each->isVisible() && QString(each->text()).remove(QLatin1Char('&')) == text)
                return each;
        }
        return nullptr;
    }

    QMenu bell;
    ui::MainWindow window;
};

} // namespace spillway::test
