// SPDX-License-Identifier: Apache-2.0
#include "apiserver/streams/pod_streams.h"

#include <gtest/gtest.h>

#include "json/text.h"
#include "registry/test_cluster.h"
#include "streams/test_pods.h"

namespace sluice::apiserver {
namespace {

const auth::User kTester = auth::certificate_user("tester", {});

constexpr const char* kPod = "/api/v1/namespaces/default/pods/p/";

class PodStreamsTest : public testing::Test {
 protected:
  void SetUp() override {
    cluster_.create_pod("p");
    cluster_.create(api::kinds::pod(),
                    R"({"metadata":{"name":"two"},"spec":{"containers":[{"name":"a","image":"i"},)"
                    R"({"name":"b","image":"i"}]}})");
    cluster_.bind("p");
    cluster_.bind("two");
    cluster_.create_pod("pending");
  }

  http::Response ask(const std::string& target, const std::string& upgrade,
                     const std::string& protocol, const std::string& method = "GET") {
    http::Request request{.method = method, .target = http::parse_target(target).value()};
    if (!upgrade.empty()) {
      request.headers.add("Connection", "Upgrade");
      request.headers.add("Upgrade", upgrade);
      request.headers.add("Sec-WebSocket-Version", "13");
      request.headers.add("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
      request.headers.add("Sec-WebSocket-Protocol", protocol);
      request.headers.add("X-Stream-Protocol-Version", protocol);
    }
    return streams_.handle({.request = request,
                            .info = request_info(request),
                            .kind = api::kinds::pod(),
                            .output = {},
                            .user = kTester});
  }
  http::Response exec(const std::string& query, const std::string& pod = "p") {
    return ask("/api/v1/namespaces/default/pods/" + pod + "/exec?" + query, "websocket",
               "v5.channel.k8s.io");
  }
  static std::string message(const http::Response& response) {
    return std::to_string(response.status) + " " +
           json::parse(response.body)->at("message").as_string();
  }

  registry::TestCluster cluster_;
  streams::TestPods pods_;
  AlarmClock alarms_{cluster_.clock};
  PodStreams streams_{{cluster_.registry, &pods_, cluster_.clock, alarms_}};
};

TEST_F(PodStreamsTest, ExecAndAttachUpgradeOverBothTransports) {
  for (const std::string what : {"exec", "attach"}) {
    const std::string target = kPod + what + "?command=cat&stdin=true&stdout=1&stderr=true";
    const auto websocket = ask(target, "websocket", "v4.channel.k8s.io");
    EXPECT_EQ(websocket.status, 101);
    EXPECT_NE(websocket.upgrade, nullptr);
    EXPECT_EQ(websocket.headers.get("Sec-WebSocket-Protocol"), "v4.channel.k8s.io");
    const auto spdy = ask(target, "SPDY/3.1", "v4.channel.k8s.io", "POST");
    EXPECT_EQ(spdy.status, 101);
    EXPECT_EQ(spdy.headers.get("X-Stream-Protocol-Version"), "v4.channel.k8s.io");
  }
}

TEST_F(PodStreamsTest, ExecRefusesInUpstreamsWords) {
  EXPECT_EQ(message(exec("command=x")), "400 you must specify at least 1 of stdin, stdout, stderr");
  EXPECT_EQ(message(exec("stdout=true")),
            "400 you must specify at least one command for the container");
  EXPECT_EQ(message(exec("stdout=true&command=x&container=d")),
            "400 container d is not valid for pod p");
  EXPECT_EQ(message(exec("stdout=true&command=x", "two")),
            "400 a container name must be specified for pod two, choose one of: [a b]");
  EXPECT_EQ(message(exec("stdout=true&command=x", "pending")),
            "400 pod pending does not have a host assigned");
  EXPECT_EQ(exec("stdout=true&command=x", "nobody").status, 404);
  EXPECT_EQ(message(exec("stdout=true&command=missing")), "404 container not found (\"c\")");
  EXPECT_EQ(message(ask(std::string(kPod) + "exec?stdout=true&command=x", "", "")),
            "400 Upgrade request required");
  EXPECT_EQ(ask(std::string(kPod) + "exec?stdout=true&command=x", "websocket", "soap").status, 403);
  EXPECT_EQ(ask(std::string(kPod) + "exec", "websocket", "", "PUT").status, 405);
}

TEST_F(PodStreamsTest, PortForwardUpgradesInThreeWays) {
  const std::string target = std::string(kPod) + "portforward";
  EXPECT_EQ(ask(target, "SPDY/3.1", "portforward.k8s.io", "POST").status, 101);
  EXPECT_EQ(ask(target, "websocket", "SPDY/3.1+portforward.k8s.io").status, 101);
  EXPECT_EQ(ask(target + "?ports=80", "websocket", "v4.channel.k8s.io").status, 101);
  EXPECT_EQ(message(ask(target, "websocket", "v4.channel.k8s.io")),
            "400 query parameter \"ports\" is required");
  EXPECT_EQ(message(ask(target + "?ports=0", "websocket", "v4.channel.k8s.io")),
            "400 port \"0\" must be > 0");
}

TEST_F(PodStreamsTest, LogsOfAPodWithoutANodeAreEmpty) {
  const auto response =
      ask("/api/v1/namespaces/default/pods/pending/log", "websocket", "binary.k8s.io");
  ASSERT_NE(response.upgrade, nullptr);
  std::string output;
  EXPECT_EQ(response.upgrade->poll(output), Stream::State::kEnd);
}

TEST_F(PodStreamsTest, SaysWhenThereIsNoKubelet) {
  const PodStreams alone({cluster_.registry, nullptr, cluster_.clock, alarms_});
  http::Request request{.method = "GET",
                        .target = http::parse_target(std::string(kPod) + "portforward").value()};
  EXPECT_EQ(message(alone.handle({.request = request,
                                  .info = request_info(request),
                                  .kind = api::kinds::pod(),
                                  .output = {},
                                  .user = kTester})),
            "503 no kubelet serves the pods here");
}

}  // namespace
}  // namespace sluice::apiserver
