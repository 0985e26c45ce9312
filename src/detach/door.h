// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "detach/protocol.h"
#include "http/server.h"

namespace sluice::detach {

// Where an agent listens, over TLS with certificates on both sides. Who has none is let through to
// the handler without a name; who has one of another authority is not let in.
class Door {
 public:
  struct Options {
    std::string address = "0.0.0.0";
    std::uint16_t port = kDefaultPort;
    std::filesystem::path certificate;
    std::filesystem::path key;
    std::filesystem::path authority;
  };
  Door(Options options, http::Handler handler, const Clock& clock)
      : options_(std::move(options)), handler_(std::move(handler)), clock_(clock) {}

  // Opens it unless it is open, and takes another certificate that has come to the same file. To be
  // called again and again; what keeps others out is logged once. By one thread.
  void look();

  std::string fault() const;  // empty: it is open and its certificate is good. Any thread.
  std::uint16_t port() const { return server_ == nullptr ? 0 : server_->port(); }
  void close() { server_.reset(); }

 private:
  Result<void> open();
  Result<void> check_time(const std::string& certificate);

  const Options options_;
  const http::Handler handler_;
  const Clock& clock_;
  std::unique_ptr<http::Server> server_;
  std::string certificate_;  // that it shows
  mutable std::mutex mutex_;
  std::string fault_ = "it is not open yet";  // guarded
};

}  // namespace sluice::detach
