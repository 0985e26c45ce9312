// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "registry/registry.h"

namespace sluice::auth {

// Lets who may view pods see what they use: the role that upstream comes with metrics-server, and
// that the roles view, edit and admin collect.
Result<void> publish_metrics_reader(registry::Registry& registry);

}  // namespace sluice::auth
