// SPDX-License-Identifier: Apache-2.0
#include "api/validate.h"

#include "api/label_syntax.h"
#include "api/validation/rules.h"

namespace sluice::api {
namespace {

struct KindRules {
  const Kind& (*kind)();
  std::string (*name_fault)(std::string_view) = dns_subdomain_fault;
  void (*check)(const json::Value& object, Faults& faults) = nullptr;
  void (*check_update)(const json::Value& object, const json::Value& old, Faults& faults) = nullptr;
};

constexpr KindRules kRules[] = {
    {.kind = kinds::config_map, .check = check_config_map, .check_update = check_config_map_update},
    {.kind = kinds::event, .check = check_event},
    {.kind = kinds::job, .check = check_job, .check_update = check_job_update},
    {.kind = kinds::lease, .check = check_lease},
    {.kind = kinds::namespace_, .name_fault = dns_label_fault},
    {.kind = kinds::node, .check = check_node, .check_update = check_node_update},
    {.kind = kinds::pod, .check = check_pod, .check_update = check_pod_update},
    {.kind = kinds::secret, .check = check_secret, .check_update = check_secret_update},
    {.kind = kinds::service,
     .name_fault = dns_1035_label_fault,
     .check = check_service,
     .check_update = check_service_update},
};

const KindRules* find_rules(const Kind& kind) {
  for (const KindRules& rules : kRules) {
    if (&rules.kind() == &kind) {
      return &rules;
    }
  }
  return nullptr;
}

}  // namespace

std::string name_fault(const Kind& kind, const std::string& name) {
  const KindRules* rules = find_rules(kind);
  return rules == nullptr ? dns_subdomain_fault(name) : rules->name_fault(name);
}

Result<void> validate_create(const Kind& kind, const json::Value& object) {
  Faults faults;
  check_metadata(kind, object, faults);
  if (const KindRules* rules = find_rules(kind); rules != nullptr && rules->check != nullptr) {
    rules->check(object, faults);
  }
  return std::move(faults).result();
}

Result<void> validate_update(const Kind& kind, const json::Value& object, const json::Value& old) {
  Faults faults;
  check_metadata(kind, object, faults);
  check_metadata_update(object, old, faults);
  const KindRules* rules = find_rules(kind);
  if (rules != nullptr && rules->check != nullptr) {
    rules->check(object, faults);
  }
  if (rules != nullptr && rules->check_update != nullptr) {
    rules->check_update(object, old, faults);
  }
  return std::move(faults).result();
}

}  // namespace sluice::api
