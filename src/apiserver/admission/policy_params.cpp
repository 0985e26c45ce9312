// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/policy_params.h"

#include <utility>

namespace sluice::apiserver {

namespace {

Result<std::string> params_namespace(const api::Kind& kind, const json::Value& ref,
                                     const std::string& request_ns) {
  const std::string& given = ref.at("namespace").as_string();
  if (!kind.namespaced) {
    return given.empty() ? Result<std::string>("")
                         : fail(Code::kInvalid,
                                "paramRef.namespace must not be provided for a cluster-scoped "
                                "`paramKind`");
  }
  if (given.empty() && request_ns.empty()) {
    return fail(Code::kInvalid,
                "cannot use namespaced paramRef in policy binding that matches cluster-scoped "
                "resources");
  }
  return given.empty() ? request_ns : given;
}

Result<std::vector<json::Value>> by_name(const registry::Registry& registry, const api::Kind& kind,
                                         const api::Key& key) {
  std::vector<json::Value> found;
  const auto stored = registry.get(kind, key);
  if (stored) {
    TRY_ASSIGN(json::Value object, stored->decode());
    found.push_back(std::move(object));
  } else if (stored.error().code != Code::kNotFound) {
    return tl::unexpected(stored.error());
  }
  return found;
}

Result<std::vector<json::Value>> by_selector(const registry::Registry& registry,
                                             const api::Kind& kind, const std::string& ns,
                                             const json::Value& selector) {
  TRY_ASSIGN(const api::LabelSelector wanted, api::LabelSelector::from_object(selector));
  TRY_ASSIGN(const registry::ListPage page, registry.list(kind, {.ns = ns}));
  std::vector<json::Value> found;
  for (const registry::StoredObject& item : page.items) {
    TRY_ASSIGN(json::Value object, item.decode());
    if (wanted.matches(object)) {
      found.push_back(std::move(object));
    }
  }
  return found;
}

}  // namespace

Result<std::vector<json::Value>> collect_params(const registry::Registry& registry,
                                                const api::Kind* kind, const PolicyBinding& binding,
                                                const std::string& request_ns) {
  const json::Value& ref = binding.param_ref;
  if (kind == nullptr || ref.is_null()) {
    return std::vector<json::Value>(1);
  }
  TRY_ASSIGN(const std::string ns, params_namespace(*kind, ref, request_ns));
  const std::string& name = ref.at("name").as_string();
  TRY_ASSIGN(std::vector<json::Value> found,
             name.empty() ? by_selector(registry, *kind, ns, ref.at("selector"))
                          : by_name(registry, *kind, {ns, name}));
  if (found.empty() && ref.at("parameterNotFoundAction").as_string() == "Deny") {
    return fail(Code::kInvalid,
                "no params found for policy binding with `Deny` parameterNotFoundAction");
  }
  return found;
}

}  // namespace sluice::apiserver
