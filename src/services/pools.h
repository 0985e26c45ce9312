// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "services/graph.h"

namespace sluice::services {

// Whether both can be on one machine.
bool meet(const Service& one, const Service& other);

// The services in an order in which they can be started. The machines of each pool have a graph of
// their own; without pools there is one. Errors as those of in_order() (order.h).
Result<std::vector<Service>> in_order_of_pools(std::vector<Service> services,
                                               const std::string& path);

}  // namespace sluice::services
