// SPDX-License-Identifier: MIT
#include "testmain.h"

#ifdef SPILLWAY_TEST_WIDGETS
#include <QApplication>
#else
#include <QCoreApplication>
#endif
#include <QStandardPaths>

#include <cstdio>
#include <vector>

#ifdef SPILLWAY_TEST_WIDGETS
using TestApplication = QApplication;
#else
using TestApplication = QCoreApplication;
#endif

namespace spillway::test {

std::map<std::string, Factory> &registry()
{
    static std::map<std::string, Factory> map;
    return map;
}

} // namespace spillway::test

/// `binary [Class] [Qt Test options]`: runs one class, or all of them one after the other.
int main(int argc, char **argv)
{
    const TestApplication app(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    std::vector<char *> arguments(argv, argv + argc);
    std::string wanted;
    if (argc > 1 && argv[1][0] != '-') {
        wanted = argv[1];
        arguments.erase(arguments.begin() + 1);
    }
    int failures = 0;
    int ran = 0;
    for (const auto &[name, factory] : spillway::test::registry()) {
        if (!wanted.empty() && name != wanted)
            continue;
        ++ran;
        const auto object = factory();
        failures +=
            QTest::qExec(object.get(), static_cast<int>(arguments.size()), arguments.data());
    }
    if (ran == 0) {
        std::fprintf(stderr, "no test class %s in this binary\n", wanted.c_str());
        return 2;
    }
    return failures == 0 ? 0 : 1;
}
