// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

std::string pod(const char* annotations, const char* container = R"({"name":"c","image":"i"})") {
  const std::string text = std::string(R"({"metadata":{"annotations":)") + annotations +
                           R"(},"spec":{"containers":[)" + container + "]}}";
  return faults("v1", "Pod", text.c_str());
}

TEST(Profiles, InAnnotationsAreOfContainersAndKnown) {
  EXPECT_EQ(pod(R"({"container.apparmor.security.beta.kubernetes.io/c":""})"), "");
  EXPECT_EQ(pod(R"({"container.apparmor.security.beta.kubernetes.io/z":"bad"})"),
            "[metadata.annotations[container.apparmor.security.beta.kubernetes.io/z]: Invalid "
            "value: \"z\": container not found, "
            "metadata.annotations[container.apparmor.security.beta.kubernetes.io/z]: Invalid "
            "value: \"bad\": invalid AppArmor profile name: \"bad\"]");
  EXPECT_EQ(pod(R"({"seccomp.security.alpha.kubernetes.io/pod":"bad"})"),
            "metadata.annotations.seccomp.security.alpha.kubernetes.io/pod: Invalid value: "
            "\"bad\": must be a valid seccomp profile");
  EXPECT_EQ(faults("apps/v1", "Deployment", R"({"spec":{"selector":{"matchLabels":{"a":"b"}},
      "template":{"metadata":{"labels":{"a":"b"},"annotations":{
      "container.apparmor.security.beta.kubernetes.io/c":"bad"}},
      "spec":{"containers":[{"name":"c","image":"i"}]}}}})"),
            "spec.template.annotations[container.apparmor.security.beta.kubernetes.io/c]: Invalid "
            "value: \"bad\": invalid AppArmor profile name: \"bad\"");
}

TEST(Profiles, InAnnotationsAndFieldsAreTheSame) {
  constexpr const char* kField = R"({"name":"c","image":"i","securityContext":{
      "appArmorProfile":{"type":"Localhost","localhostProfile":"x"}}})";
  EXPECT_EQ(pod(R"({"container.apparmor.security.beta.kubernetes.io/c":"localhost/x"})", kField),
            "");
  EXPECT_EQ(pod(R"({"container.apparmor.security.beta.kubernetes.io/c":"localhost/y"})", kField),
            "spec.containers[0].securityContext.appArmorProfile.localhostProfile: Forbidden: "
            "apparmor profile in annotation and field must match");
  EXPECT_EQ(pod(R"({"container.apparmor.security.beta.kubernetes.io/c":"unconfined"})", kField),
            "spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in "
            "annotation and field must match");
}

TEST(Profiles, OfAPodStay) {
  const auto with = [](const char* annotations) {
    return std::string(R"({"metadata":{"annotations":)") + annotations +
           R"(},"spec":{"containers":[{"name":"c","image":"i"}]}})";
  };
  const std::string without = with("{}");
  const std::string confined =
      with(R"({"container.apparmor.security.beta.kubernetes.io/c":"runtime/default"})");
  EXPECT_EQ(faults("v1", "Pod", confined.c_str(), without.c_str()),
            "metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: Forbidden: "
            "may not add AppArmor annotations");
  EXPECT_EQ(faults("v1", "Pod", without.c_str(), confined.c_str()),
            "metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: Forbidden: "
            "may not remove or update AppArmor annotations");
  const std::string field =
      R"({"metadata":{"annotations":{
      "container.apparmor.security.beta.kubernetes.io/c":"unconfined"}},
      "spec":{"containers":[{"name":"c","image":"i","securityContext":{
      "appArmorProfile":{"type":"RuntimeDefault"}}}]}})";
  EXPECT_EQ(faults("v1", "Pod", field.c_str(), field.c_str()), "") << "what is there may stay";
}

}  // namespace
}  // namespace sluice::api
