// SPDX-License-Identifier: Apache-2.0
#include "api/printing/cells.h"
#include "json/quantity.h"

namespace sluice::api::cells {
namespace {

json::Value total(const json::Value& pod_metrics, const char* resource) {
  json::Quantity sum;
  for (const json::Value& container : pod_metrics.at("containers").as_array()) {
    sum = sum + json::Quantity::from(container.at("usage", resource)).value_or(json::Quantity());
  }
  return sum.to_string();
}

}  // namespace

json::Value metrics_cpu(const json::Value& pod_metrics, WallTime) {
  return total(pod_metrics, "cpu");
}

json::Value metrics_memory(const json::Value& pod_metrics, WallTime) {
  return total(pod_metrics, "memory");
}

}  // namespace sluice::api::cells
