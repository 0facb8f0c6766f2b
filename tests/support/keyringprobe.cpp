// SPDX-License-Identifier: MIT
// Drives a KeyStore from a script, inside a session of its own: write NAME VALUE | read NAME… | insist NAME | remove NAME |
// probe. `insist` reads until it gets an answer, and says so each time it gets none.
// Prints what came back; exit code 1 with a problem.
#include "spillway/keystore.h"

#include <QCoreApplication>

#include <cstdio>
#include <string>
#include <vector>

namespace {

void finish(const std::string &problem)
{
    if (!problem.empty())
        std::fprintf(stderr, "%s\n", problem.c_str());
    QCoreApplication::exit(problem.empty() ? 0 : 1);
}

void printAndFinish(const std::map<std::string, spillway::Secret> &found,
                    const std::string &problem)
{
    for (const auto &[name, value] : found)
        std::printf("%s=%s\n", name.c_str(), value.reveal().c_str());
    finish(problem);
}

void insist(spillway::KeyStore &store, const std::string &name)
{
    store.read({name},
               [&store, name](const std::map<std::string, spillway::Secret> &found,
                              const std::string &problem) {
                   if (problem.empty())
                       return printAndFinish(found, problem);
                   std::printf("%s\n", problem.c_str());
                   std::fflush(stdout);
                   insist(store, name);
               });
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::string command = arguments.empty() ? std::string() : arguments.front();
    spillway::KeyStore store;
    if (command == "write" && arguments.size() == 3)
        store.write(arguments[1], spillway::Secret(arguments[2]), finish);
    else if (command == "read")
        store.read({arguments.begin() + 1, arguments.end()}, printAndFinish);
    else if (command == "insist" && arguments.size() == 2)
        insist(store, arguments[1]);
    else if (command == "remove" && arguments.size() == 2)
        store.remove(arguments[1], finish);
    else if (command == "probe")
        store.probe(finish);
    else
        return 2;
    return QCoreApplication::exec();
}
