// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "pod/check_result.h"
#include "pod/lifecycle_spec.h"

namespace sluice::pod {

// A hook only wants to be heard: any HTTP answer will do.
enum class Purpose { kProbe, kHook };

struct NetworkCheck {
  const Action& action;
  std::string pod_address;  // where the action names no host
  Purpose purpose = Purpose::kProbe;
  Duration timeout{};
};

// Does an action that is not exec: asks over HTTP, TCP or gRPC, or just waits. Blocks until then or
// until the timeout: for a process of its own.
CheckResult do_network_check(const NetworkCheck& check);

// A TCP connection; the error is in the words of Go's dialer, which people know from events.
Result<UniqueFd> dial(const std::string& host, std::uint16_t port, SteadyTime deadline);
std::string endpoint(const std::string& host, std::uint16_t port);  // "[::1]:80"

}  // namespace sluice::pod
