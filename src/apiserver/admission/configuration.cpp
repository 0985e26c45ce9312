// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/configuration.h"

#include <utility>

#include "api/meta.h"

namespace sluice::apiserver {

namespace {

WebhookList joined(const std::map<std::string, WebhookList>& lists) {
  WebhookList all;
  for (const auto& [name, list] : lists) {
    all.insert(all.end(), list.begin(), list.end());
  }
  return all;
}

}  // namespace

std::vector<const api::Kind*> ConfigurationState::kinds() {
  std::vector<const api::Kind*> kinds;
  for (const char* plural : {"mutatingwebhookconfigurations", "validatingwebhookconfigurations",
                             "validatingadmissionpolicies", "validatingadmissionpolicybindings"}) {
    const api::Kind* kind = api::find_resource("admissionregistration.k8s.io", "v1", plural);
    CHECK(kind != nullptr);
    kinds.push_back(kind);
  }
  return kinds;
}

void ConfigurationState::put(const json::Value& object) {
  const std::string& kind = object.at("kind").as_string();
  const std::string& name = api::name(object);
  if (kind == "MutatingWebhookConfiguration") {
    mutating_[name] = Webhook::parse_all(object);
  } else if (kind == "ValidatingWebhookConfiguration") {
    validating_[name] = Webhook::parse_all(object);
  } else if (kind == "ValidatingAdmissionPolicy") {
    policies_[name] = std::make_shared<const Policy>(Policy::parse(object));
  } else {
    bindings_[name] = std::make_shared<const PolicyBinding>(PolicyBinding::parse(object));
  }
  assemble();
}

void ConfigurationState::erase(const json::Value& object) {
  const std::string& kind = object.at("kind").as_string();
  const std::string& name = api::name(object);
  if (kind == "MutatingWebhookConfiguration") {
    mutating_.erase(name);
  } else if (kind == "ValidatingWebhookConfiguration") {
    validating_.erase(name);
  } else if (kind == "ValidatingAdmissionPolicy") {
    policies_.erase(name);
  } else {
    bindings_.erase(name);
  }
  assemble();
}

void ConfigurationState::assemble() {
  auto made = std::make_shared<AdmissionConfiguration>();
  made->mutating = joined(mutating_);
  made->validating = joined(validating_);
  for (const auto& [name, policy] : policies_) {
    BoundPolicy bound{policy, {}};
    for (const auto& [binding_name, binding] : bindings_) {
      if (binding->policy == name) {
        bound.bindings.push_back(binding);
      }
    }
    made->policies.push_back(std::move(bound));
  }
  now_ = std::move(made);
}

}  // namespace sluice::apiserver
