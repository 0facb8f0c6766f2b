// SPDX-License-Identifier: MIT
#include "server/gateway.h"

#include <QHostAddress>

#include <algorithm>

namespace spillway {
namespace {

bool equalConstantTime(std::string_view a, std::string_view b)
{
    if (a.size() != b.size())
        return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned char>(a[i])
                      ^ static_cast<unsigned>(static_cast<unsigned char>(b[i]));
    return difference == 0;
}

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    });
    return out;
}

} // namespace

const ClientIdentity *ServerView::identify(std::string_view token) const
{
    const ClientIdentity *found = nullptr;
    for (const ClientIdentity &identity : identities) {
        if (equalConstantTime(token, identity.config->token.reveal()))
            found = &identity;
    }
    return found;
}

bool ServerView::originAllowed(std::string_view origin) const
{
    const auto &origins = config->cors.origins;
    return std::any_of(origins.begin(), origins.end(), [&](const std::string &entry) {
        return entry == "*" || entry == origin;
    });
}

bool ServerView::hostAllowed(std::string_view host) const
{
    std::string name = lower(host);
    if (!name.empty() && name.front() == '[') {
        name = name.substr(1, name.find(']') - 1);
    } else if (const auto colon = name.rfind(':'); colon != std::string::npos) {
        name.resize(colon);
    }
    if (!name.empty() && name.back() == '.')
        name.pop_back();
    if (name.empty() || name == "localhost" || name.ends_with(".localhost")
        || name == lower(config->server.host))
        return true;
    const QHostAddress address(QString::fromStdString(name));
    if (address.isLoopback())
        return true;
    const auto &extra = config->security.allowedHosts;
    return std::any_of(
        extra.begin(), extra.end(), [&](const std::string &entry) { return lower(entry) == name; });
}

void Gateway::publish(std::shared_ptr<const ServerView> view)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_view = std::move(view);
    }
    m_version.fetch_add(1, std::memory_order_release);
}

std::shared_ptr<const ServerView> Gateway::view() const
{
    const std::scoped_lock lock(m_mutex);
    return m_view;
}

void Gateway::setAddress(std::string address)
{
    const std::scoped_lock lock(m_mutex);
    m_address = std::move(address);
}

std::string Gateway::address() const
{
    const std::scoped_lock lock(m_mutex);
    return m_address;
}

} // namespace spillway
