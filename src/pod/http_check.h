// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pod/network_check.h"

namespace sluice::pod {

// GETs what the action names. 200 to 399 is success; certificates are not verified; redirects are
// followed within the host, one to elsewhere ends in success with a warning. Blocks.
CheckResult check_http(const NetworkCheck& check);

}  // namespace sluice::pod
