// SPDX-License-Identifier: Apache-2.0
#include "api/app_armor.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

std::string taken(const char* annotation, const char* spec) {
  json::Value pod;
  pod["metadata"]["annotations"][std::string(kAppArmorAnnotation) + "c"] = annotation;
  pod["spec"] = json::parse(spec).value();
  take_app_armor_annotations(pod);
  return json::write(pod.at("spec"));
}

TEST(AppArmor, ANewPodTakesProfilesFromItsAnnotations) {
  EXPECT_EQ(taken("localhost/x", R"({"containers":[{"name":"c"},{"name":"d"}]})"),
            R"({"containers":[{"name":"c","securityContext":{"appArmorProfile":)"
            R"({"type":"Localhost","localhostProfile":"x"}}},{"name":"d"}]})");
  EXPECT_EQ(taken("unconfined", R"({"initContainers":[{"name":"c"}]})"),
            R"({"initContainers":[{"name":"c","securityContext":{"appArmorProfile":)"
            R"({"type":"Unconfined"}}}]})");
}

TEST(AppArmor, FieldsAndWindowsGoFirst) {
  for (const char* spec :
       {R"({"containers":[{"name":"c","securityContext":{"appArmorProfile":{"type":"x"}}}]})",
        R"({"securityContext":{"appArmorProfile":{"type":"Unconfined"}},)"
        R"("containers":[{"name":"c"}]})",
        R"({"os":{"name":"windows"},"containers":[{"name":"c"}]})"}) {
    EXPECT_EQ(taken("unconfined", spec), spec);
  }
  EXPECT_EQ(taken("", R"({"containers":[{"name":"c"}]})"), R"({"containers":[{"name":"c"}]})");
}

TEST(AppArmor, KnowsItsProfiles) {
  for (const char* known : {"", "runtime/default", "unconfined", "localhost/x"}) {
    EXPECT_TRUE(is_app_armor_profile(known)) << known;
  }
  EXPECT_FALSE(is_app_armor_profile("docker/default"));
}

}  // namespace
}  // namespace sluice::api
