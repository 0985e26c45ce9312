// SPDX-License-Identifier: Apache-2.0
#include "kubelet/plan.h"

#include <gtest/gtest.h>

#include "api/defaults.h"
#include "api/kind.h"
#include "json/text.h"

namespace sluice::kubelet {
namespace {

Result<json::Value> plan(std::string_view spec) {
  json::Value pod =
      json::Object{{"apiVersion", "v1"},
                   {"kind", "Pod"},
                   {"metadata", json::Object{{"name", "p"}, {"namespace", "default"}}},
                   {"spec", json::parse(spec).value()}};
  api::apply_defaults(api::kinds::pod(), pod);
  return plan_of(pod);
}

TEST(Plan, SaysWhereEverythingComesFrom) {
  const auto made = plan(R"({"volumes":[{"name":"v","configMap":{"name":"settings"}}],
      "securityContext":{"runAsUser":1000},
      "initContainers":[{"name":"s","image":"a:1","restartPolicy":"Always"}],
      "containers":[{"name":"c","image":"b:1","command":["sh","-c","x"],
        "env":[{"name":"A","value":"1"},
               {"name":"B","valueFrom":{"secretKeyRef":{"name":"s","key":"k","optional":true}}}],
        "envFrom":[{"prefix":"P_","configMapRef":{"name":"m"}}],
        "volumeMounts":[{"name":"v","mountPath":"/v","subPath":"d","readOnly":true}],
        "securityContext":{"capabilities":{"drop":["ALL"]},"allowPrivilegeEscalation":false},
        "livenessProbe":{"exec":{"command":["true"]}}}]})");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  const json::Value& main = made->at("containers").as_array()[0];
  EXPECT_EQ(made->at("hostname").as_string(), "p");
  EXPECT_EQ(made->at("initContainers").as_array()[0].at("sidecar").as_bool(), true);
  EXPECT_EQ(made->at("initContainers").as_array()[0].at("command").as_string(), "the image's");
  EXPECT_EQ(main.at("image").as_string(), "b:1 (IfNotPresent)");
  EXPECT_EQ(main.at("user").as_string(), "1000");
  EXPECT_EQ(json::write(main.at("environment")),
            R"(["P_* from configMap m","A=1","B from secret s, key k, if it is there"])");
  EXPECT_EQ(json::write(main.at("mounts")), R"(["/v from v/d, read-only"])");
  EXPECT_NE(main.find("lifecycle", "liveness"), nullptr);
  EXPECT_EQ(main.find("lifecycle", "terminationMessagePath"), nullptr);
  EXPECT_EQ(json::write(main.at("privileges")), R"(["without ALL","gains no others"])");
  EXPECT_EQ(main.find("args"), nullptr);
}

TEST(Plan, WhatWillBeRefusedIsNamed) {
  const auto volume = plan(R"({"volumes":[{"name":"v","nfs":{"server":"s","path":"/"}}],
      "containers":[{"name":"c","image":"b"}]})");
  ASSERT_FALSE(volume.has_value());
  EXPECT_TRUE(volume.error().message.starts_with("volume \"v\": nfs volumes are not supported"));
  const auto profile = plan(R"({"containers":[{"name":"c","image":"b","securityContext":{
      "seccompProfile":{"type":"Localhost","localhostProfile":"x"}}}]})");
  ASSERT_FALSE(profile.has_value());
  EXPECT_TRUE(profile.error().message.starts_with("container c: seccompProfile.type Localhost"));
}

}  // namespace
}  // namespace sluice::kubelet
