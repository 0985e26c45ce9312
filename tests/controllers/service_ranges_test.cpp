// SPDX-License-Identifier: Apache-2.0
#include "controllers/service_ranges/service_ranges.h"

#include <gtest/gtest.h>

#include "world.h"

namespace sluice {
namespace {

class ServiceRangesTest : public RoughWorld {
 protected:
  const api::Kind& ranges_ = *api::find_kind("networking.k8s.io/v1", "ServiceCIDR");

  void create_range(const std::string& name, const std::string& cidr) {
    create(ranges_,
           R"({"metadata":{"name":")" + name + R"("},"spec":{"cidrs":[")" + cidr + R"("]}})");
    await(ranges_, {"", name}, [](const client::Object& range) {
      return api::has_condition(range, "Ready", "True") &&
             range.at("metadata", "finalizers").as_array().size() == 1;
    });
  }
  void create_service(const std::string& name, const std::string& address) {
    create(api::kinds::service(), R"({"metadata":{"name":")" + name +
                                      R"("},"spec":{"ports":[{"port":80}],"clusterIP":")" +
                                      address + R"("}})");
  }
};

INSTANTIATE_TEST_SUITE_P(, ServiceRangesTest, in_every_weather(), weather_name);

TEST_P(ServiceRangesTest, ARangeStaysWhileServicesHaveAddressesOfIt) {
  create_range("more", "192.168.7.0/24");
  create_service("s", "192.168.7.9");
  ASSERT_TRUE(client_.remove(ranges_, {"", "more"}, {}));
  const auto going = await(ranges_, {"", "more"}, [](const client::Object& range) {
    return api::has_condition(range, "Ready", "False");
  });
  EXPECT_EQ(api::condition(going, "Ready")->at("reason").as_string(), "Terminating");
  EXPECT_EQ(api::condition(going, "Ready")->at("message").as_string(),
            "There are still IPAddresses referencing the ServiceCIDR, please remove them or create "
            "a new ServiceCIDR");
  ASSERT_TRUE(client_.remove(api::kinds::service(), {"default", "s"}, {}));
  await_gone(ranges_, {"", "more"});
}

TEST_P(ServiceRangesTest, ARangeThatLiesInAnotherMayGo) {
  create_range("wide", "192.168.0.0/16");
  create_range("narrow", "192.168.7.0/24");
  create_service("s", "192.168.7.9");
  ASSERT_TRUE(client_.remove(ranges_, {"", "narrow"}, {}));
  await_gone(ranges_, {"", "narrow"});
}

}  // namespace
}  // namespace sluice
