// SPDX-License-Identifier: Apache-2.0
#include "api/label_keys.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

json::Value applied(const std::string& spec) {
  json::Value pod = json::parse(R"({"metadata":{"labels":{"hash":"1","app":"web"}}})").value();
  pod["spec"] = json::parse(spec).value();
  apply_label_keys(pod);
  return pod.at("spec");
}

std::string text(const json::Value& value) {
  return json::write(value);
}

TEST(LabelKeys, ValuesOfThePodGetIntoTheSelectorsOfItsTerms) {
  const json::Value spec = applied(R"({"affinity":{
    "podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
      {"labelSelector":{},"matchLabelKeys":["hash","none"],"mismatchLabelKeys":["app"]}]},
    "podAntiAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[
      {"weight":1,"podAffinityTerm":{"labelSelector":{},"matchLabelKeys":["hash"]}}]}}})");
  EXPECT_EQ(
      text(spec.at("affinity", "podAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
               .as_array()[0]
               .at("labelSelector")),
      R"({"matchExpressions":[{"key":"hash","operator":"In","values":["1"]},)"
      R"({"key":"app","operator":"NotIn","values":["web"]}]})");
  EXPECT_EQ(
      text(spec.at("affinity", "podAntiAffinity", "preferredDuringSchedulingIgnoredDuringExecution")
               .as_array()[0]
               .at("podAffinityTerm", "labelSelector")),
      R"({"matchExpressions":[{"key":"hash","operator":"In","values":["1"]}]})");
}

TEST(LabelKeys, ConstraintsHaveThemToo) {
  const json::Value spec = applied(
      R"({"topologySpreadConstraints":[{"labelSelector":{},"matchLabelKeys":["hash"]},
          {"matchLabelKeys":["hash"]}]})");
  const json::Array& constraints = spec.at("topologySpreadConstraints").as_array();
  EXPECT_EQ(text(constraints[0].at("labelSelector")),
            R"({"matchExpressions":[{"key":"hash","operator":"In","values":["1"]}]})");
  EXPECT_EQ(constraints[1].find("labelSelector"), nullptr) << "it is about no pod anyway";
}

TEST(LabelKeys, APodWithoutAnyIsLeftAlone) {
  EXPECT_EQ(text(applied(R"({"containers":[]})")), R"({"containers":[]})");
}

}  // namespace
}  // namespace sluice::api
