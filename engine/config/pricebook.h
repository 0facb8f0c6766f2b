// SPDX-License-Identifier: MIT
#pragma once

#include "config/section.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace spillway::config {

/// The price lists of one configuration: each file is read once, however many nodes name it.
class PriceBook
{
public:
    /// Paths are tried relative to the folder of `configFile`, then to the working folder.
    /// `texts` are lists that are not in their files yet, by clean absolute path; they live as long as the book.
    PriceBook(const std::string &configFile, const std::map<std::string, std::string> &texts);

    /// The list a node names, or null after a problem. A file that cannot be found is reported at the line
    /// that names it, problems inside it with its own name and lines, once.
    std::shared_ptr<const PriceList> load(Reading &reading, const Text &path);

private:
    [[nodiscard]] std::optional<std::string> textOf(const std::string &file,
                                                    std::string &problem) const;

    std::string m_configFolder;
    const std::map<std::string, std::string> &m_texts;
    std::map<std::string, std::shared_ptr<const PriceList>> m_lists;
};

/// `path` against `folder`; `~/` is the home folder.
[[nodiscard]] std::string resolvedPath(const std::string &path, const std::string &folder);
/// Absolute folder of a config file, the working folder for a text without a file.
[[nodiscard]] std::string folderOf(const std::string &configFile);

} // namespace spillway::config
