// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace sluice::http {

// Whether two header field names are the same: case does not matter.
bool same_name(std::string_view a, std::string_view b);

// Header fields in order; names compare without case.
class Headers {
 public:
  void add(std::string name, std::string value) {
    fields_.emplace_back(std::move(name), std::move(value));
  }
  // First value of that name, or empty.
  std::string_view get(std::string_view name) const;
  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

// Who is on the other end, as proven by TLS; empty name: no client certificate.
struct Peer {
  std::string name;                 // certificate CN
  std::vector<std::string> groups;  // certificate O
  std::string address;              // "127.0.0.1:50412"
};

// A URL's path and query, decoded.
struct Target {
  std::string path;                                        // "/api/v1/pods"
  std::vector<std::pair<std::string, std::string>> query;  // in order, percent-decoded

  // First value of that name, or nothing; present-but-empty is an empty string.
  std::optional<std::string> find(std::string_view name) const;
  std::string value(std::string_view name) const { return find(name).value_or(""); }
};
Result<Target> parse_target(std::string_view target);
std::string percent_encode(std::string_view text);

struct Request {
  std::string method;  // "GET"
  Target target;
  Headers headers;
  std::string body;
  Peer peer;
};

// A response body that is produced over time: a watch, a followed log. Pulled by the connection,
// which is the only caller of poll(); `ready` wakes it.
class Stream {
 public:
  virtual ~Stream() = default;

  enum class State { kData, kPending, kEnd };

  // kData: `chunk` holds bytes to send. kPending: nothing now; call again after `ready` was called.
  // kEnd: the body is complete. Must not block.
  virtual State poll(std::string& chunk) = 0;

  // Gives the stream its wake-up; callable from any thread, and again after the stream has moved
  // on. Called once, before the first poll.
  virtual void set_ready(std::function<void()> ready) = 0;
};

struct Response {
  int status = 200;
  Headers headers;
  std::string content_type = "application/json";
  std::string body;
  std::unique_ptr<Stream> stream;  // when set, `body` is ignored and the answer is chunked
};

}  // namespace sluice::http
