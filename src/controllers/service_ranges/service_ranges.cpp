// SPDX-License-Identifier: Apache-2.0
#include "controllers/service_ranges/service_ranges.h"

#include <algorithm>

#include "api/service_ranges.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

constexpr const char* kFinalizer = "networking.k8s.io/service-cidr-finalizer";
constexpr const char* kManagedBy = "ipaddress.kubernetes.io/managed-by";
constexpr const char* kAllocator = "ipallocator.k8s.io";

const api::Kind& range_kind() {
  return *api::find_kind("networking.k8s.io/v1", "ServiceCIDR");
}

template <class Test>
bool another(const client::ObjectList& ranges, const client::Object& than, const Test& test) {
  return std::any_of(ranges.items.begin(), ranges.items.end(), [&](const auto& range) {
    return api::name(*range) != api::name(than) && test(*range);
  });
}

// Every network of it is part of another range.
bool is_covered(const client::ObjectList& ranges, const client::Object& range) {
  const json::Array& networks = range.at("spec", "cidrs").as_array();
  return std::all_of(networks.begin(), networks.end(), [&](const json::Value& network) {
    return another(ranges, range, [&](const client::Object& other) {
      return api::range_has_network(other, network.as_string());
    });
  });
}

}  // namespace

RangeProtection::RangeProtection(client::Client& client, runtime::Informers& informers)
    : Protection(client, range_kind(), kFinalizer),
      ranges_(informers.of(range_kind())),
      addresses_(informers.of(api::kinds::ip_address())) {}

void RangeProtection::connect(runtime::Controller& controller) {
  const auto those_to_go = [this](const runtime::Change&) {
    std::vector<api::Key> keys;
    for (const client::ObjectPtr& range : ranges_.list()) {
      if (api::is_being_deleted(*range)) {
        keys.push_back(api::key(*range));
      }
    }
    return keys;
  };
  controller.watch(ranges_);
  controller.watch(ranges_, those_to_go);
  controller.watch(addresses_, those_to_go);
}

// The server has the last word: the copies here may not know an address yet.
Result<bool> RangeProtection::is_used(const client::Object& range) {
  TRY_ASSIGN(const client::ObjectList ranges, client_.list(range_kind(), {}));
  if (is_covered(ranges, range)) {
    return false;
  }
  TRY_ASSIGN(const client::ObjectList addresses, client_.list(api::kinds::ip_address(), {}));
  return std::any_of(addresses.items.begin(), addresses.items.end(), [&](const auto& address) {
    const std::string name = api::name(*address);
    return api::label(*address, kManagedBy) == kAllocator && api::range_has_address(range, name) &&
           !another(ranges, range, [&](const client::Object& other) {
             return api::range_has_address(other, name);
           });
  });
}

RangeStatus::RangeStatus(client::Client& client, runtime::Informers& informers, Clock& clock)
    : client_(client), clock_(clock), ranges_(informers.of(range_kind())) {}

void RangeStatus::connect(runtime::Controller& controller) {
  controller.watch(ranges_);
}

Result<runtime::Requeue> RangeStatus::reconcile(const api::Key& key) {
  const client::ObjectPtr known = ranges_.get(key);
  if (known == nullptr) {
    return runtime::Requeue{};
  }
  json::Value status = known->at("status");
  const bool going = api::is_being_deleted(*known);
  api::set_condition(
      status,
      going ? api::ConditionUpdate{"Ready", "False", "Terminating",
                                   "There are still IPAddresses referencing the "
                                   "ServiceCIDR, please remove them or create a new "
                                   "ServiceCIDR"}
            : api::ConditionUpdate{"Ready", "True", "", "Kubernetes Service CIDR is ready"},
      clock_.now());
  TRY(write_status(client_, range_kind(), *known, status));
  return runtime::Requeue{};
}

}  // namespace sluice::controllers
