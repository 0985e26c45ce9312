// SPDX-License-Identifier: Apache-2.0
#include "registry/service_addresses.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <thread>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

const api::Kind& kServices = api::kinds::service();

json::Value service(const std::string& name, const std::string& spec) {
  json::Value object = json_of(R"({"spec":{"ports":[{"port":80}]}})");
  object["metadata"]["name"] = name;
  const json::Value members = json_of(spec);
  for (const json::Member& member : members.as_object()) {
    object["spec"][member.key] = member.value;
  }
  return object;
}

class ServiceAddressing : public ::testing::Test {
 protected:
  ServiceAddressing() {
    cluster_.registry.allocate_from(AddressRange::parse("10.0.0.0/29").value());
  }

  json::Value made(const std::string& name, const std::string& spec = "{}") {
    return cluster_.create(kServices, json::write(service(name, spec)));
  }
  std::string refusal(const std::string& name, const std::string& spec) {
    const auto written = cluster_.registry.create(kServices, "default", service(name, spec));
    return written ? "" : written.error().message;
  }
  json::Value patched(const std::string& name, const std::string& patch) {
    const auto written =
        cluster_.registry.patch(kServices, {.key = {.ns = "default", .name = name},
                                            .patch = {client::PatchType::kMerge, json_of(patch)}});
    EXPECT_TRUE(written) << written.error().message;
    return written ? written->object.decode().value() : json::Value();
  }
  void remove(const std::string& name) {
    EXPECT_TRUE(cluster_.registry.remove(kServices, {.key = {.ns = "default", .name = name}}));
  }

  TestCluster cluster_;
};

TEST_F(ServiceAddressing, EveryServiceGetsItsOwnAddress) {
  std::set<std::string> seen;
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
    const json::Value spec = made(name).at("spec");
    EXPECT_TRUE(seen.insert(spec.at("clusterIP").as_string()).second);
    EXPECT_EQ(spec.at("clusterIPs"), json::Value(json::Array{spec.at("clusterIP")}));
    EXPECT_EQ(spec.at("ipFamilies"), json::Value(json::Array{"IPv4"}));
    EXPECT_EQ(spec.at("ipFamilyPolicy").as_string(), "SingleStack");
  }
  EXPECT_EQ(refusal("g", "{}"),
            "Internal error occurred: failed to allocate a serviceIP: range is full");
  remove("c");
  EXPECT_EQ(refusal("g", "{}"), "");
}

TEST_F(ServiceAddressing, AddressesThatAreTakenOrOutsideAreRefused) {
  made("a", R"({"clusterIP":"10.0.0.5"})");
  EXPECT_EQ(refusal("b", R"({"clusterIP":"10.0.0.5"})"),
            "Service \"b\" is invalid: spec.clusterIPs: Invalid value: [\"10.0.0.5\"]: failed to "
            "allocate IP 10.0.0.5: provided IP is already allocated");
  EXPECT_EQ(refusal("b", R"({"clusterIP":"192.0.2.1"})"),
            "Service \"b\" is invalid: spec.clusterIPs: Invalid value: [\"192.0.2.1\"]: failed to "
            "allocate IP 192.0.2.1: the provided network does not match the current range");
  const auto tried = cluster_.registry.create(
      kServices, "default", service("b", R"({"clusterIP":"192.0.2.1"})"), {.dry_run = true});
  EXPECT_EQ(tried.error().message,
            "Service \"b\" is invalid: spec.clusterIPs: Invalid value: [\"192.0.2.1\"]: failed to "
            "allocate IP 192.0.2.1: the provided IP (192.0.2.1) is not in the valid range. The "
            "range of valid IPs is 10.0.0.0/29");
}

TEST_F(ServiceAddressing, FurtherRangesAreUsedWhileTheyAreReady) {
  const api::Kind& kind = *api::find_kind("networking.k8s.io/v1", "ServiceCIDR");
  cluster_.create(kind, R"({"metadata":{"name":"more"},"spec":{"cidrs":["192.0.2.0/29"]}})");
  std::set<std::string> seen;
  std::string last;
  for (int i = 0; i < 12; ++i) {
    last = made("s" + std::to_string(i)).at("spec", "clusterIP").as_string();
    seen.insert(last);
  }
  EXPECT_EQ(seen.size(), 12U);
  EXPECT_TRUE(last.starts_with("192.0.2."));
  EXPECT_NE(refusal("full", "{}"), "");
  remove("s11");
  EXPECT_EQ(
      made("chosen", R"({"clusterIP":")" + last + R"("})").at("spec", "clusterIP").as_string(),
      last);
}

TEST_F(ServiceAddressing, ARangeThatIsNotReadyGivesNothing) {
  const api::Kind& kind = *api::find_kind("networking.k8s.io/v1", "ServiceCIDR");
  cluster_.create(kind, R"({"metadata":{"name":"more"},"spec":{"cidrs":["192.0.2.0/29"]}})");
  ASSERT_TRUE(cluster_.registry.patch(
      kind, {.key = {.name = "more"},
             .patch = {client::PatchType::kMerge, json_of(R"({"status":{"conditions":[{
                 "type":"Ready","status":"False","reason":"r","message":"m",
                 "lastTransitionTime":"2026-01-01T00:00:00Z"}]}})")},
             .subresource = "status"}));
  EXPECT_NE(refusal("a", R"({"clusterIP":"192.0.2.1"})"), "");
}

