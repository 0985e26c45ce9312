// SPDX-License-Identifier: Apache-2.0
#include "services/registration.h"

#include <utility>

namespace sluice::services {

Registrations registrations_of(const NodeServices& graph) {
  Registrations all;
  for (const Service& service : graph.services) {
    if (!service.registers_as.empty()) {
      all[service.name] = service.registers_as;
    }
  }
  return all;
}

void register_as(Service& service, std::string text) {
  std::erase_if(service.environment, [](const auto& one) { return one.first == kRegistersAs; });
  if (!text.empty()) {
    service.environment.emplace_back(kRegistersAs, text);
  }
  service.registers_as = std::move(text);
}

}  // namespace sluice::services
