// SPDX-License-Identifier: Apache-2.0
#include "cmd/workload_pods.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "json/text.h"

namespace sluice::cmd {
namespace {

constexpr const char* kTemplate = R"({"metadata":{"labels":{"a":"b"}},
    "spec":{"containers":[{"name":"c","image":"b","resources":{"limits":{"cpu":"2"}}}]}})";

Result<std::vector<WorkloadPod>> pods(const std::string& text) {
  return pods_of(json::parse(text).value());
}

TEST(WorkloadPods, EveryKindWithATemplateMakesThem) {
  for (const char* kind :
       {"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "ReplicationController"}) {
    const auto made =
        pods(std::string(R"({"kind":")") + kind +
             R"(","metadata":{"name":"w","namespace":"n"},"spec":{"template":)" + kTemplate + "}}");
    ASSERT_TRUE(made.has_value()) << made.error().message;
    ASSERT_EQ(made->size(), 1u) << kind;
    EXPECT_EQ(made->at(0).of, std::string(kind) + " w");
    EXPECT_EQ(api::ns(made->at(0).pod), "n");
    EXPECT_EQ(made->at(0).pod.at("spec", "terminationGracePeriodSeconds").as_int(), 30);
  }
  const auto cron = pods(std::string(R"({"kind":"CronJob","metadata":{"name":"w"},
      "spec":{"jobTemplate":{"spec":{"template":)") +
                         kTemplate + "}}}}");
  EXPECT_EQ(cron->at(0).of, "CronJob w");
  EXPECT_EQ(pods(std::string(R"({"kind":"List","items":[{"kind":"ConfigMap"},
      {"kind":"Job","metadata":{"name":"w"},"spec":{"template":)") +
                 kTemplate + "}}]}")
                ->size(),
            1u);
  EXPECT_TRUE(pods(R"({"kind":"ConfigMap","data":{}})")->empty());
}

TEST(WorkloadPods, AWrongDocumentIsNamed) {
  const auto wrong =
      pods(R"({"kind":"Pod","metadata":{"name":"p"},"spec":{"containers":[{"name":"c"}]}})");
  ASSERT_FALSE(wrong.has_value());
  EXPECT_TRUE(wrong.error().message.starts_with("Pod p: ")) << wrong.error().message;
  EXPECT_NE(wrong.error().message.find("spec.containers[0].image"), std::string::npos);
  const auto typo = pods(R"({"kind":"Pod","metadata":{"name":"p"},"spec":{"contaners":[]}})");
  EXPECT_EQ(typo.error().message, "Pod p: unknown field \"spec.contaners\"");
}

}  // namespace
}  // namespace sluice::cmd
