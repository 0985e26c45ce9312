// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "client/client.h"

namespace sluice::agent {

// Whether a pod has to leave before the kubelet of its node may stop. Those that are over need not,
// nor static ones, nor those of daemon sets that put up with our taint, which would come again.
bool must_leave(const json::Value& pod, const json::Value& taint);

// Those of the node.
Result<std::vector<client::ObjectPtr>> pods_to_leave(client::Client& client,
                                                     const std::string& node,
                                                     const json::Value& taint);

// Evicts them, which asks their disruption budgets; `forced`: deletes them. Each has its grace
// period either way. Returns what keeps one of them; empty: nothing.
Result<std::string> make_leave(client::Client& client, const std::vector<client::ObjectPtr>& pods,
                               bool forced);

}  // namespace sluice::agent
