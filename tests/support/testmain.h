// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QtTest>

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace spillway::test {

using Factory = std::function<std::unique_ptr<QObject>()>;

/// All test classes linked into this binary, by name.
std::map<std::string, Factory> &registry();

struct Registration
{
    Registration(const char *name, Factory factory)
    {
        registry().emplace(name, std::move(factory));
    }
};

} // namespace spillway::test

/// Registers a test class with the binary's main(). Stands at the start of a line: CMake reads it from there.
#define SPILLWAY_TEST(Class)                                                                       \
    static const spillway::test::Registration g_registration##Class(                               \
        #Class, [] { return std::unique_ptr<QObject>(std::make_unique<Class>()); });
