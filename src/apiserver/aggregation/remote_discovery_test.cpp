// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/remote_discovery.h"

#include <gtest/gtest.h>

#include <array>

#include "json/text.h"

namespace sluice::apiserver {
namespace {

const ApiService kService{.group = "a.io", .version = "v1"};

TEST(RemoteDiscovery, AGroupPrefersItsFirstVersion) {
  const std::array services = {ApiService{.group = "a.io", .version = "v2"}, kService};
  EXPECT_EQ(json::write(remote_group(services)),
            R"({"name":"a.io","versions":[{"groupVersion":"a.io/v2","version":"v2"},)"
            R"({"groupVersion":"a.io/v1","version":"v1"}],)"
            R"("preferredVersion":{"groupVersion":"a.io/v2","version":"v2"}})");
}

TEST(RemoteDiscovery, ResourcesComeWithTheirSubresources) {
  const auto list =
      json::parse(R"({"resources":[{"name":"things/status","kind":"Thing","verbs":["get"]},)"
                  R"({"name":"things","singularName":"thing","namespaced":true,"kind":"Thing",)"
                  R"("verbs":["get","list"],"shortNames":["th"]}]})");
  EXPECT_EQ(json::write(remote_version(kService, *list, true)),
            R"({"version":"v1","resources":[{"resource":"things","responseKind":{"group":"a.io",)"
            R"("version":"v1","kind":"Thing"},"scope":"Namespaced","singularResource":"thing",)"
            R"("verbs":["get","list"],"shortNames":["th"],"subresources":[{"subresource":"status",)"
            R"("responseKind":{"group":"a.io","version":"v1","kind":"Thing"},"verbs":["get"]}]}],)"
            R"("freshness":"Current"})");
}

TEST(RemoteDiscovery, WithoutAnAnswerAVersionIsStale) {
  EXPECT_EQ(json::write(remote_version(kService, {}, false)),
            R"({"version":"v1","freshness":"Stale"})");
}

}  // namespace
}  // namespace sluice::apiserver
