// SPDX-License-Identifier: Apache-2.0
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#include <string>
#include <vector>

#include "slurm/native_module/calls.h"

extern "C" {
__attribute__((weak)) char* slurm_node_state_string_complete(uint32_t state);
__attribute__((weak)) char* slurm_node_state_string(uint32_t state);
void slurm_xfree(void** item);
}

namespace sluice::slurm::native_module {
namespace {

// Base state and every flag, "IDLE+DRAIN", where libslurm can print it.
std::string state_of(uint32_t state) {
  if (slurm_node_state_string_complete != nullptr) {
    char* owned = slurm_node_state_string_complete(state);
    std::string text = or_empty(owned);
    slurm_xfree(reinterpret_cast<void**>(&owned));
    return text;
  }
  return slurm_node_state_string != nullptr ? slurm_node_state_string(state) : "UNKNOWN";
}

// The names of the partitions of each node, by its place in the node table.
std::vector<std::string> memberships(const partition_info_msg_t& partitions, uint32_t nodes) {
  std::vector<std::string> result(nodes);
  for (uint32_t p = 0; p < partitions.record_count; ++p) {
    const partition_info_t& partition = partitions.partition_array[p];
    for (const int32_t* range = partition.node_inx; range != nullptr && range[0] >= 0; range += 2) {
      for (int32_t n = range[0]; n <= range[1] && n < static_cast<int32_t>(nodes); ++n) {
        std::string& names = result[static_cast<std::size_t>(n)];
        names += (names.empty() ? "" : ",") + std::string(or_empty(partition.name));
      }
    }
  }
  return result;
}

}  // namespace

int nodes(void (*show)(void*, const sluice_slurm_node*), void* context, sluice_slurm_error* error) {
  partition_info_msg_t* partition_table = nullptr;
  if (slurm_load_partitions(0, &partition_table, SHOW_ALL) != SLURM_SUCCESS) {
    return failed("listing partitions", error);
  }
  node_info_msg_t* node_table = nullptr;
  if (slurm_load_node(0, &node_table, SHOW_ALL) != SLURM_SUCCESS) {
    const int result = failed("listing nodes", error);
    slurm_free_partition_info_msg(partition_table);
    return result;
  }
  const auto names = memberships(*partition_table, node_table->record_count);
  for (uint32_t i = 0; i < node_table->record_count; ++i) {
    const node_info_t& node = node_table->node_array[i];
    if (node.name == nullptr) {
      continue;  // a free slot for a dynamic node
    }
    const std::string state = state_of(node.node_state);
    const sluice_slurm_node shown{.name = node.name,
                                  .state = state.c_str(),
                                  .reason = or_empty(node.reason),
                                  .partitions = names[i].c_str(),
                                  .gres = or_empty(node.gres),
                                  .cpus = node.cpus,
                                  .memory_mib = static_cast<int64_t>(node.real_memory)};
    show(context, &shown);
  }
  slurm_free_node_info_msg(node_table);
  slurm_free_partition_info_msg(partition_table);
  return 0;
}

int partitions(void (*show)(void*, const sluice_slurm_partition*), void* context,
               sluice_slurm_error* error) {
  partition_info_msg_t* table = nullptr;
  if (slurm_load_partitions(0, &table, SHOW_ALL) != SLURM_SUCCESS) {
    return failed("listing partitions", error);
  }
  for (uint32_t i = 0; i < table->record_count; ++i) {
    const partition_info_t& partition = table->partition_array[i];
    const bool limited = partition.max_time != INFINITE && partition.max_time != NO_VAL;
    const sluice_slurm_partition shown{
        .name = or_empty(partition.name),
        .is_default = (partition.flags & PART_FLAG_DEFAULT) != 0 ? 1U : 0U,
        .up = partition.state_up == PARTITION_UP ? 1U : 0U,
        .hidden = (partition.flags & PART_FLAG_HIDDEN) != 0 ? 1U : 0U,
        .max_time_seconds = limited ? int64_t{partition.max_time} * 60 : 0};
    show(context, &shown);
  }
  slurm_free_partition_info_msg(table);
  return 0;
}

}  // namespace sluice::slurm::native_module
