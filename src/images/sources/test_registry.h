// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/text.h"
#include "http/parser.h"
#include "http/sockets.h"
#include "images/test_image.h"

namespace sluice::images {

// A miniature registry without TLS on the loopback address, with faults to order. Answers one
// connection after the other.
class TestRegistry {
 public:
  TestRegistry() : listener_(http::listen_on("127.0.0.1", 0).value()) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }

  std::uint16_t port() const { return http::local_port(listener_.get()); }
  std::string host() const { return "127.0.0.1:" + std::to_string(port()); }

  void add(const TestImage& image, const std::string& tag) {
    const std::scoped_lock lock(mutex_);
    contents_.insert(image.blobs.begin(), image.blobs.end());
    contents_[image.digest()] = image.manifest;
    contents_[tag] = image.manifest;
  }
  void put(const std::string& name, const std::string& content) {
    const std::scoped_lock lock(mutex_);
    contents_[name] = content;
  }
  void remove(const std::string& name) {
    const std::scoped_lock lock(mutex_);
    contents_.erase(name);
  }

  // "GET /v2/… Authorization" of every request so far.
  std::vector<std::string> requests() {
    const std::scoped_lock lock(mutex_);
    return requests_;
  }
  int count(const std::string& part) {
    int found = 0;
    for (const std::string& request : requests()) {
      found += request.find(part) != std::string::npos ? 1 : 0;
    }
    return found;
  }

  enum class Access { kEverybody, kBasic, kToken };
  std::atomic<Access> access = Access::kEverybody;  // user "u", password "p"
  std::atomic<bool> tokens_for_nobody = false;      // anonymous users get a token that is good
  std::atomic<int> breaks = 0;                      // so many blobs break off in the middle
  std::atomic<bool> knows_ranges = true;
  std::atomic<int> failure = 0;  // status of every answer
  std::string redirect;          // blobs are there; set before the first request

 private:
  struct Answer {
    int status = 200;
    std::string headers = {};
    std::string body = {};
    std::size_t keep = std::string::npos;  // of the body, then the connection breaks
  };

  void run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      if (!http::wait_for(listener_.get(), POLLIN,
                          RealClock().steady() + std::chrono::milliseconds(20))) {
        continue;
      }
      const auto peer = http::accept_from(listener_.get());
      if (peer && peer->valid()) {
        serve(peer->get());
      }
    }
  }

  static SteadyTime soon() { return RealClock().steady() + std::chrono::seconds(20); }

  void serve(int peer) {
    http::MessageParser parser(http::MessageParser::Kind::kRequest, {});
    while (!parser.done()) {
      char buffer[4096];
      const ssize_t got = http::wait_for(peer, POLLIN, soon())
                              ? ::recv(peer, buffer, sizeof(buffer), 0)
                              : ssize_t{0};
      if (got <= 0 || !parser.feed({buffer, static_cast<std::size_t>(got)})) {
        return;
      }
    }
    const Answer answer = handle(parser);
    std::string text = "HTTP/1.1 " + std::to_string(answer.status) +
                       " x\r\nContent-Length: " + std::to_string(answer.body.size()) +
                       "\r\nConnection: close\r\n" + answer.headers + "\r\n" +
                       answer.body.substr(0, answer.keep);
    std::string_view rest = text;
    while (!rest.empty() && http::wait_for(peer, POLLOUT, soon())) {
      const ssize_t sent = ::send(peer, rest.data(), rest.size(), MSG_NOSIGNAL);
      if (sent < 0) {
        return;
      }
      rest.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  Answer handle(http::MessageParser& parser) {
    const std::string authorization(parser.headers().get("Authorization"));
    const std::scoped_lock lock(mutex_);
    requests_.push_back(parser.method() + " " + parser.target() + " " + authorization);
    if (failure != 0) {
      return {failure, "", R"({"errors":[{"code":"X","message":"out of order"}]})"};
    }
    const std::string good = "Basic " + base64_encode("u:p");
    if (parser.target().starts_with("/token?")) {
      return authorization == good || (authorization.empty() && tokens_for_nobody)
                 ? Answer{200, "", R"({"token":"t0ken"})"}
                 : Answer{401};
    }
    if (access == Access::kBasic && authorization != good) {
      return {401, "WWW-Authenticate: Basic realm=\"r\"\r\n"};
    }
    if (access == Access::kToken && authorization != "Bearer t0ken") {
      return {401, "WWW-Authenticate: Bearer realm=\"http://" + host() +
                       "/token\",service=\"s\",scope=\"repository:a/b:pull\"\r\n"};
    }
    return content(parser);
  }

  Answer content(http::MessageParser& parser) {
    const std::string& target = parser.target();
    const std::string name = target.substr(target.rfind('/') + 1);
    const auto found = contents_.find(name);
    if (found == contents_.end()) {
      return {404, "", R"({"errors":[{"code":"MANIFEST_UNKNOWN","message":"manifest unknown"}]})"};
    }
    const bool is_blob = target.find("/blobs/") != std::string::npos;
    if (is_blob && !redirect.empty()) {
      return {307, "Location: " + redirect + name + "\r\n"};
    }
    Answer answer{200, "", found->second};
    const std::string range(parser.headers().get("Range"));
    if (!range.empty() && knows_ranges) {
      answer.status = 206;
      answer.body.erase(
          0, static_cast<std::size_t>(parse_int(split(range.substr(6), '-')[0]).value()));
    }
    if (is_blob && breaks > 0) {
      --breaks;
      answer.keep = answer.body.size() / 2;
    }
    return answer;
  }

  UniqueFd listener_;
  std::mutex mutex_;
  std::map<std::string, std::string> contents_;
  std::vector<std::string> requests_;
  std::jthread thread_;
};

}  // namespace sluice::images
