// SPDX-License-Identifier: Apache-2.0
#include "nodeapi/node_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/told_usage.h"
#include "json/text.h"
#include "nodeapi/test_cluster_client.h"
#include "streams/test_pods.h"

namespace sluice::nodeapi {
namespace {

client::ObjectPtr running_pod() {
  return std::make_shared<const client::Object>(
      json::parse(R"({"metadata":{"name":"p","namespace":"ns","uid":"1234"},
                      "spec":{"containers":[{"name":"c"},{"name":"late"}]},
                      "status":{"phase":"Running","containerStatuses":[
                        {"name":"c","state":{"running":{}}},
                        {"name":"late","state":{"waiting":{"reason":"ImagePullBackOff"}}}]}})")
          .value());
}

class NodeApiTest : public testing::Test {
 protected:
  NodeApiTest() { client_.allowed = {"admin get proxy", "admin create proxy", "admin get stats"}; }

  http::Response ask(const std::string& target, const std::string& user = "admin",
                     const std::string& method = "GET", const std::string& protocol = "") {
    http::Request request{.method = method, .target = http::parse_target(target).value()};
    request.peer.name = user;
    if (!protocol.empty()) {
      request.headers.add("Connection", "Upgrade");
      request.headers.add("Upgrade", "SPDY/3.1");
      request.headers.add("X-Stream-Protocol-Version", protocol);
    }
    return api_.handle(request);
  }

  FakeClock clock_;
  TestClusterClient client_;
  Callers callers_{client_, clock_, "n1"};
  streams::TestPods pods_;
  client::ToldUsage usage_{clock_};
  AlarmClock alarms_{clock_};
  const client::ObjectPtr pod_ = running_pod();
  const NodeApi api_{{.node_name = "n1",
                      .callers = callers_,
                      .pods = [this] { return std::vector{pod_}; },
                      .access = pods_,
                      .usage = usage_,
                      .clock = clock_,
                      .alarms = alarms_}};
};

TEST_F(NodeApiTest, ServesOnlyWhoIsKnownAndAllowed) {
  EXPECT_EQ(ask("/pods", "").status, 401);
  EXPECT_EQ(ask("/pods", "eve").status, 403);
  EXPECT_EQ(ask("/pods").status, 200);
  EXPECT_EQ(ask("/metrics/resource").status, 403);  // it has stats, not metrics
}

TEST_F(NodeApiTest, ListsItsPods) {
  const auto list = json::parse(ask("/pods").body);
  ASSERT_TRUE(list.has_value());
  EXPECT_EQ(list->at("kind").as_string(), "PodList");
  EXPECT_EQ(list->at("items").as_array().at(0).at("metadata", "name").as_string(), "p");
  EXPECT_EQ(ask("/healthz").body, "ok");
}

TEST_F(NodeApiTest, StreamsLogsOrSaysWhyNot) {
  const http::Response logs = ask("/containerLogs/ns/p/c?tailLines=5");
  EXPECT_EQ(logs.status, 200);
  ASSERT_NE(logs.stream, nullptr);
  EXPECT_EQ(ask("/containerLogs/ns/x/c").status, 404);
  EXPECT_EQ(ask("/containerLogs/ns/p/x").status, 404);
  const http::Response waiting = ask("/containerLogs/ns/p/late");
  EXPECT_EQ(waiting.status, 400);
  EXPECT_THAT(waiting.body, testing::HasSubstr("trying and failing to pull image"));
}

TEST_F(NodeApiTest, ReachesIntoContainersByUpstreamsParameters) {
  const auto exec = ask("/exec/ns/p/c?command=true&output=1", "admin", "POST", "v4.channel.k8s.io");
  EXPECT_EQ(exec.status, 101);
  EXPECT_NE(exec.upgrade, nullptr);
  EXPECT_NE(
      ask("/exec/ns/p/1234/c?command=true&output=1", "admin", "GET", "v4.channel.k8s.io").upgrade,
      nullptr);
  EXPECT_EQ(ask("/exec/ns/p/9/c?command=true&output=1", "admin", "GET", "v4.channel.k8s.io").status,
            404);
  EXPECT_EQ(ask("/exec/ns/p/c?output=1", "admin", "GET", "v4.channel.k8s.io").status, 400);
  EXPECT_EQ(ask("/exec/ns/p/c?command=true", "admin", "GET", "v4.channel.k8s.io").status, 400);
  EXPECT_EQ(ask("/exec/ns/p/c?command=true&output=1").status, 400);  // no upgrade
  EXPECT_NE(ask("/attach/ns/p/c?input=1&output=1", "admin", "POST", "v4.channel.k8s.io").upgrade,
            nullptr);
  EXPECT_NE(ask("/portForward/ns/p", "admin", "POST", "portforward.k8s.io").upgrade, nullptr);
  const auto unknown = ask("/exec/ns/p/c?command=true&output=1", "admin", "POST", "v9");
  EXPECT_EQ(unknown.status, 403);
  EXPECT_EQ(unknown.headers.get("X-Accepted-Stream-Protocol-Versions"), "v4.channel.k8s.io");
}

TEST_F(NodeApiTest, TellsWhatPodsUse) {
  client_.allowed.insert("admin get metrics");
  usage_.tell("p", {.containers = {{"c", 250'000'000, 1024}}});
  const auto summary = json::parse(ask("/stats/summary").body);
  ASSERT_TRUE(summary.has_value());
  EXPECT_EQ(summary->at("node", "nodeName").as_string(), "n1");
  const json::Value& pod = summary->at("pods").as_array().at(0);
  EXPECT_EQ(pod.at("podRef", "uid").as_string(), "1234");
  EXPECT_EQ(pod.at("cpu", "usageNanoCores").as_int(), 250'000'000);
  EXPECT_EQ(pod.at("containers").as_array().at(0).at("memory", "workingSetBytes").as_int(), 1024);
  EXPECT_THAT(ask("/metrics/resource").body,
              testing::HasSubstr("container_memory_working_set_bytes{container=\"c\",namespace="
                                 "\"ns\",pod=\"p\"} 1024\n"));
}

TEST_F(NodeApiTest, KnowsNothingElse) {
  EXPECT_EQ(ask("/spec").status, 404);
  EXPECT_EQ(ask("/pods", "admin", "POST").status, 405);
}

}  // namespace
}  // namespace sluice::nodeapi
