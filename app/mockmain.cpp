// SPDX-License-Identifier: MIT
// spillway-mock: scripted JSON-RPC nodes for the demo, the tests and the benchmarks.
#include "core/jsontext.h"
#include "mockserver.h"

#include <simdjson.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

namespace spillway::mock {

namespace {

constexpr std::string_view kUsage =
    R"(usage: spillway-mock [options] --port N [node options] [--port N [node options]] ...

Serves made-up JSON-RPC nodes over HTTP, one on each port. See resources/docs/mock.md for scripts.

options
  --host ADDRESS     address to listen on (default 127.0.0.1)
  --threads N        threads that serve the connections (default 1)
  --control PORT     also listen for commands and counter reads; 0 = any free port
  -h, --help         this text
  --version          the version

node options, each for the --port before it
  --port N           port of the next node; 0 = any free one
  --name NAME        its name (default: node-1, node-2, ...)
  --delay D          before each answer: 3ms, 1ms-5ms, 2s, 500us
  --result JSON      result of every call (default "ok"), sent byte for byte
  --evm CHAIN_ID     behave like an EVM node
  --solana           behave like a Solana node
  --replay FILE      answer with recorded exchanges (JSON lines with request and response)
  --script FILE      full behaviour, a JSON file
  --record           keep the requests for GET /requests/NAME on the control port
)";

struct NodeOptions
{
    std::uint16_t port = 0;
    std::string name;
    Behaviour behaviour;
};

struct Options
{
    std::string host = "127.0.0.1";
    unsigned threads = 1;
    std::optional<std::uint16_t> control;
    std::vector<NodeOptions> nodes;
};

int fail(const std::string &message, int code)
{
    std::fprintf(stderr, "spillway-mock: %s\n", message.c_str());
    return code;
}

template <typename Number>
std::optional<Number> numberIn(const std::string &text, Number least, Number most)
{
    Number value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || value < least || value > most)
        return std::nullopt;
    return value;
}

std::optional<std::string> readFile(const std::string &path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(in), {});
}

/// Applies an option of one node. Returns an error text, or empty.
std::string applyNodeOption(const std::string &option, const std::string &value, NodeOptions &node)
{
    if (option == "--name") {
        node.name = value;
        return value.empty() ? "--name must not be empty" : "";
    }
    if (option == "--delay") {
        node.behaviour.base.delay = parseDelay(value);
        return node.behaviour.base.delay
                   ? ""
                   : "--delay " + value + ": must look like 3ms, 1ms-5ms, 2s or 500us";
    }
    if (option == "--result") {
        node.behaviour.base.result = value;
        return "";
    }
    if (option == "--evm") {
        const auto id = numberIn<std::uint64_t>(value, 1, UINT64_MAX);
        node.behaviour.mode = Behaviour::Mode::Evm;
        node.behaviour.evm.chainId = id.value_or(1);
        return id ? "" : "--evm " + value + ": must be a chain id of at least 1";
    }
    std::string error;
    if (option == "--replay") {
        node.behaviour.mode = Behaviour::Mode::Replay;
        node.behaviour.replay = loadReplay(value, error);
        return error;
    }
    const auto text = readFile(value);
    if (!text)
        return "--script " + value + ": cannot read the file";
    auto behaviour = parseBehaviour(*text, error);
    if (!behaviour)
        return "--script " + value + ": " + error;
    node.behaviour = std::move(*behaviour);
    return "";
}

std::string applyGlobalOption(const std::string &option, const std::string &value, Options &out)
{
    if (option == "--host") {
        out.host = value;
        return "";
    }
    if (option == "--threads") {
        const auto threads = numberIn<unsigned>(value, 1, 64);
        out.threads = threads.value_or(1);
        return threads ? "" : "--threads " + value + ": must be 1 to 64";
    }
    const auto port = numberIn<std::uint16_t>(value, 0, 65535);
    if (!port)
        return option + " " + value + ": must be a port, 0 to 65535";
    if (option == "--control") {
        out.control = *port;
    } else {
        NodeOptions node;
        node.port = *port;
        node.name = "node-" + std::to_string(out.nodes.size() + 1);
        out.nodes.push_back(std::move(node));
    }
    return "";
}

std::string checkNames(const std::vector<NodeOptions> &nodes)
{
    if (nodes.empty())
        return "at least one --port is needed (see --help)";
    std::set<std::string> names;
    for (const NodeOptions &node : nodes) {
        if (!names.insert(node.name).second)
            return "two nodes share the name " + node.name;
    }
    return "";
}

std::string parseArguments(const std::vector<std::string> &arguments, Options &out)
{
    static const std::set<std::string> kGlobal{"--host", "--threads", "--control", "--port"};
    static const std::set<std::string> kFlags{"--solana", "--record"};
    static const std::set<std::string> kOfNode{
        "--name", "--delay", "--result", "--evm", "--replay", "--script"};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string &option = arguments[i];
        const bool isFlag = kFlags.contains(option);
        if (!isFlag && !kGlobal.contains(option) && !kOfNode.contains(option))
            return "unknown option " + option + " (see --help)";
        if (!kGlobal.contains(option) && out.nodes.empty())
            return option + ": a --port must come before it";
        if (isFlag) {
            if (option == "--solana")
                out.nodes.back().behaviour.mode = Behaviour::Mode::Solana;
            else
                out.nodes.back().behaviour.record = true;
            continue;
        }
        if (++i == arguments.size())
            return option + ": a value must follow";
        const std::string error = kGlobal.contains(option)
                                      ? applyGlobalOption(option, arguments[i], out)
                                      : applyNodeOption(option, arguments[i], out.nodes.back());
        if (!error.empty())
            return error;
    }
    return checkNames(out.nodes);
}

