// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "services/graph.h"

namespace sluice::services {

// Each after those it waits for, else as they were written. Invalid names the service that needs
// somebody unknown, or the circle ("a needs b needs a"). `path` is the list's.
Result<std::vector<Service>> in_order(std::vector<Service> services, const std::string& path);

}  // namespace sluice::services
