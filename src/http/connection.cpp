// SPDX-License-Identifier: Apache-2.0
#include "http/connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "http/sockets.h"

namespace sluice::http {

namespace {

constexpr std::size_t kReadSize = 16 * 1024;

// What a plain socket's system call returned, in the terms of the TLS one.
Result<TlsSocket::Progress> interpret(ssize_t returned, TlsSocket::Next wait, const char* doing) {
  if (returned >= 0) {
    return TlsSocket::Progress{.bytes = static_cast<std::size_t>(returned)};
  }
  if (errno == EAGAIN || errno == EINTR) {
    return TlsSocket::Progress{.next = wait};
  }
  return fail(Code::kUnavailable, std::string(doing) + ": " + std::strerror(errno));
}

std::string tunnel_request(const Connection::Server& server) {
  const bool v6 = server.host.find(':') != std::string::npos;
  const std::string host =
      (v6 ? "[" + server.host + "]" : server.host) + ":" + std::to_string(server.port);
  const std::string& authorization = server.proxy->authorization;
  return "CONNECT " + host + " HTTP/1.1\r\nHost: " + host + "\r\n" +
         (authorization.empty() ? "" : "Proxy-Authorization: " + authorization + "\r\n") + "\r\n";
}

}  // namespace

Result<Connection> Connection::open(SSL_CTX* context, const Server& server, SteadyTime deadline) {
  TRY_ASSIGN(UniqueFd fd, dial(server, context != nullptr, deadline));
  if (context == nullptr) {
    return Connection(std::move(fd));
  }
  TRY_ASSIGN(TlsSocket socket,
             TlsSocket::connected(context, std::move(fd),
                                  server.name.empty() ? server.host : server.name));
  Connection connection(std::move(socket));
  while (true) {
    TRY_ASSIGN(const auto next, connection.tls_->handshake());
    if (next == TlsSocket::Next::kDone) {
      return connection;
    }
    TRY(connection.wait(next, deadline));
  }
}

Result<UniqueFd> Connection::dial(const Server& server, bool tunnel, SteadyTime deadline) {
  if (!server.proxy) {
    return connect_to(server.host, server.port, deadline);
  }
  auto fd = connect_to(server.proxy->host, server.proxy->port, deadline);
  if (!fd) {
    return tl::unexpected(with_context(std::move(fd).error(), "the proxy"));
  }
  if (!tunnel) {
    return fd;
  }
  Connection connection(std::move(*fd));
  TRY(connection.write(tunnel_request(server), deadline));
  MessageParser answer(MessageParser::Kind::kResponse, {});
  answer.expect_no_body();
  while (!answer.head_done()) {
    TRY(connection.read(answer, deadline));
  }
  if (answer.status() / 100 != 2) {
    return fail(Code::kUnavailable, "the proxy " + server.proxy->host +
                                        " refuses a connection to " + server.host +
                                        " with status " + std::to_string(answer.status()));
  }
  return std::move(connection.plain_);
}

Result<void> Connection::wait(TlsSocket::Next next, SteadyTime deadline) {
  if (next == TlsSocket::Next::kClosed) {
    return fail(Code::kUnavailable, "the server closed the connection");
  }
  return wait_for(fd(), next == TlsSocket::Next::kWaitWrite ? POLLOUT : POLLIN, deadline);
}

Result<TlsSocket::Progress> Connection::read_some(std::span<char> into) {
  if (tls_) {
    return tls_->read(into);
  }
  TRY_ASSIGN(auto progress, interpret(::recv(plain_.get(), into.data(), into.size(), 0),
                                      TlsSocket::Next::kWaitRead, "reading"));
  if (progress.next == TlsSocket::Next::kDone && progress.bytes == 0) {
    progress.next = TlsSocket::Next::kClosed;
  }
  return progress;
}

Result<TlsSocket::Progress> Connection::write_some(std::string_view bytes) {
  return tls_ ? tls_->write(bytes)
              : interpret(::send(plain_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
                          TlsSocket::Next::kWaitWrite, "writing");
}

Result<void> Connection::write(std::string_view bytes, SteadyTime deadline) {
  while (!bytes.empty()) {
    TRY_ASSIGN(const auto progress, write_some(bytes));
    if (progress.next == TlsSocket::Next::kDone) {
      bytes.remove_prefix(progress.bytes);
    } else {
      TRY(wait(progress.next, deadline));
    }
  }
  return {};
}

// False: closed by the server. True: input_ holds something.
Result<bool> Connection::receive(SteadyTime deadline) {
  while (input_.empty()) {
    char buffer[kReadSize];
    TRY_ASSIGN(const auto progress, read_some(buffer));
    if (progress.next == TlsSocket::Next::kClosed) {
      return false;
    }
    if (progress.next != TlsSocket::Next::kDone) {
      TRY(wait(progress.next, deadline));
    }
    input_.append(buffer, progress.bytes);
  }
  return true;
}

Result<void> Connection::read(MessageParser& parser, SteadyTime deadline) {
  TRY_ASSIGN(const bool received, receive(deadline));
  if (!received) {
    if (!parser.feed_end()) {
      return fail(Code::kUnavailable, "the server closed the connection");
    }
    return {};
  }
  auto used = parser.feed(input_);
  if (!used) {
    return fail(Code::kUnavailable, "the server's answer: " + used.error().message);
  }
  input_.erase(0, *used);
  return {};
}

Result<bool> Connection::read(std::string& into, SteadyTime deadline) {
  TRY_ASSIGN(const bool received, receive(deadline));
  into += input_;
  input_.clear();
  return received;
}

bool Connection::reusable() {
  char byte = 0;
  if (!input_.empty()) {
    return false;
  }
  const auto progress = read_some({&byte, 1});
  return progress && progress->next == TlsSocket::Next::kWaitRead;
}

void Connection::interrupt() {
  ::shutdown(fd(), SHUT_RDWR);
}

}  // namespace sluice::http
