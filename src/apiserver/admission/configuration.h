// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "apiserver/admission/policy.h"
#include "apiserver/admission/webhook.h"

namespace sluice::apiserver {

// Everything that decides on requests, ready for use. Immutable.
struct AdmissionConfiguration {
  WebhookList mutating;  // in the order of their configurations' names
  WebhookList validating;
  std::vector<BoundPolicy> policies;
};

// The configuration as it follows from the objects that make it. Not thread-safe; see
// registry::Followed.
class ConfigurationState {
 public:
  // Takes in a webhook configuration, a policy or a binding, or its end.
  void put(const json::Value& object);
  void erase(const json::Value& object);

  // Requests keep the one they began with.
  const std::shared_ptr<const AdmissionConfiguration>& now() const { return now_; }

  // The kinds to follow.
  static std::vector<const api::Kind*> kinds();

 private:
  void assemble();

  std::map<std::string, WebhookList> mutating_;
  std::map<std::string, WebhookList> validating_;
  std::map<std::string, std::shared_ptr<const Policy>> policies_;
  std::map<std::string, std::shared_ptr<const PolicyBinding>> bindings_;
  std::shared_ptr<const AdmissionConfiguration> now_ =
      std::make_shared<const AdmissionConfiguration>();
};

}  // namespace sluice::apiserver
