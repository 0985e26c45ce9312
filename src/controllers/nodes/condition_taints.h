// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"

namespace sluice::controllers::nodes {

// The node's taints as its conditions and spec.unschedulable want them: those that keep new pods
// away for such a reason are there if the reason is, all others stay as they are. Pure.
json::Array condition_taints(const client::Object& node);

}  // namespace sluice::controllers::nodes
