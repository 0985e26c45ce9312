// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "client/client.h"
#include "pod/protocol.h"

namespace sluice::kubelet {

// Looks up what a pod's env and envFrom refer to; each config map and secret once. For one pod and
// one thread.
class EnvironmentSource {
 public:
  EnvironmentSource(client::Client& client, const json::Value& pod) : client_(client), pod_(pod) {}

  // In order, later ones override; values have $(NAME) of earlier ones expanded. NotFound and
  // Unsupported name the variable.
  Result<std::vector<pod::EnvVar>> environment_of(const json::Value& container);

 private:
  Result<void> add_from(const json::Value& source, std::vector<pod::EnvVar>& into);
  Result<void> add(const json::Value& variable, const json::Value& container,
                   std::vector<pod::EnvVar>& into);
  Result<std::optional<std::string>> key_value(const api::Kind& kind, const json::Value& reference);
  Result<client::ObjectPtr> object(const api::Kind& kind, const std::string& name);
  Result<std::string> entry(const api::Kind& kind, const json::Value& value) const;
  Result<void> add_field(const std::string& name, const std::string& path,
                         std::vector<pod::EnvVar>& into) const;

  client::Client& client_;
  const json::Value& pod_;
  std::map<std::string, client::ObjectPtr> objects_;  // "secrets/name"; null: there is none
};

}  // namespace sluice::kubelet