TEST_F(ServiceAddressing, AddressesStayUntilTheTypeHasNone) {
  const std::string address = made("a").at("spec", "clusterIP").as_string();
  EXPECT_EQ(
      patched("a", R"({"metadata":{"labels":{"x":"y"}}})").at("spec", "clusterIP").as_string(),
      address);
  const json::Value external =
      patched("a", R"({"spec":{"type":"ExternalName","externalName":"example.com"}})");
  EXPECT_EQ(external.at("spec").find("clusterIP"), nullptr);
  EXPECT_EQ(refusal("b", R"({"clusterIP":")" + address + "\"}"), "");
}

TEST_F(ServiceAddressing, HeadlessServicesNeedNone) {
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    EXPECT_EQ(made(name, R"({"clusterIP":"None"})").at("spec", "clusterIP").as_string(), "None");
  }
}

TEST_F(ServiceAddressing, NodePortsAreGivenOnce) {
  const json::Value first = made("a", R"({"type":"NodePort"})");
  const std::int64_t port = first.at("spec", "ports").as_array()[0].at("nodePort").as_int();
  EXPECT_GE(port, 30000);
  EXPECT_LE(port, 32767);
  const std::string same =
      R"({"type":"NodePort","ports":[{"port":80,"nodePort":)" + std::to_string(port) + "}]}";
  EXPECT_EQ(refusal("b", same),
            "Service \"b\" is invalid: spec.ports[0].nodePort: Invalid value: " +
                std::to_string(port) + ": provided port is already allocated");
  const json::Value plain = patched("a", R"({"spec":{"type":"ClusterIP"}})");
  EXPECT_EQ(plain.at("spec", "ports").as_array()[0].find("nodePort"), nullptr);
  EXPECT_EQ(refusal("b", same), "");
}

TEST_F(ServiceAddressing, WhatIsTakenOutlivesARestart) {
  const std::string address =
      made("a", R"({"clusterIP":"10.0.0.2"})").at("spec", "clusterIP").as_string();
  Registry again(*cluster_.store, cluster_.clock);
  again.allocate_from(AddressRange::parse("10.0.0.0/29").value());
  EXPECT_FALSE(again.create(kServices, "default", service("b", R"({"clusterIP":"10.0.0.2"})")));
}

TEST_F(ServiceAddressing, ManyAtOnceNeverShareOne) {
  cluster_.registry.allocate_from(AddressRange::parse("10.0.0.0/25").value());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      for (int i = 0; i < 30; ++i) {
        const std::string name = "s" + std::to_string(t) + "-" + std::to_string(i);
        EXPECT_TRUE(cluster_.registry.create(kServices, "default", service(name, "{}")));
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::set<std::string> seen;
  const auto all = cluster_.registry.list(kServices, {.ns = "default"});
  for (const StoredObject& object : all.value().items) {
    seen.insert(object.decode().value().at("spec", "clusterIP").as_string());
  }
  EXPECT_EQ(seen.size(), 120U);
}

// Does what the test says with what it is shown of services that are created.
class Looker final : public Admitter {
 public:
  using Look = std::function<Result<void>(const json::Value& service)>;
  explicit Looker(Look look) : look_(std::move(look)) {}

  Result<bool> mutate(Attributes&, Mutations&) const override { return false; }
  Result<void> validate(const Attributes& request) const override {
    return &request.kind == &kServices && request.operation == Operation::kCreate
               ? look_(request.subject())
               : Result<void>();
  }

 private:
  const Look look_;
};

constexpr const char* kOnlyPort = R"({"type":"NodePort","clusterIP":"10.0.0.5",
    "ports":[{"port":80,"nodePort":30001}]})";

TEST_F(ServiceAddressing, WhoDecidesOnAServiceSeesWhatItGets) {
  json::Value seen;
  const Looker looker([&](const json::Value& service) -> Result<void> {
    seen = service;
    return {};
  });
  cluster_.registry.admit_with(looker);
  const json::Value service = made("a", R"({"type":"NodePort"})");
  EXPECT_FALSE(seen.at("spec", "clusterIP").as_string().empty());
  EXPECT_NE(seen.at("spec", "ports").as_array()[0].at("nodePort").as_int(), 0);
  EXPECT_EQ(seen.at("spec"), service.at("spec"));
}

TEST_F(ServiceAddressing, WhatARefusedServiceWouldHaveGotIsFree) {
  bool refuse = true;
  const Looker looker([&](const json::Value&) -> Result<void> {
    return refuse ? fail(Code::kForbidden, "no") : Result<void>();
  });
  cluster_.registry.admit_with(looker);
  for (int i = 0; i < 20; ++i) {  // more often than there are addresses
    EXPECT_EQ(refusal("a", kOnlyPort), "no");
    EXPECT_EQ(refusal("b", "{}"), "no");
  }
  refuse = false;
  EXPECT_EQ(refusal("a", kOnlyPort), "");
  EXPECT_EQ(refusal("b", "{}"), "");
}

TEST_F(ServiceAddressing, WhatAServiceGetsIsItsWhileOthersDecide) {
  std::string second;
  const Looker looker([&](const json::Value& service) -> Result<void> {
    if (api::name(service) == "a") {
      second = refusal("b", kOnlyPort);  // meanwhile, by another caller
      EXPECT_EQ(refusal("c", "{}"), "") << "and nobody waits";
    }
    return {};
  });
  cluster_.registry.admit_with(looker);
  EXPECT_EQ(refusal("a", kOnlyPort), "");
  EXPECT_NE(second.find("10.0.0.5: provided IP is already allocated"), std::string::npos) << second;
}

}  // namespace
}  // namespace sluice::registry
