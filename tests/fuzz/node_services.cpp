// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "services/graph.h"

// Whatever people write into a graph of services harms nobody; what is taken has an order.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto graph = sluice::services::read_node_services(
      std::string_view(reinterpret_cast<const char*>(data), size));
  if (graph) {
    for (const auto& service : graph->services) {
      CHECK(sluice::services::is_service_name(service.name));
      CHECK(service.unit.empty() != service.command.empty());
    }
  } else {
    CHECK(!graph.error().message.empty());
  }
  return 0;
}
