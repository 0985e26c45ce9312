// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sluice::agent {

enum class ServiceState { kDeploying, kReady, kRemoving, kRemoved };
std::string_view to_string(ServiceState state);  // "deploying"

struct ServiceReport {
  std::string name;
  ServiceState state = ServiceState::kDeploying;
  std::string why;  // what it waits for; empty: nothing

  friend bool operator==(const ServiceReport&, const ServiceReport&) = default;
};

}  // namespace sluice::agent
