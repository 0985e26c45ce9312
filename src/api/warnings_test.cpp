// SPDX-License-Identifier: Apache-2.0
#include "api/warnings.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"
#include "json/text.h"

namespace sluice::api {
namespace {

TEST(Warnings, AreAboutTheKind) {
  json::Value definition = widget_definition();
  definition["spec"]["versions"].array().front()["schema"]["openAPIV3Schema"]["format"] = "odd";
  definition["spec"]["versions"].array().front()["schema"]["openAPIV3Schema"]["type"] = "string";
  EXPECT_EQ(warnings(kinds::custom_resource_definition(), definition, nullptr).size(), 1U);
  EXPECT_TRUE(warnings(kinds::config_map(), definition, nullptr).empty());
}

std::vector<std::string> warned(const char* version, const char* kind, const char* text) {
  return warnings(*find_kind(version, kind), json::parse(text).value(), nullptr);
}

TEST(Warnings, NameWhatIsDeprecated) {
  EXPECT_EQ(warned("v1", "Service", R"({"spec":{"trafficDistribution":"PreferClose"}})").at(0),
            R"(spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone")");
  EXPECT_EQ(warned("discovery.k8s.io/v1", "EndpointSlice", R"({"addressType":"FQDN"})").at(0),
            "spec.addressType: FQDN endpoints are deprecated");
  EXPECT_EQ(warned("v1", "Secret", R"({"type":"kubernetes.io/tls","data":{"tls.crt":"eA=="}})"),
            std::vector<std::string>{"tls: failed to find any PEM data in certificate input"});
  EXPECT_EQ(warned("networking.k8s.io/v1", "Ingress",
                   R"({"metadata":{"annotations":{"kubernetes.io/ingress.class":"x"}}})")
                .size(),
            1U);
  EXPECT_EQ(
      warned("v1", "PersistentVolume", R"({"spec":{"persistentVolumeReclaimPolicy":"Recycle"}})")
          .size(),
      1U);
}

TEST(Warnings, NamesWithDotsSurpriseWhereTheyBecomeHostNames) {
  const char* const dotted = R"({"metadata":{"name":"a.b"}})";
  EXPECT_EQ(warned("v1", "Pod", dotted).at(0),
            "metadata.name: this is used in the Pod's hostname, which can result in surprising "
            "behavior; a DNS label is recommended: [must not contain dots]");
  EXPECT_EQ(warned("apps/v1", "Deployment", dotted).size(), 1U);
  EXPECT_TRUE(warned("v1", "ConfigMap", dotted).empty());
}

TEST(Warnings, PodsAreWarnedOfWhenTheyAreNewOnly) {
  const json::Value pod = json::parse(R"({"metadata":{"name":"p"},"spec":{
      "imagePullSecrets":[{}]}})")
                              .value();
  EXPECT_EQ(warnings(kinds::pod(), pod, nullptr).size(), 1U);
  EXPECT_TRUE(warnings(kinds::pod(), pod, &pod).empty());
}

TEST(Warnings, AnUnchangedTemplateIsNotWarnedOfAgain) {
  const json::Value set = json::parse(R"({"metadata":{"name":"d"},"spec":{"template":{"spec":{
      "imagePullSecrets":[{}]}}}})")
                              .value();
  const Kind& kind = *find_kind("apps/v1", "DaemonSet");
  EXPECT_EQ(warnings(kind, set, nullptr).size(), 1U);
  EXPECT_TRUE(warnings(kind, set, &set).empty());
}

}  // namespace
}  // namespace sluice::api
