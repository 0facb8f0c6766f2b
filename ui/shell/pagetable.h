// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

class QWidget;

namespace spillway::ui {

class Page;
class Session;

/// A page of the main window as the navigation list shows it.
struct PageInfo
{
    const char *id; ///< the word for --page and for links between pages
    const char *icon;
    const char *title; ///< English; pageTitle() has it in the user's language
    Page *(*make)(Session &session, QWidget *parent);
};

/// All pages in the order of the list.
[[nodiscard]] const std::vector<PageInfo> &pageTable();
[[nodiscard]] const PageInfo *pageInfo(const QString &id);
[[nodiscard]] QString pageTitle(const PageInfo &info);

} // namespace spillway::ui
