// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "controllers/volumes/claims.h"
#include "controllers/volumes/standard_class.h"
#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

class VolumesTest : public RoughWorld {
 protected:
  const api::Kind& claims_ = api::kinds::persistent_volume_claim();
  const api::Key data_{"default", "data"};

  client::Object create_claim(const std::string& class_name, const std::string& more = "") {
    return create(claims_, R"({"metadata":{"name":"data"},"spec":{"storageClassName":")" +
                               class_name + R"(","accessModes":["ReadWriteOnce"],
        "resources":{"requests":{"storage":"1Gi"}})" +
                               more + "}}");
  }
  void create_volume(const std::string& name) {
    create(api::kinds::persistent_volume(),
           R"({"metadata":{"name":")" + name + R"("},"spec":{"storageClassName":"hand",
        "accessModes":["ReadWriteOnce"],"capacity":{"storage":"2Gi"},
        "hostPath":{"path":"/nowhere"}}})");
  }
  client::Object await_phase(const api::Kind& kind, const api::Key& key, const std::string& phase) {
    return await(kind, key, [&](const client::Object& object) {
      return object.at("status", "phase").as_string() == phase;
    });
  }
  void await_event(const std::string& reason) {
    await_all(api::kinds::event(), [&](const Objects& all) {
      return std::any_of(all.begin(), all.end(), [&](const auto& event) {
        return event->at("reason").as_string() == reason;
      });
    });
  }
};

INSTANTIATE_TEST_SUITE_P(, VolumesTest, in_every_weather(), weather_name);

TEST_P(VolumesTest, AClaimGetsAVolumeThatWaits) {
  create_volume("v");
  await_phase(api::kinds::persistent_volume(), {"", "v"}, "Available");
  create_claim("hand");
  const auto claim = await_phase(claims_, data_, "Bound");
  EXPECT_EQ(claim.at("spec", "volumeName").as_string(), "v");
  EXPECT_EQ(claim.at("status", "capacity", "storage").as_string(), "2Gi");
  await_phase(api::kinds::persistent_volume(), {"", "v"}, "Bound");
}

TEST_P(VolumesTest, AClaimWaitsForAVolume) {
  create_claim("hand");
  await_phase(claims_, data_, "Pending");
  create_volume("v");
  await_phase(claims_, data_, "Bound");
}

TEST_P(VolumesTest, TheClassSluiceMakesADirectoryAndTakesItAway) {
  ASSERT_TRUE(controllers::volumes::publish_class(client_).has_value());
  ASSERT_TRUE(controllers::volumes::publish_class(client_).has_value()) << "again";
  const auto made = create_claim("sluice");
  await_phase(claims_, data_, "Bound");
  const auto path = volumes_.path() / ("default-data-" + api::uid(made));
  EXPECT_TRUE(std::filesystem::is_directory(path));
  ASSERT_TRUE(client_.remove(claims_, data_, {}).has_value());
  await_gone(api::kinds::persistent_volume(), {"", "pvc-" + api::uid(made)});
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_P(VolumesTest, ADirectoryGrowsOnRequest) {
  ASSERT_TRUE(controllers::volumes::publish_class(client_).has_value());
  create_claim("sluice");
  await_phase(claims_, data_, "Bound");
  const auto larger = json::parse(R"({"spec":{"resources":{"requests":{"storage":"5Gi"}}}})");
  ASSERT_TRUE(client_.patch(claims_, data_, {client::PatchType::kMerge, *larger}).has_value());
  await(claims_, data_, [](const client::Object& claim) {
    return claim.at("status", "capacity", "storage").as_string() == "5Gi";
  });
}

TEST_P(VolumesTest, AClaimThatLosesItsVolumeSaysSo) {
  create_volume("v");
  create_claim("hand");
  await_phase(claims_, data_, "Bound");
  client::Object volume = await_phase(api::kinds::persistent_volume(), {"", "v"}, "Bound");
  ASSERT_TRUE(client_.remove(api::kinds::persistent_volume(), {"", "v"}, {}).has_value());
  const json::Value none = json::Object{{"metadata", json::Object{{"finalizers", nullptr}}}};
  static_cast<void>(client_.patch(api::kinds::persistent_volume(), {"", "v"},
                                  {client::PatchType::kMerge, none}));  // if protected
  await_phase(claims_, data_, "Lost");
}

TEST_P(VolumesTest, AClaimThatWaitsSaysWhatFor) {
  if (GetParam() == Weather::kLethal) {
    GTEST_SKIP() << "who dies tells nothing";
  }
  create_claim("unknown");
  await_event("ProvisioningFailed");
}

}  // namespace
}  // namespace sluice
