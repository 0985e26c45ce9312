// SPDX-License-Identifier: Apache-2.0
#include "http/connection.h"

#include <poll.h>
#include <sys/socket.h>

#include "http/sockets.h"

namespace sluice::http {

namespace {

constexpr std::size_t kReadSize = 16 * 1024;

}  // namespace

Result<Connection> Connection::open(SSL_CTX* context, const Server& server, SteadyTime deadline) {
  TRY_ASSIGN(UniqueFd fd, connect_to(server.host, server.port, deadline));
  TRY_ASSIGN(TlsSocket socket,
             TlsSocket::connected(context, std::move(fd),
                                  server.name.empty() ? server.host : server.name));
  Connection connection(std::move(socket));
  while (true) {
    TRY_ASSIGN(const auto next, connection.socket_.handshake());
    if (next == TlsSocket::Next::kDone) {
      return connection;
    }
    TRY(connection.wait(next, deadline));
  }
}

Result<void> Connection::wait(TlsSocket::Next next, SteadyTime deadline) {
  if (next == TlsSocket::Next::kClosed) {
    return fail(Code::kUnavailable, "the server closed the connection");
  }
  return wait_for(socket_.fd(), next == TlsSocket::Next::kWaitWrite ? POLLOUT : POLLIN, deadline);
}

Result<void> Connection::write(std::string_view bytes, SteadyTime deadline) {
  while (!bytes.empty()) {
    TRY_ASSIGN(const auto progress, socket_.write(bytes));
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
    TRY_ASSIGN(const auto progress, socket_.read(buffer));
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
  const auto progress = socket_.read({&byte, 1});
  return progress && progress->next == TlsSocket::Next::kWaitRead;
}

void Connection::interrupt() {
  ::shutdown(socket_.fd(), SHUT_RDWR);
}

}  // namespace sluice::http
