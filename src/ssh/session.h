// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/clock.h"
#include "base/result.h"
#include "ssh/endpoint.h"
#include "ssh/library.h"
#include "ssh/tunnel.h"

namespace sluice::ssh {

// A login: connected, the host's key checked, authenticated. Used by one thread.
class Session {
 public:
  // Blocks for about `patience`, with a host between twice that. Unavailable: nobody answers.
  // Forbidden: the host's key is unknown or another one, with its fingerprint. Unauthorized: the
  // credential was refused. Invalid: it is none. Messages never hold credentials.
  static Result<Session> login(const Library& library, const Endpoint& endpoint, Duration patience);

  ssh_session get() const { return handle_.get(); }
  bool connected() const { return library_->is_connected(handle_.get()) != 0; }
  std::string error() const { return library_->get_error(handle_.get()); }
  std::uint64_t received() const { return counter_->in_bytes; }

 private:
  struct Free {
    const Library* library;
    void operator()(ssh_session session) const;
  };
  using Handle = std::unique_ptr<ssh_session_struct, Free>;

  Session(const Library& library, Handle handle);
  Result<void> check_host(const Endpoint& endpoint) const;
  Result<void> authenticate(const Endpoint& endpoint) const;
  Result<void> with_key(const Endpoint& endpoint) const;
  Result<void> with_password(const Endpoint& endpoint) const;
  int answer_prompts(const std::string& password) const;

  const Library* library_;
  std::unique_ptr<Tunnel> tunnel_;               // null: the host is reached directly
  std::unique_ptr<ssh_counter_struct> counter_;  // libssh writes to it
  Handle handle_;
};

}  // namespace sluice::ssh
