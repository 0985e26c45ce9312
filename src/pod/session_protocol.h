// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "pod/protocol.h"

// What kubelet and runner say to each other in a session beside bytes: payloads of frames, as JSON.
namespace sluice::pod {

// What a session is for: to run a command in a container, to be connected with the process that
// runs there anyway, or with a port.
struct SessionRequest {
  enum class Purpose { kCommand, kAttach, kPort };
  Purpose purpose = Purpose::kCommand;
  std::string container;
  std::vector<std::string> command;
  bool in = false;  // which streams are wanted
  bool out = false;
  bool err = false;
  bool tty = false;
  std::uint16_t port = 0;

  friend bool operator==(const SessionRequest&, const SessionRequest&) = default;
};
std::string to_text(const SessionRequest& request);
Result<SessionRequest> session_request_from_text(std::string_view text);

// Of a terminal.
struct SessionSize {
  std::uint16_t width = 0;
  std::uint16_t height = 0;

  friend bool operator==(const SessionSize&, const SessionSize&) = default;
};
std::string to_text(const SessionSize& size);
Result<SessionSize> session_size_from_text(std::string_view text);

// The exit code, or why there is none.
std::string exit_text(const Result<int>& exit_code);
Result<int> exit_from_text(std::string_view text);

// Who a runner says it is when it connects.
std::string session_identity(const Attempt& attempt, const std::string& session);

// The key of an attempt as spec.json has it, in hexadecimal digits, and as TLS uses it.
Result<std::string> session_key_bytes(std::string_view digits);

}  // namespace sluice::pod
