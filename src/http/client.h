// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "http/message.h"
#include "http/proxy.h"

namespace sluice::http {

struct ClientOptions {
  std::string host;
  std::uint16_t port = 443;
  std::string server_name;      // whom the server's certificate must be for; empty: `host`
  std::string ca_pem;           // and who must have signed it
  std::string certificate_pem;  // our own, optional
  std::string key_pem;
  std::string bearer_token;         // sent as Authorization when set
  bool plain = false;               // HTTP without TLS
  bool system_authorities = false;  // trusted beside `ca_pem`; without that they are anyway
  std::optional<Proxy> proxy = {};  // on the way to the server
};

struct ClientRequest {
  std::string method = "GET";
  std::string target;  // encoded path and query
  std::string content_type;
  std::string accept = "application/json";
  std::string body;
  Headers headers = {};  // further ones

  // More of the body, behind `body`, that is not in memory: how much, and its bytes from there on.
  // Read as they are sent, some at a time; empty before the end, or an error, breaks the request
  // off.
  std::int64_t more_size = 0;
  std::function<Result<std::string>(std::int64_t offset)> more = {};
};

struct ClientResponse {
  int status = 0;
  Headers headers;
  std::string body;
};

// The body of a response that is still arriving, line by line. read_line by one thread.
class LineStream {
 public:
  virtual ~LineStream() = default;
  // Next line without its end; nothing when `timeout` passed; Unavailable when the body ended or
  // the connection broke; Cancelled after stop().
  virtual Result<std::optional<std::string>> read_line(Duration timeout) = 0;
  virtual void stop() = 0;  // from any thread
};

// The body of a response that is still arriving, piece by piece. One thread.
class BodyStream {
 public:
  virtual ~BodyStream() = default;
  // How many bytes came, 0 at the end of the body. Timeout when none came in time, with nothing
  // lost; Unavailable when the connection broke.
  virtual Result<std::size_t> read(std::span<char> into, Duration timeout) = 0;
};

// A blocking HTTPS client to one server. Keeps idle connections; thread-safe.
class Client {
 public:
  virtual ~Client() = default;
  // The time is that of the whole exchange; while more of a body is sent, that of each piece.
  virtual Result<ClientResponse> send(const ClientRequest& request, Duration timeout) = 0;

  // For watches: answers as soon as the headers are there. A status other than 2xx is returned in
  // `refused` with its body instead of a stream.
  struct Opened {
    std::unique_ptr<LineStream> lines;
    ClientResponse refused;
  };
  virtual Result<Opened> open(const ClientRequest& request, Duration timeout) = 0;

  // For bodies of any size: answers as soon as the headers are there. The body of a status other
  // than 2xx is in the response instead.
  struct Download {
    ClientResponse response;
    std::unique_ptr<BodyStream> body;
  };
  virtual Result<Download> download(const ClientRequest& request, Duration timeout) = 0;
};

Result<std::unique_ptr<Client>> make_client(ClientOptions options);

}  // namespace sluice::http
