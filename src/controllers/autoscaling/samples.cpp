// SPDX-License-Identifier: Apache-2.0
#include "controllers/autoscaling/samples.h"

#include <optional>

#include "api/duration_text.h"
#include "base/timestamp.h"
#include "json/quantity.h"

namespace sluice::controllers::autoscaling {
namespace {

std::optional<std::int64_t> milli_of(const json::Value& container, const std::string& resource) {
  const json::Value* used = container.find("usage", resource);
  const auto quantity = used == nullptr ? fail(Code::kNotFound, "") : json::Quantity::from(*used);
  return quantity ? std::optional(quantity->milli_value()) : std::nullopt;
}

std::optional<std::int64_t> used_by(const client::Object& metrics, const std::string& resource,
                                    const std::string& container) {
  const json::Array& all = metrics.at("containers").as_array();
  std::int64_t sum = 0;
  bool found = false;
  for (const json::Value& one : all) {
    if (!container.empty() && one.at("name").as_string() != container) {
      continue;
    }
    const auto milli = milli_of(one, resource);
    if (!milli) {
      return std::nullopt;
    }
    sum += *milli;
    found = true;
  }
  return found ? std::optional(sum) : std::nullopt;
}

}  // namespace

Samples samples_of(const std::vector<client::ObjectPtr>& pod_metrics, const std::string& resource,
                   const std::string& container) {
  Samples samples;
  for (const client::ObjectPtr& metrics : pod_metrics) {
    if (const auto milli = used_by(*metrics, resource, container)) {
      samples[api::name(*metrics)] = {
          .milli = *milli,
          .time = parse_rfc3339(metrics->at("timestamp").as_string()).value_or(WallTime{}),
          .window = api::parse_duration(metrics->at("window").as_string()).value_or(Duration{})};
    }
  }
  return samples;
}

}  // namespace sluice::controllers::autoscaling
