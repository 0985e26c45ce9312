// SPDX-License-Identifier: Apache-2.0
#include "kubelet/node_names.h"

#include <gtest/gtest.h>

#include "api/label_syntax.h"

namespace sluice::kubelet {
namespace {

const auto kFree = [](const std::string&) { return false; };

TEST(NodeNames, APartitionsNodeIsCalledAfterIt) {
  EXPECT_EQ(partition_node_name("slurm", "debug", kFree), "slurm-debug");
  EXPECT_EQ(partition_node_name("slurm", "GPU_long", kFree), "slurm-gpu-long");
}

TEST(NodeNames, ATakenNameGetsDigitsOfThePartition) {
  const auto taken = [](const std::string& name) { return name == "slurm-gpu"; };
  const std::string name = partition_node_name("slurm", "GPU", taken);
  EXPECT_EQ(name.size(), std::string("slurm-gpu-1234").size());
  EXPECT_EQ(name, partition_node_name("slurm", "GPU", taken));
}

TEST(NodeNames, WhateverThePartitionIsCalledTheNameIsAllowed) {
  for (const std::string& partition :
       {std::string("_"), std::string(200, 'x'), std::string("a_"), std::string("\xc3\xa4")}) {
    const std::string name = partition_node_name("slurm", partition, kFree);
    EXPECT_EQ(api::dns_label_fault(name), "") << name;
    EXPECT_NE(name, "slurm");
  }
}

}  // namespace
}  // namespace sluice::kubelet
