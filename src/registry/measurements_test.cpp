// SPDX-License-Identifier: Apache-2.0
#include "registry/measurements.h"

#include <gtest/gtest.h>

#include "client/told_usage.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class MeasurementsTest : public testing::Test {
 protected:
  MeasurementsTest() {
    cluster_.registry.measure_with(usage_);
    cluster_.create(api::kinds::node(), R"({"metadata":{"name":"node-1"}})");
    cluster_.create(api::kinds::node(), R"({"metadata":{"name":"node-2"}})");
  }

  // A pod that runs and uses so much in its one container.
  void run(const std::string& name, std::int64_t nanocores, std::int64_t bytes) {
    cluster_.create(api::kinds::pod(),
                    R"({"metadata":{"name":")" + name + R"(","labels":{"app":")" + name +
                        R"("}},"spec":{"containers":[{"name":"c","image":"i"}]}})");
    cluster_.bind(name);
    const client::Patch running{
        .type = client::PatchType::kMerge,
        .body = json::Object{{"status", json::Object{{"phase", "Running"}}}}};
    ASSERT_TRUE(cluster_.registry
                    .patch(api::kinds::pod(),
                           {.key = {"default", name}, .patch = running, .subresource = "status"})
                    .has_value());
    usage_.tell(name, {.time = cluster_.clock.now() - std::chrono::seconds(age_++),
                       .window = std::chrono::milliseconds(10500),
                       .containers = {{"c", nanocores, bytes}}});
  }

  std::string texts(const api::Kind& kind, const ListRequest& request) {
    const auto page = cluster_.registry.list(kind, request);
    EXPECT_TRUE(page.has_value()) << page.error().message;
    std::string all;
    for (const StoredObject& item : page->items) {
      const json::Value object = item.decode().value();
      all += api::name(object) + " ";
    }
    return all;
  }

  TestCluster cluster_;
  client::ToldUsage usage_{cluster_.clock};
  int age_ = 1;
};

TEST_F(MeasurementsTest, APodShowsWhatItsContainersUse) {
  run("a", 1'500'000, 2048 * 1024);
  const auto found = cluster_.registry.get(api::kinds::pod_metrics(), {"default", "a"});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_EQ(found->text(),
            R"({"kind":"PodMetrics","apiVersion":"metrics.k8s.io/v1beta1",)"
            R"("metadata":{"name":"a","namespace":"default",)"
            R"("creationTimestamp":"2030-01-01T00:00:00Z","labels":{"app":"a"}},)"
            R"("timestamp":"2029-12-31T23:59:59Z","window":"10.5s",)"
            R"("containers":[{"name":"c","usage":{"cpu":"1500u","memory":"2Mi"}}]})");
}

TEST_F(MeasurementsTest, WhatIsNotMeasuredIsNotThere) {
  run("a", 1, 1);
  usage_.forget("a");
  const auto found = cluster_.registry.get(api::kinds::pod_metrics(), {"default", "a"});
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().code, Code::kNotFound);
  EXPECT_EQ(found.error().message, "podmetrics.metrics.k8s.io \"default/a\" not found");
  EXPECT_EQ(cluster_.registry.get(api::kinds::pod_metrics(), {"default", "b"}).error().message,
            "pods \"b\" not found");
  EXPECT_EQ(texts(api::kinds::pod_metrics(), {.ns = "default"}), "");
}

TEST_F(MeasurementsTest, PodsThatDoNotRunUseNothing) {
  cluster_.create_pod("waiting");
  usage_.tell("waiting", {.containers = {{"c", 1, 1}}});
  EXPECT_EQ(texts(api::kinds::pod_metrics(), {}), "");
}

TEST_F(MeasurementsTest, ListsAreSelectedAsThoseOfPods) {
  run("a", 1, 1);
  run("b", 1, 1);
  EXPECT_EQ(texts(api::kinds::pod_metrics(), {}), "a b ");
  EXPECT_EQ(texts(api::kinds::pod_metrics(), {.ns = "kube-system"}), "");
  EXPECT_EQ(texts(api::kinds::pod_metrics(), {.ns = "default", .label_selector = "app=b"}), "b ");
  EXPECT_EQ(texts(api::kinds::pod_metrics(), {.field_selector = "metadata.name=a"}), "a ");
  EXPECT_FALSE(
      cluster_.registry.list(api::kinds::pod_metrics(), {.field_selector = "spec.nodeName=x"}));
}

TEST_F(MeasurementsTest, ANodeIsTheSumOfItsPods) {
  run("a", 1'000'000'000, 1024 * 1024);
  run("b", 500'000'000, 1024 * 1024);
  const auto found = cluster_.registry.get(api::kinds::node_metrics(), {"", "node-1"});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  const json::Value metrics = found->decode().value();
  EXPECT_EQ(json::write(metrics.at("usage")), R"({"cpu":"1500m","memory":"2Mi"})");
  EXPECT_EQ(metrics.at("timestamp").as_string(), "2029-12-31T23:59:58Z");
  const auto page = cluster_.registry.list(api::kinds::node_metrics(), {});
  ASSERT_EQ(page->items.size(), 2U);
  EXPECT_EQ(json::write(page->items[1].decode()->at("usage")), R"({"cpu":"0","memory":"0"})");
  EXPECT_EQ(cluster_.registry.get(api::kinds::node_metrics(), {"", "x"}).error().code,
            Code::kNotFound);
}

TEST(Measurements, WithoutASourceThereAreNone) {
  TestCluster cluster;
  cluster.create(api::kinds::node(), R"({"metadata":{"name":"node-1"}})");
  EXPECT_TRUE(cluster.registry.list(api::kinds::node_metrics(), {})->items.empty());
  EXPECT_EQ(cluster.registry.get(api::kinds::node_metrics(), {"", "node-1"}).error().message,
            "nodemetrics.metrics.k8s.io \"node-1\" not found");
}

}  // namespace
}  // namespace sluice::registry
