// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "controllers/endpoints/labels.h"
#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

class EndpointsTest : public RoughWorld {
 protected:
  const api::Key web_{"default", "web"};

  void create_service() {
    create(api::kinds::service(), R"({"metadata":{"name":"web"},"spec":{"selector":{"app":"web"},
        "ports":[{"port":80,"targetPort":8080}]}})");
  }
  void create_pod(const std::string& name, const std::string& ip, const std::string& spec = "") {
    const auto pod = create(api::kinds::pod(), R"({"metadata":{"name":")" + name +
                                                   R"(","labels":{"app":"web"}},
        "spec":{)" + spec + R"("containers":[{"name":"c","image":"i"}]}})");
    patch_status(pod, R"({"phase":"Running","podIP":")" + ip + R"(","podIPs":[{"ip":")" + ip +
                          R"("}],"conditions":[{"type":"Ready","status":"True"}]})");
  }
  void patch_status(const client::Object& pod, const std::string& status) {
    const auto patched = client_.patch(
        api::kinds::pod(), api::key(pod),
        {client::PatchType::kMerge, json::Object{{"status", json::parse(status).value()}}},
        client::Part::kStatus);
    EXPECT_TRUE(patched.has_value()) << patched.error().message;
  }
  // In all slices that hold endpoints of the service.
  void await_sliced(std::size_t endpoints) {
    await_all(api::kinds::endpoint_slice(), [&](const Objects& slices) {
      std::size_t count = 0;
      bool any = false;
      for (const auto& slice : slices) {
        if (api::label(*slice, "kubernetes.io/service-name") == "web") {
          any = true;
          count += slice->at("endpoints").as_array().size();
        }
      }
      return any && count == endpoints;
    });
  }
  void await_addresses(std::size_t count) {
    await(api::kinds::endpoints(), web_, [&](const client::Object& endpoints) {
      std::size_t found = 0;
      for (const json::Value& subset : endpoints.at("subsets").as_array()) {
        found += subset.at("addresses").as_array().size();
      }
      return found == count;
    });
  }
};

INSTANTIATE_TEST_SUITE_P(, EndpointsTest, in_every_weather(), weather_name);

TEST_P(EndpointsTest, PodsComeAndGo) {
  create_service();
  await_sliced(0);
  await_addresses(0);
  create_pod("a", "10.1.0.1");
  create_pod("b", "10.1.0.2");
  await_sliced(2);
  await_addresses(2);
  ASSERT_TRUE(
      client_.remove(api::kinds::pod(), {"default", "a"}, {.grace_period_seconds = 0}).has_value());
  await_sliced(1);
  await_addresses(1);
}

TEST_P(EndpointsTest, SlicesFollowTheZonesOfNodes) {
  const auto await_zone = [&](const char* zone) {
    await_all(api::kinds::endpoint_slice(), [&](const Objects& slices) {
      return std::any_of(slices.begin(), slices.end(), [&](const auto& slice) {
        const json::Array& endpoints = slice->at("endpoints").as_array();
        return !endpoints.empty() && endpoints[0].at("zone").as_string() == zone;
      });
    });
  };
  create_service();
  create_ready_node("n");
  create_pod("a", "10.1.0.1", R"("nodeName":"n",)");
  await_sliced(1);
  for (const char* zone : {"east", "west"}) {
    const json::Object labels{{"topology.kubernetes.io/zone", zone}};
    const json::Object metadata{{"labels", labels}};
    ASSERT_TRUE(client_.patch(api::kinds::node(), {"", "n"},
                              {client::PatchType::kMerge, json::Object{{"metadata", metadata}}}));
    await_zone(zone);
  }
}

TEST_P(EndpointsTest, EndpointsAndSlicesGoWithTheService) {
  create_service();
  await_sliced(0);
  await_addresses(0);
  ASSERT_TRUE(client_.remove(api::kinds::service(), web_, {}).has_value());
  await_gone(api::kinds::endpoints(), web_);
  await_all(api::kinds::endpoint_slice(), [](const Objects& slices) {
    return std::none_of(slices.begin(), slices.end(), [](const auto& slice) {
      return api::label(*slice, "kubernetes.io/service-name") == "web";
    });
  });
}

TEST_P(EndpointsTest, EndpointsKeptByHandAreMirrored) {
  create(api::kinds::service(), R"({"metadata":{"name":"web"},"spec":{"ports":[{"port":80}]}})");
  const auto made = create(api::kinds::endpoints(), R"({"metadata":{"name":"web"},"subsets":[{
      "addresses":[{"ip":"10.2.0.1"}],"ports":[{"port":8080}]}]})");
  await_sliced(1);
  client::Object changed = made;
  changed["subsets"].array()[0]["addresses"].array().push_back(json::Object{{"ip", "10.2.0.2"}});
  ASSERT_TRUE(client_.update(api::kinds::endpoints(), changed).has_value());
  await_sliced(2);
  ASSERT_TRUE(client_.remove(api::kinds::endpoints(), web_, {}).has_value());
  await_all(api::kinds::endpoint_slice(), [](const Objects& slices) { return slices.empty(); });
}

}  // namespace
}  // namespace sluice
