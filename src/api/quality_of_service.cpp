// SPDX-License-Identifier: Apache-2.0
#include "api/strategy.h"
#include "json/quantity.h"

namespace sluice::api {
namespace {

struct Seen {
  bool any = false;        // a positive request or limit of cpu or memory
  bool guaranteed = true;  // every container limits both, and requests as much
};

bool is_positive(const json::Value& amount) {
  const auto quantity = json::Quantity::from(amount);
  return quantity && *quantity > json::Quantity();
}

void look_at(const json::Value& container, Seen& seen) {
  for (const char* resource : {"cpu", "memory"}) {
    const json::Value& limit = container.at("resources", "limits", resource);
    const json::Value& request = container.at("resources", "requests", resource);
    seen.any = seen.any || is_positive(limit) || is_positive(request);
    const auto limited = json::Quantity::from(limit);
    const auto requested = json::Quantity::from(request.is_null() ? limit : request);
    seen.guaranteed = seen.guaranteed && is_positive(limit) && requested && *requested == *limited;
  }
}

}  // namespace

std::string_view quality_of_service(const json::Value& pod) {
  Seen seen;
  for (const char* list : {"containers", "initContainers"}) {
    for (const json::Value& container : pod.at("spec", list).as_array()) {
      look_at(container, seen);
    }
  }
  if (!seen.any) {
    return "BestEffort";
  }
  return seen.guaranteed ? "Guaranteed" : "Burstable";
}

}  // namespace sluice::api
