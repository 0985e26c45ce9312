// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "containers/launch.h"

namespace sluice::containers {

// A set of capabilities, one bit each as the kernel numbers them.
using Capabilities = std::uint64_t;

// What a container may have: the set other runtimes give by default, changed as asked. Invalid for
// a name that is no capability ("NET_ADMIN", "CAP_NET_ADMIN", in any case).
Result<Capabilities> allowed_capabilities(const Privileges& privileges);

bool has_capability(Capabilities set, std::string_view name);

// Nothing this process runs from now on can get more than the set.
Result<void> bound_capabilities(Capabilities set);

// This process has the set at most; nothing is inherited, so a user other than root has none after
// the next exec.
Result<void> keep_capabilities(Capabilities set);

}  // namespace sluice::containers
