// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"
#include "registry/admission/rules.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

constexpr const char* kLabel = "resource.kubernetes.io/admin-access";

// The first of the list that asks for access, or its size.
std::size_t first_asking(const json::Array& list, const json::Value& (*of)(const json::Value&)) {
  std::size_t i = 0;
  while (i < list.size() && !of(list[i]).at("adminAccess").as_bool()) {
    ++i;
  }
  return i;
}

const json::Value& of_request(const json::Value& request) {
  return request.at("exactly");
}
const json::Value& of_result(const json::Value& result) {
  return result;
}

const json::Array& results(const json::Value& claim) {
  return claim.at("status", "allocation", "devices", "results").as_array();
}

// Where access is asked for that was not there before; empty: nowhere.
std::string asking_field(const Attributes& request) {
  if (request.operation == Operation::kCreate) {
    const json::Value& spec = request.object->at("spec");
    const bool is_template = request.kind.kind == "ResourceClaimTemplate";
    const json::Array& requests =
        (is_template ? spec.at("spec") : spec).at("devices", "requests").as_array();
    const std::size_t i = first_asking(requests, of_request);
    return i == requests.size() ? ""
                                : "spec.devices.requests[" + std::to_string(i) + "].adminAccess";
  }
  const json::Array& before = results(*request.old);
  const json::Array& now = results(*request.object);
  const std::size_t i = first_asking(now, of_result);
  const bool granted = first_asking(before, of_result) < before.size();
  return granted || i == now.size()
             ? ""
             : "status.allocation.devices.results[" + std::to_string(i) + "].adminAccess";
}

bool is_concerned(const Attributes& request) {
  if (request.kind.group != "resource.k8s.io") {
    return false;
  }
  const bool is_claim = request.kind.kind == "ResourceClaim";
  return request.operation == Operation::kCreate
             ? is_claim || request.kind.kind == "ResourceClaimTemplate"
             : is_claim && request.subresource == "status";  // what else there is never changes
}

}  // namespace

Result<void> device_admin_access(const store::Store& store, Attributes& request) {
  const std::string field = is_concerned(request) ? asking_field(request) : "";
  if (field.empty()) {
    return {};
  }
  TRY_ASSIGN(const auto home,
             find_stored(store, api::kinds::namespace_(), {"", request.key.ns}));
  if (home && api::label(*home, kLabel) == "true") {
    return {};
  }
  return tl::unexpected(invalid(
      request.kind, api::name(*request.object),
      {"FieldValueForbidden",
       "Forbidden: admin access to devices requires the `" + std::string(kLabel) +
           ": true` label on the containing namespace",
       field}));
}

}  // namespace sluice::registry
