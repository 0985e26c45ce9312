// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/stream.h"

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
  std::string fingerprint = {};     // of the certificate: SHA-256 in hexadecimal digits
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

using sluice::Stream;

// What a connection becomes when a request to upgrade it is granted: bytes both ways, in a protocol
// of its own. The output is pulled as from any stream; the input is offered. Used by the
// connection's thread only; `ready` wakes it for both directions.
class Upgrade : public Stream {
 public:
  // Takes in as many of the peer's bytes as it can and says how many; the rest is offered again
  // after `ready` was called. Meanwhile the peer is not read from. Must not block.
  virtual std::size_t take(std::string_view bytes) = 0;

  // The peer sends no more, all of it has been taken.
  virtual void take_end() = 0;
};

struct Response {
  int status = 200;
  Headers headers;
  std::string content_type = "application/json";
  std::string body;
  std::unique_ptr<Stream> stream;    // when set, `body` is ignored and the answer is chunked
  std::unique_ptr<Upgrade> upgrade;  // when set, the answer is 101 without a body; HTTP/1.1 only
};

}  // namespace sluice::http
