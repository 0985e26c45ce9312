// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "client/usage_source.h"
#include "json/value.h"

namespace sluice::nodeapi {

// What is known of a node's pods when somebody asks what they use.
struct UsageFacts {
  std::string node_name;
  std::vector<client::ObjectPtr> pods;
  const client::UsageSource& usage;
  WallTime now;
};

// The Summary of /stats/summary: node, pods, containers. Pods nobody has measured are left out.
json::Value summary(const UsageFacts& facts);

// The same in Prometheus' text form, by the names of upstream's /metrics/resource. Processors are
// given as what is used now (…_nanocores), not as a counter: runners measure rates.
std::string resource_metrics(const UsageFacts& facts);

}  // namespace sluice::nodeapi
