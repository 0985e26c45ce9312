// SPDX-License-Identifier: Apache-2.0
#include "lab/configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::lab {
namespace {

using testing::HasSubstr;
using testing::Not;

const Machine kMachine{"ada", "/home/ada", "box"};

State state(LabOptions options) {
  State s{.options = std::move(options), .cluster = "lab_1"};
  s.ports = {{"slurmctld", 1000}, {"slurmd", 1001}, {"slurmd-n1", 1002}, {"slurmd-n2", 1003}};
  return s;
}

TEST(LabConfiguration, StaticNodesHaveAPortEach) {
  const std::string text = slurm_conf_text({"/tmp/lab"}, state({.nodes = 2}), kMachine);
  EXPECT_THAT(text, HasSubstr("NodeName=n1 NodeHostname=box NodeAddr=127.0.0.1 Port=1002 CPUs=16"));
  EXPECT_THAT(text, HasSubstr("NodeName=n2 NodeHostname=box NodeAddr=127.0.0.1 Port=1003"));
  EXPECT_THAT(text, HasSubstr("SlurmUser=ada\n"));
  EXPECT_THAT(text, Not(HasSubstr("AccountingStorage")));
  EXPECT_THAT(text, Not(HasSubstr("jwt")));
}

TEST(LabConfiguration, DynamicNodesDoNotStandInTheFile) {
  const std::string text =
      slurm_conf_text({"/tmp/lab"}, state({.nodes = 2, .dynamic = true}), kMachine);
  EXPECT_THAT(text, Not(HasSubstr("NodeName=")));
  EXPECT_THAT(text, HasSubstr("MaxNodeCount="));
}

TEST(LabConfiguration, GenericResourcesStandInBothFiles) {
  const std::string text = slurm_conf_text(
      {"/tmp/lab"}, state({.nodes = 1, .gres = "gpu:a100:2,gpu:v100:1,fpga:3"}), kMachine);
  EXPECT_THAT(text, HasSubstr("GresTypes=gpu,fpga\n"));
  EXPECT_THAT(text, HasSubstr("RealMemory=32000 Gres=gpu:a100:2,gpu:v100:1,fpga:3 Feature=lab"));
  const auto gres = parse_gres("gpu:a100:2,gpu:1,fpga:3");
  EXPECT_EQ(gres_conf_text(*gres, "/d"),
            "Name=gpu Type=a100 Count=2 File=/d/gpu[0-1]\nName=gpu Count=1 File=/d/gpu[2-2]\n"
            "Name=fpga Count=3\n");
  EXPECT_EQ(gpu_count(*gres), 3);
  EXPECT_TRUE(parse_gres("")->empty());
  for (const char* bad :
       {"gpu", "gpu:", ":2", "gpu:a:b:1", "gpu:0", "gpu:x", "g pu:1", "gpu::1", ","}) {
    EXPECT_FALSE(parse_gres(bad).has_value()) << bad;
  }
}

TEST(LabConfiguration, AccountingAndRestAddTheirParts) {
  const std::string text =
      slurm_conf_text({"/tmp/lab"}, state({.accounting = true, .rest = true}), kMachine);
  EXPECT_THAT(text, HasSubstr("AccountingStoragePass=/tmp/lab/run/munge\n"));
  EXPECT_THAT(text, HasSubstr("jwt_key=/tmp/lab/etc/jwt.key\n"));
}

TEST(LabConfiguration, DatabaseDaemonGetsItsPassword) {
  EXPECT_THAT(slurmdbd_conf_text({"/tmp/lab"}, state({}), kMachine, "secret"),
              HasSubstr("StoragePass=secret\n"));
}

}  // namespace
}  // namespace sluice::lab
