// SPDX-License-Identifier: Apache-2.0
#include "controllers/quota/quota_controller.h"

#include <gtest/gtest.h>

#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

constexpr std::string_view kOnly[] = {"resourcequota"};

class QuotaControllerTest : public RoughWorld {
 protected:
  QuotaControllerTest() : RoughWorld(kOnly) {}

  const api::Kind& quotas_ = *api::find_kind("v1", "ResourceQuota");
  const api::Key q_{"default", "q"};

  void create_quota(const std::string& spec) {
    create(quotas_, R"({"metadata":{"name":"q"},"spec":)" + spec + "}");
  }
  client::Object await_used(const std::string& used) {
    return await(quotas_, q_, [&](const client::Object& quota) {
      return json::write(quota.at("status", "used")) == used;
    });
  }
  client::Object create_pod(const std::string& name, const std::string& spec = "") {
    return create(api::kinds::pod(), R"({"metadata":{"name":")" + name + R"("},"spec":{)" + spec +
                                         R"("containers":[{"name":"c","image":"i",
                      "resources":{"requests":{"cpu":"500m"}}}]}})");
  }
};

INSTANTIATE_TEST_SUITE_P(, QuotaControllerTest, in_every_weather(), weather_name);

TEST_P(QuotaControllerTest, CountsWhatWasThereBefore) {
  create_pod("p1");
  create(api::kinds::secret(), R"({"metadata":{"name":"s"}})");
  create_quota(R"({"hard":{"pods":"5","requests.cpu":"2","secrets":"3","count/jobs.batch":"1"}})");
  const auto quota =
      await_used(R"({"count/jobs.batch":"0","pods":"1","requests.cpu":"500m","secrets":"1"})");
  EXPECT_EQ(quota.at("status", "hard"), quota.at("spec", "hard"));
}

TEST_P(QuotaControllerTest, WhatIsGoneOrOverIsGivenBack) {
  create_quota(R"({"hard":{"pods":"2","requests.cpu":"1"}})");
  await_used(R"({"pods":"0","requests.cpu":"0"})");
  const auto first = create_pod("p1");
  const auto second = create_pod("p2");
  await_used(R"({"pods":"2","requests.cpu":"1"})");
  set_phase(first, "Succeeded");
  await_used(R"({"pods":"1","requests.cpu":"500m"})");
  finish_deletion(second);
  await_used(R"({"pods":"0","requests.cpu":"0"})");
  create_pod("p3");
  await_used(R"({"pods":"1","requests.cpu":"500m"})");
}

TEST_P(QuotaControllerTest, ScopesAndLimitsMayChange) {
  create_pod("long");
  create_pod("short", R"("activeDeadlineSeconds":60,)");
  create_quota(R"({"hard":{"pods":"2"},"scopes":["Terminating"]})");
  await_used(R"({"pods":"1"})");
  ASSERT_TRUE(client_.patch(
      quotas_, q_,
      {client::PatchType::kMerge, *json::parse(R"({"spec":{"hard":{"requests.cpu":"4"}}})")}));
  await_used(R"({"pods":"1","requests.cpu":"500m"})");
}

TEST_P(QuotaControllerTest, AWrongCountIsMended) {
  create_quota(R"({"hard":{"configmaps":"5"}})");
  auto quota = await_used(R"({"configmaps":"0"})");
  create(api::kinds::config_map(), R"({"metadata":{"name":"m"}})");
  ASSERT_TRUE(client_.patch(
      quotas_, q_,
      {client::PatchType::kMerge, *json::parse(R"({"status":{"used":{"configmaps":"4"}}})")},
      client::Part::kStatus));
  let_time_fly(std::chrono::seconds(1));
  await_used(R"({"configmaps":"1"})");
}

TEST_P(QuotaControllerTest, ObjectsOfCustomKindsCount) {
  create(api::kinds::custom_resource_definition(), R"({"metadata":{"name":"toys.example.com"},
      "spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"toys","kind":"Toy"},
              "versions":[{"name":"v1","served":true,"storage":true,
                           "schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
  await(api::kinds::custom_resource_definition(), {"", "toys.example.com"},
        [](const client::Object& definition) {
          return api::has_condition(definition, "Established");
        });
  const api::KindPtr toys = registry_.catalog().find_kind("example.com/v1", "Toy");
  ASSERT_NE(toys, nullptr);
  create(*toys, R"({"metadata":{"name":"t"}})");
  create_quota(R"({"hard":{"count/toys.example.com":"2"}})");
  await_used(R"({"count/toys.example.com":"1"})");
  create(*toys, R"({"metadata":{"name":"u"}})");
  await_used(R"({"count/toys.example.com":"2"})");
  ASSERT_TRUE(client_.remove(*toys, {"default", "t"}, {}));
  let_time_fly(std::chrono::seconds(1));
  await_used(R"({"count/toys.example.com":"1"})");
}

}  // namespace
}  // namespace sluice
