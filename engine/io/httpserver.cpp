// SPDX-License-Identifier: MIT
#include "io/httpserver.h"

#include "io/httpserverconnection_p.h"
#include "io/httptext.h"

namespace spillway {

std::string_view HttpRequest::header(std::string_view name) const
{
    for (const auto &[key, value] : headers) {
        if (key.size() == name.size() && http::equalsNoCase(key, name))
            return value;
    }
    return {};
}

std::string_view HttpRequest::path() const
{
    return target.substr(0, target.find_first_of("?#"));
}

HttpServerConnection::HttpServerConnection(IoContext &context,
                                           std::unique_ptr<Stream> stream,
                                           HttpRequestHandler &handler,
                                           const HttpServerLimits &limits)
    : d(std::make_unique<Private>(*this, context, std::move(stream), handler, limits))
{
    d->start(this);
}

HttpServerConnection::~HttpServerConnection() = default;

void HttpServerConnection::respond(int status,
                                   std::string_view contentType,
                                   std::string_view headers,
                                   std::string_view body)
{
    if (d->awaitsResponse())
        d->respond(status, contentType, headers, body);
}

void HttpServerConnection::beginResponse(int status,
                                         std::string_view contentType,
                                         std::string_view headers,
                                         std::optional<std::uint64_t> length)
{
    if (d->awaitsResponse())
        d->beginResponse(status, contentType, headers, length);
}

bool HttpServerConnection::writeBody(std::string_view bytes)
{
    return d->writeBody(bytes);
}

void HttpServerConnection::endResponse()
{
    d->endResponse();
}

void HttpServerConnection::abortResponse()
{
    d->abortResponse();
}

std::unique_ptr<Stream> HttpServerConnection::takeStream(std::string &unread)
{
    return d->takeStream(unread);
}

void HttpServerConnection::closeWhenIdle()
{
    d->closeWhenIdle();
}

bool HttpServerConnection::isBusy() const
{
    return d->isBusy();
}

std::string_view HttpServerConnection::peerAddress() const
{
    return d->peerAddress();
}

const HttpRequest &HttpServerConnection::request() const
{
    return d->request();
}

void HttpServerConnection::streamData(Stream &, std::string_view bytes)
{
    d->received(bytes);
}

void HttpServerConnection::streamEnded(Stream &)
{
    d->inputEnded();
}

void HttpServerConnection::streamFailed(Stream &, TransportFailure, std::string_view)
{
    d->failed();
}

void HttpServerConnection::streamDrained(Stream &)
{
    d->drained();
}

} // namespace spillway
