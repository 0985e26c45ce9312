// SPDX-License-Identifier: Apache-2.0
#include "machines/slurm_conf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/yaml.h"

namespace sluice::machines {
namespace {

using testing::HasSubstr;
using testing::Not;

Result<std::string> conf(const std::string& more) {
  return slurm_conf(
      json::parse_yaml("{spec: {clusterName: c, controller: {address: h}, " + more + "}}")->front(),
      "head");
}

TEST(SlurmConf, PartitionsAreMadeOfFeatures) {
  const std::string text =
      conf(
          "partitions: [{name: p, feature: gpu, default: true, maxTime: '1-00:00:00'}, {name: q, "
          "feature: gpu}, {name: all}]")
          .value();
  EXPECT_THAT(text, HasSubstr("NodeSet=feature_gpu Feature=gpu\n"
                              "PartitionName=p Nodes=feature_gpu Default=YES MaxTime=1-00:00:00 "
                              "State=UP\n"
                              "PartitionName=q Nodes=feature_gpu MaxTime=UNLIMITED State=UP\n"
                              "PartitionName=all Nodes=ALL MaxTime=UNLIMITED State=UP\n"));
}

TEST(SlurmConf, ParametersTakeThePlaceOfUsualOnes) {
  const std::string text =
      conf("slurmParameters: {selecttype: select/linear, GresTypes: gpu}").value();
  EXPECT_THAT(text, HasSubstr("selecttype=select/linear\nGresTypes=gpu\n"));
  EXPECT_THAT(text, Not(HasSubstr("SelectType=")));
  EXPECT_THAT(text, HasSubstr("AuthType=auth/munge\n"));
}

TEST(SlurmConf, WorkersCanAlwaysGetTheirConfiguration) {
  EXPECT_THAT(conf("slurmParameters: {SlurmctldParameters: 'idle_on_node_suspend'}").value(),
              HasSubstr("SlurmctldParameters=idle_on_node_suspend,enable_configless\n"));
  EXPECT_THAT(conf("slurmParameters: {SlurmctldParameters: 'a,enable_configless'}").value(),
              HasSubstr("SlurmctldParameters=a,enable_configless\n"));
  EXPECT_THAT(conf("slurmParameters: {AuthType: auth/slurm}").error().message,
              HasSubstr("spec.slurmParameters.AuthType: \"auth/slurm\": expected auth/munge"));
}

TEST(SlurmConf, LinesThatWouldSayMoreAreRefused) {
  for (const char* wrong :
       {"slurmParameters: {A: \"b\\nInclude /x\"}", "slurmParameters: {'A B': c}",
        "slurmParameters: {ClusterName: x}", "partitions: [{name: 'a b'}]",
        "partitions: [{name: a, feature: 'x y'}]", "partitions: [{name: a, maxTime: '1 x'}]"}) {
    const auto made = conf(wrong);
    ASSERT_FALSE(made.has_value()) << wrong;
    EXPECT_THAT(made.error().message, HasSubstr("SlurmNodeClass spec.")) << wrong;
  }
}

}  // namespace
}  // namespace sluice::machines