/// The commands of the control port.
class Control
{
public:
    Control(Server &server, const std::vector<std::unique_ptr<Node>> &nodes)
        : m_server(server)
        , m_nodes(nodes)
    {}

    std::string handle(const Incoming &request, int &status)
    {
        if (request.method == "GET" && request.target == "/counters")
            return counters();
        constexpr std::string_view kRequests = "/requests/";
        if (request.method == "GET" && request.target.starts_with(kRequests)) {
            Node *node = find(request.target.substr(kRequests.size()));
            return node ? node->recordedJson() : refuse("no such node", status, 404);
        }
        if (request.method == "POST")
            return command(request.body, status);
        return refuse("POST a command, GET /counters or GET /requests/NAME", status, 404);
    }

private:
    static std::string refuse(std::string_view message, int &status, int code)
    {
        status = code;
        return json::Writer().beginObject().field("error", message).endObject().take();
    }

    Node *find(std::string_view name)
    {
        for (const auto &node : m_nodes) {
            if (node->name() == name)
                return node.get();
        }
        return nullptr;
    }

    std::string counters()
    {
        json::Writer out;
        out.beginObject().key("nodes").beginObject();
        for (const auto &node : m_nodes)
            out.key(node->name()).raw(node->countersJson());
        out.endObject().endObject();
        return out.take();
    }

    std::string command(std::string_view body, int &status)
    {
        simdjson::dom::parser parser;
        simdjson::dom::element root;
        std::string_view name;
        if (parser.parse(body.data(), body.size()).get(root) != simdjson::SUCCESS
            || root["node"].get(name) != simdjson::SUCCESS)
            return refuse("must be a JSON object with a node", status, 400);
        Node *node = find(name);
        if (!node)
            return refuse("no such node", status, 404);
        std::string_view action;
        if (root["action"].get(action) != simdjson::SUCCESS) {
            std::string error;
            auto behaviour = parseBehaviour(body, error);
            if (!behaviour)
                return refuse(error, status, 400);
            node->setBehaviour(std::move(*behaviour));
            return "{}";
        }
        return act(*node, action, root, status);
    }

    std::string act(Node &node, std::string_view action, simdjson::dom::element root, int &status)
    {
        std::uint64_t head = 0;
        if (action == "reset")
            node.reset();
        else if (action == "drop_connections" || action == "close_idle")
            m_server.dropConnections(&node, action == "close_idle");
        else if (action == "stop_listening" || action == "listen")
            m_server.setListening(&node, action == "listen");
        else if (action == "set_head" && root["head"].get(head) == simdjson::SUCCESS)
            node.setHead(head);
        else
            return refuse(
                "action must be reset, drop_connections, close_idle, stop_listening, listen or "
                "set_head with a head",
                status,
                400);
        return "{}";
    }

    Server &m_server;
    const std::vector<std::unique_ptr<Node>> &m_nodes;
};

int serve(Options &options)
{
    std::vector<std::unique_ptr<Node>> nodes;
    Server server;
    Control control(server, nodes);
    server.setControl([&control](const Incoming &request, int &status) {
        return control.handle(request, status);
    });
    std::string lines;
    std::string error;
    const auto listen = [&](std::uint16_t wanted, Node *node, const std::string &name) {
        const std::uint16_t port = server.listen(options.host, wanted, node, error);
        lines += name + " listening on http://" + options.host + ":" + std::to_string(port) + "\n";
        return port != 0;
    };
    for (NodeOptions &wanted : options.nodes) {
        Node *node = nodes.emplace_back(std::make_unique<Node>(wanted.name)).get();
        node->setBehaviour(std::move(wanted.behaviour));
        if (!listen(wanted.port, node, wanted.name))
            return fail(error, 1);
    }
    if (options.control && !listen(*options.control, nullptr, "control"))
        return fail(error, 1);

    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    server.start(options.threads);
    std::fputs(lines.c_str(), stdout);
    std::fflush(stdout);
    int received = 0;
    sigwait(&signals, &received);
    server.stop();
    return 0;
}

} // namespace

} // namespace spillway::mock

int main(int argc, char **argv)
{
    using namespace spillway::mock;
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    for (const std::string &argument : arguments) {
        if (argument == "-h" || argument == "--help") {
            std::fwrite(kUsage.data(), 1, kUsage.size(), stdout);
            return 0;
        }
        if (argument == "--version") {
            std::puts("spillway-mock " SPILLWAY_VERSION);
            return 0;
        }
    }
    Options options;
    if (const std::string error = parseArguments(arguments, options); !error.empty())
        return fail(error, 2);
    return serve(options);
}
