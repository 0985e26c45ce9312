// SPDX-License-Identifier: Apache-2.0
#include "api/service_ranges.h"

#include <algorithm>

#include "api/meta.h"
#include "cel/functions/address.h"

namespace sluice::api {
namespace {

template <class Test>
bool any_network(const json::Value& service_cidr, Test test) {
  const json::Array& networks = service_cidr.at("spec", "cidrs").as_array();
  return std::any_of(networks.begin(), networks.end(), [&](const json::Value& text) {
    const auto network = cel::parse_prefix(text.as_string());
    return network && test(network->masked());
  });
}

}  // namespace

bool range_has_address(const json::Value& service_cidr, std::string_view address) {
  const auto wanted = cel::parse_address(address);
  return wanted && any_network(service_cidr, [&](const cel::Prefix& network) {
           return network.contains(*wanted);
         });
}

bool range_has_network(const json::Value& service_cidr, std::string_view cidr) {
  const auto wanted = cel::parse_prefix(cidr);
  return wanted && any_network(service_cidr, [&](const cel::Prefix& network) {
           return network.length <= wanted->length && network.contains(wanted->masked().address);
         });
}

// Without a condition it counts as ready: the controller that says so may not run.
bool is_range_in_use(const json::Value& service_cidr) {
  return !is_being_deleted(service_cidr) && (condition(service_cidr, "Ready") == nullptr ||
                                             has_condition(service_cidr, "Ready", "True"));
}

}  // namespace sluice::api
