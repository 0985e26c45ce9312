// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "base/pipe.h"
#include "http/sockets.h"

namespace sluice::pod {

// A server on a port of this machine for tests: gives the n-th connection the n-th answer, the last
// one to all further ones, once a whole request head has arrived. An empty answer: it never says
// anything.
class AnsweringServer {
 public:
  explicit AnsweringServer(std::vector<std::string> answers) : answers_(std::move(answers)) {
    listener_ = std::move(*http::listen_on("127.0.0.1", 0));
    stop_ = std::move(*make_pipe());
    thread_ = std::jthread([this] { serve(); });
  }
  ~AnsweringServer() { stop(); }
  AnsweringServer(const AnsweringServer&) = delete;
  AnsweringServer& operator=(const AnsweringServer&) = delete;

  std::uint16_t port() const { return http::local_port(listener_.get()); }

  // What was asked, after which nothing is answered any more.
  const std::vector<std::string>& stop() {
    stop_.write.reset();
    if (thread_.joinable()) {
      thread_.join();
    }
    return asked_;
  }

 private:
  // False: the test is over.
  bool await_readable(int fd) {
    std::array<pollfd, 2> fds{{{fd, POLLIN, 0}, {stop_.read.get(), POLLIN, 0}}};
    ::poll(fds.data(), fds.size(), -1);
    return fds[1].revents == 0;
  }

  void serve() {
    for (std::size_t i = 0; await_readable(listener_.get()); ++i) {
      auto connection = http::accept_from(listener_.get());
      if (!connection || !connection->valid()) {
        continue;
      }
      std::string request;
      while (request.find("\r\n\r\n") == std::string::npos && await_readable(connection->get())) {
        std::array<char, 4096> buffer{};
        const ssize_t got = ::recv(connection->get(), buffer.data(), buffer.size(), 0);
        if (got <= 0) {
          break;
        }
        request.append(buffer.data(), static_cast<std::size_t>(got));
      }
      asked_.push_back(request);
      const std::string& answer = answers_[std::min(i, answers_.size() - 1)];
      if (answer.empty()) {
        silent_.push_back(std::move(*connection));
      } else {
        ::send(connection->get(), answer.data(), answer.size(), MSG_NOSIGNAL);
      }
    }
  }

  std::vector<std::string> answers_;
  UniqueFd listener_;
  Pipe stop_;
  std::vector<std::string> asked_;
  std::vector<UniqueFd> silent_;
  std::jthread thread_;
};

inline std::string http_answer(const std::string& status, const std::string& more = "",
                               const std::string& body = "") {
  return "HTTP/1.1 " + status + "\r\n" + more + "Content-Length: " + std::to_string(body.size()) +
         "\r\nConnection: close\r\n\r\n" + body;
}

}  // namespace sluice::pod
