// SPDX-License-Identifier: Apache-2.0
#include "agent/leaving_pods.h"

#include <gtest/gtest.h>

#include "api/taint.h"
#include "json/yaml.h"

namespace sluice::agent {
namespace {

bool leaves(const std::string& pod) {
  return must_leave(json::parse_yaml(pod)->front(),
                    api::taint("sluice.dev/machine", "slurm-worker", "NoSchedule"));
}

TEST(LeavingPods, AreThoseThatRunAndDoNotComeAgain) {
  const std::string daemon =
      "metadata: {ownerReferences: [{kind: DaemonSet, name: d, uid: u, controller: true}]}";
  EXPECT_TRUE(leaves("{status: {phase: Running}}"));
  EXPECT_TRUE(leaves("{spec: {tolerations: [{operator: Exists}]}, status: {phase: Pending}}"));
  EXPECT_FALSE(leaves("{status: {phase: Succeeded}}"));
  EXPECT_FALSE(leaves("{metadata: {annotations: {kubernetes.io/config.mirror: x}}}"));
  EXPECT_TRUE(leaves("{" + daemon + "}"));
  EXPECT_TRUE(leaves("{" + daemon + ", spec: {tolerations: [{key: other, operator: Exists}]}}"));
  EXPECT_FALSE(leaves("{" + daemon + ", spec: {tolerations: [{operator: Exists}]}}"));
}

}  // namespace
}  // namespace sluice::agent
