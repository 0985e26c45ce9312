// SPDX-License-Identifier: Apache-2.0
#include "controllers/daemonset/daemon_pod.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::daemonset {
namespace {

client::Object set_with(const std::string& pod_spec = "{}") {
  return json::parse(R"({"apiVersion":"apps/v1","kind":"DaemonSet",
    "metadata":{"name":"d","namespace":"ns","uid":"u"},"spec":{"template":{"spec":)" +
                     pod_spec + "}}}")
      .value();
}

client::Object node(const std::string& taints = "[]") {
  return json::parse(R"({"metadata":{"name":"n","labels":{"disk":"ssd"}},"spec":{"taints":)" +
                     taints + "}}")
      .value();
}

TEST(DaemonPod, BelongsToItsNodeAndToleratesTrouble) {
  const client::Object pod = new_pod(set_with(), "n", "abc");
  EXPECT_EQ(node_of(pod), "n");
  EXPECT_EQ(api::label(pod, "controller-revision-hash"), "abc");
  EXPECT_EQ(pod.at("spec", "tolerations").as_array().size(), 6U);
  EXPECT_EQ(new_pod(set_with(R"({"hostNetwork":true})"), "n", "abc")
                .at("spec", "tolerations")
                .as_array()
                .size(),
            7U);
  EXPECT_EQ(node_of(json::parse(R"({"spec":{"nodeName":"m"}})").value()), "m");
  EXPECT_EQ(node_of(json::parse("{}").value()), "");
}

TEST(DaemonPod, FitsWhereSelectorAndTaintsAllow) {
  EXPECT_TRUE(fit(set_with(), node()).run);
  EXPECT_TRUE(fit(set_with(R"({"nodeSelector":{"disk":"ssd"}})"), node()).run);
  EXPECT_FALSE(fit(set_with(R"({"nodeSelector":{"disk":"tape"}})"), node()).stay);
  EXPECT_FALSE(fit(set_with(R"({"nodeName":"other"})"), node()).stay);
  const Fit cordoned = fit(
      set_with(), node(R"([{"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule"}])"));
  EXPECT_TRUE(cordoned.run);
  const Fit tainted = fit(set_with(), node(R"([{"key":"x","effect":"NoSchedule"}])"));
  EXPECT_FALSE(tainted.run);
  EXPECT_TRUE(tainted.stay);
  EXPECT_FALSE(fit(set_with(), node(R"([{"key":"x","effect":"NoExecute"}])")).stay);
}

}  // namespace
}  // namespace sluice::controllers::daemonset
