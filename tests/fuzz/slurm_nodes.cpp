// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "detach/node_output.h"
#include "detach/queue.h"

// Whatever Slurm's commands print about nodes harms nobody.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& node : sluice::detach::parse_nodes(text)) {
    CHECK(!node.name.empty() && !node.state.empty());
    CHECK(!node.is_drained_by_us() || node.is("DRAIN"));
  }
  for (const auto& job : sluice::detach::parse_queue(text)) {
    CHECK(!job.id.empty());
  }
  for (const auto& job : sluice::detach::parse_waiting(text)) {
    CHECK(!job.id.empty() && job.nodes > 0 && job.cpus > 0 && job.memory_mib >= 0);
  }
  (void)sluice::detach::reservations_of(text, "n1");
  (void)sluice::detach::parse_ping(text);
  CHECK(!sluice::detach::is_node_name(text) || text.find('[') == text.npos);
  return 0;
}
