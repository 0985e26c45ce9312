// SPDX-License-Identifier: Apache-2.0
//
// The order is upstream's: rules that change the object, mutating webhooks, both again when those
// changed it; then, on the valid object, rules that only check it, policies, validating webhooks.
// Quota comes last of all and belongs to the write itself.
#include "registry/admission.h"

#include <algorithm>
#include <array>
#include <utility>

#include "registry/admission/rules.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

constexpr unsigned on(Operation operation) {
  return static_cast<unsigned>(operation);
}
constexpr unsigned kCreate = on(Operation::kCreate);
constexpr unsigned kUpdate = on(Operation::kUpdate);
constexpr unsigned kDelete = on(Operation::kDelete);

using Function = Result<void> (*)(const store::Store&, Attributes&);

struct Rule {
  unsigned operations;
  Function function;
};

constexpr std::array kMutating = {
    Rule{kCreate | kDelete, namespace_lifecycle},
    Rule{kCreate, limit_ranger_defaults},
    Rule{kCreate, service_account_token},
    Rule{kCreate, node_taint},
    Rule{kCreate, priority},
    Rule{kCreate | kUpdate, default_toleration_seconds},
    Rule{kCreate, default_storage_class},
    Rule{kCreate, storage_in_use},
    Rule{kCreate, runtime_class},
    Rule{kCreate, default_ingress_class},
    Rule{kCreate, certificate_requester},
    Rule{kCreate, pod_topology_labels},
};

constexpr std::array kValidating = {
    Rule{kCreate | kUpdate, device_admin_access},
    Rule{kCreate | kUpdate, limit_ranger}, Rule{kCreate | kUpdate, service_account},
    Rule{kCreate | kUpdate, pod_security}, Rule{kCreate | kUpdate, only_default_priority},
    Rule{kUpdate, claim_resize},
};

template <std::size_t n>
Result<void> run(const std::array<Rule, n>& rules, const store::Store& store, Attributes& request) {
  for (const Rule& rule : rules) {
    if ((rule.operations & on(request.operation)) != 0) {
      TRY(rule.function(store, request));
    }
  }
  return {};
}

const std::string& name_of(const Attributes& request) {
  if (!request.key.name.empty()) {
    return request.key.name;
  }
  const json::Value& metadata = request.subject().at("metadata");
  const std::string& name = metadata.at("name").as_string();
  return name.empty() ? metadata.at("generateName").as_string() : name;
}

}  // namespace

std::string_view to_string(Operation operation) {
  switch (operation) {
    case Operation::kCreate:
      return "CREATE";
    case Operation::kUpdate:
      return "UPDATE";
    case Operation::kDelete:
      return "DELETE";
    case Operation::kConnect:
      break;
  }
  return "CONNECT";
}

void Notes::warn(const std::string& warning) {
  if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) {
    warnings.push_back(warning);
  }
}

const json::Value& user_info(const Requester& requester) {
  static const json::Value kSelf =
      json::Object{{"username", "system:apiserver"},
                   {"groups", json::Array{"system:masters", "system:authenticated"}}};
  return requester.user.is_null() ? kSelf : requester.user;
}

void Attributes::warn(const std::string& warning) const {
  if (notes != nullptr) {
    notes->warn(warning);
  }
}

void Attributes::annotate(const std::string& name, std::string value) const {
  if (notes != nullptr) {
    notes->annotations[name] = std::move(value);
  }
}

const json::Value& Attributes::subject() const {
  static const json::Value kNothing;
  if (object != nullptr) {
    return *object;
  }
  return old != nullptr ? *old : kNothing;
}

Error refused(const Attributes& request, const std::string& why) {
  return forbidden(request.kind, name_of(request), why);
}

Result<void> Admission::mutate(Attributes& request) const {
  TRY(run(kMutating, store_, request));
  if (admitter_ == nullptr) {
    return {};
  }
  Mutations mutations;
  TRY_ASSIGN(const bool changed, admitter_->mutate(request, mutations));
  if (changed) {
    mutations.again = true;
    TRY(run(kMutating, store_, request));
    TRY(admitter_->mutate(request, mutations));
  }
  return {};
}

Result<void> Admission::validate(Attributes& request) const {
  TRY(run(kValidating, store_, request));
  return admitter_ == nullptr ? Result<void>() : admitter_->validate(request);
}

}  // namespace sluice::registry
