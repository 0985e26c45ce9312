// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/filter.h>

#include <vector>

#include "base/result.h"
#include "containers/capabilities.h"

namespace sluice::containers {

// The default system call profile: what the well-known one refuses is refused here, depending on
// the capabilities a container has. A refused call fails with EPERM; clone3, whose flags a filter
// cannot see, and calls newer than this program fail with ENOSYS, so that programs take the older
// way; programs of another architecture cannot run at all.
std::vector<sock_filter> default_profile(Capabilities set);

// For this process and all that follow. Needs CAP_SYS_ADMIN in its user namespace or
// no_new_privileges.
Result<void> load_profile(const std::vector<sock_filter>& profile);

}  // namespace sluice::containers
