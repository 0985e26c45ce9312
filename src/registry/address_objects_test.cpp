// SPDX-License-Identifier: Apache-2.0
#include "registry/address_objects.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

const api::Kind& kServices = api::kinds::service();
const api::Kind& kAddresses = api::kinds::ip_address();

class AddressesOfServices : public ::testing::Test {
 protected:
  AddressesOfServices() {
    cluster_.registry.allocate_from(AddressRange::parse("10.0.0.0/24").value());
  }

  static std::string service(const std::string& name, const std::string& address) {
    return R"({"metadata":{"name":")" + name + R"("},"spec":{"ports":[{"port":80}],"clusterIP":")" +
           address + R"("}})";
  }
  json::Value make(const std::string& name, const std::string& address) {
    return cluster_.create(kServices, service(name, address));
  }
  // As a user would ask for it.
  auto request(const std::string& address, const WriteOptions& options = {}) {
    return cluster_.registry.create(kServices, "default", json_of(service("s", address)), options);
  }
  void reserve(const std::string& address, const std::string& resource) {
    cluster_.create(kAddresses, R"({"metadata":{"name":")" + address +
                                    R"("},"spec":{"parentRef":{"name":"x","resource":")" +
                                    resource + R"("}}})");
  }

  TestCluster cluster_;
};

TEST_F(AddressesOfServices, ComeAndGoWithTheService) {
  make("s", "10.0.0.7");
  const json::Value address = cluster_.get(kAddresses, "10.0.0.7");
  EXPECT_EQ(address.at("spec", "parentRef"),
            json_of(R"({"resource":"services","namespace":"default","name":"s"})"));
  EXPECT_EQ(api::label(address, "ipaddress.kubernetes.io/ip-family"), "IPv4");
  EXPECT_EQ(api::label(address, "ipaddress.kubernetes.io/managed-by"), "ipallocator.k8s.io");
  EXPECT_EQ(service_of_address(address), "default/s");
  ASSERT_TRUE(cluster_.registry.remove(kServices, {.key = {"default", "s"}}));
  EXPECT_FALSE(cluster_.exists(kAddresses, "10.0.0.7"));
}

TEST_F(AddressesOfServices, GoWhenTheServiceGivesThemUp) {
  make("s", "10.0.0.7");
  const auto patched = cluster_.registry.patch(
      kServices, {.key = {"default", "s"},
                  .patch = {client::PatchType::kMerge,
                            json_of(R"({"spec":{"type":"ExternalName","externalName":"a.b",
                                        "clusterIP":null,"clusterIPs":null}})")}});
  ASSERT_TRUE(patched) << patched.error().message;
  EXPECT_FALSE(cluster_.exists(kAddresses, "10.0.0.7"));
}

TEST_F(AddressesOfServices, AServiceWithoutAddressHasNone) {
  make("s", "None");
  EXPECT_TRUE(cluster_.registry.list(kAddresses, {})->items.empty());
}

TEST_F(AddressesOfServices, WhatAnotherObjectHoldsIsTaken) {
  reserve("10.0.0.9", "gateways");
  const auto refused = request("10.0.0.9");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("provided IP is already allocated"), std::string::npos)
      << refused.error().message;
}

TEST_F(AddressesOfServices, AServiceThatIsNotWrittenLeavesNone) {
  make("s", "10.0.0.7");
  const auto refused = request("10.0.0.8");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kAlreadyExists);
  EXPECT_FALSE(cluster_.exists(kAddresses, "10.0.0.8"));
  EXPECT_TRUE(cluster_.exists(kAddresses, "10.0.0.7"));
}

TEST_F(AddressesOfServices, ADryRunMakesNone) {
  const auto dry = request("10.0.0.8", {.dry_run = true});
  ASSERT_TRUE(dry) << dry.error().message;
  EXPECT_FALSE(cluster_.exists(kAddresses, "10.0.0.8"));
}

TEST_F(AddressesOfServices, AreRepairedAtTheStart) {
  make("s", "10.0.0.7");
  make("t", "10.0.0.8");
  ASSERT_TRUE(cluster_.registry.remove(kAddresses, {.key = {"", "10.0.0.7"}}));
  reserve("10.0.0.9", "gateways");
  cluster_.create(kAddresses, R"({"metadata":{"name":"10.0.0.10",
    "labels":{"ipaddress.kubernetes.io/managed-by":"ipallocator.k8s.io"}},
    "spec":{"parentRef":{"resource":"services","namespace":"default","name":"gone"}}})");
  const auto repaired = repair_addresses(cluster_.registry);
  ASSERT_TRUE(repaired) << repaired.error().message;
  EXPECT_TRUE(cluster_.exists(kAddresses, "10.0.0.7"));
  EXPECT_TRUE(cluster_.exists(kAddresses, "10.0.0.8"));
  EXPECT_TRUE(cluster_.exists(kAddresses, "10.0.0.9"));
  EXPECT_FALSE(cluster_.exists(kAddresses, "10.0.0.10"));
}

}  // namespace
}  // namespace sluice::registry
