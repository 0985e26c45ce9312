// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubelet/pod_objects.h"
#include "pod/protocol.h"

namespace sluice::kubelet {

// Looks up what a pod's env and envFrom refer to. For one pod and one thread.
class EnvironmentSource {
 public:
  explicit EnvironmentSource(PodObjects& objects) : objects_(objects) {}

  // In order, later ones override; values have $(NAME) of earlier ones expanded; `before` is what
  // the container has anyway. NotFound and Unsupported name the variable.
  Result<std::vector<pod::EnvVar>> environment_of(const json::Value& container,
                                                  std::vector<pod::EnvVar> before = {});

 private:
  Result<void> add_from(const json::Value& source, std::vector<pod::EnvVar>& into);
  Result<void> add(const json::Value& variable, const json::Value& container,
                   std::vector<pod::EnvVar>& into);
  Result<std::optional<std::string>> key_value(const api::Kind& kind, const json::Value& reference);
  Result<void> add_field(const std::string& name, const std::string& path,
                         std::vector<pod::EnvVar>& into) const;

  PodObjects& objects_;
};

}  // namespace sluice::kubelet
