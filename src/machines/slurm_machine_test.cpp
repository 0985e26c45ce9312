// SPDX-License-Identifier: Apache-2.0
#include "machines/slurm_machine.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::machines {
namespace {

TEST(SlurmMachines, ClassesOfAnotherNamespaceAreOfAnotherCluster) {
  const auto made = [](const std::string& ns, const std::string& name) {
    return *json::parse(R"({"metadata":{"namespace":")" + ns + R"("},"spec":{"clusterName":")" +
                        name + R"(","controller":{"address":"10.0.0.9"}}})");
  };
  EXPECT_TRUE(is_same_cluster(made("a", "hpc"), made("a", "hpc")));
  EXPECT_FALSE(is_same_cluster(made("a", "hpc"), made("a", "other")));
  EXPECT_FALSE(is_same_cluster(made("a", "hpc"), made("b", "hpc")));
}

}  // namespace
}  // namespace sluice::machines
