// SPDX-License-Identifier: Apache-2.0
#include "apiserver/streams/kubelet_proxy.h"

#include <gtest/gtest.h>

#include "apiserver/full_room.h"
#include "apiserver/test_call.h"
#include "http/test_pki.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

TEST(KubeletProxy, NotEveryHandlerWaitsForOneKubelet) {
  http::TestPki pki;
  const auto kubelet = http::serve(pki.server_options(), [](const http::Request& request) {
                         http::Response response;
                         response.body = request.target.path;
                         return response;
                       }).value();
  const registry::TestCluster cluster;
  WaitingRoom room;
  const Backends backends({}, room);
  const KubeletProxy proxy(cluster.registry, backends);
  const ProxyTarget target{true, "127.0.0.1", kubelet->port()};
  TestCall call(api::kinds::pod(), "GET", "/api/v1/namespaces/default/pods/p/log");
  call.header("Host", "client.example");
  {
    const FullOf full(room, target.authority());
    EXPECT_EQ(proxy.pass_on(call.call(), target, "c").status, 429);
  }
  const auto passed = proxy.pass_on(call.call(), target, "c");
  EXPECT_EQ(passed.status, 200);
  EXPECT_NE(passed.stream, nullptr);
}

}  // namespace
}  // namespace sluice::apiserver
