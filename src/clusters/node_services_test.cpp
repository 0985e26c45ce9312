// SPDX-License-Identifier: Apache-2.0
#include "clusters/node_services.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/meta.h"
#include "clusters/objects.h"
#include "clusters/services_check.h"
#include "json/text.h"
#include "json/yaml.h"
#include "services/graph.h"

namespace sluice::clusters {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

json::Value object(const std::string& compute, const std::string& more = "version: '22.05'") {
  return json::parse_yaml(
             "{kind: SlurmCluster, metadata: {name: x, namespace: hpc, uid: u}, spec: "
             "{hostBinaries: true, network: {address: 10.0.0.5}, ports: {controller: 7000}, " +
             more + ", compute: " + compute + "}}")
      ->front();
}

TEST(ComputeNodes, EachPoolHasASlurmdWithItsFeaturesBesideOneMunged) {
  const auto cluster = read_cluster(object(
      "{pools: [{name: batch, features: [batch, fast], parameters: {RealMemory: '2000'}}, {name: "
      "htc}], services: [{name: exporter, command: [/bin/exporter], needsReady: [slurmd]}]}"));
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  const auto graph = services::read_services_object(node_services(*cluster, {"7", "p", "a2V5"}));
  ASSERT_TRUE(graph.has_value()) << graph.error().message;
  const auto batch = services::of_pool(*graph, "batch");
  ASSERT_TRUE(batch.has_value()) << batch.error().message;
  ASSERT_EQ(batch->services.size(), 3U);
  const services::Service& munged = batch->services[0];
  EXPECT_EQ(munged.secret_files.front().secret, "x-nodes");
  EXPECT_EQ(munged.secret_files.front().revision, "7");
  const services::Service& slurmd = batch->services[1];
  EXPECT_EQ(slurmd.kill_mode, services::KillMode::kProcess);
  EXPECT_THAT(slurmd.command[2], HasSubstr("exec slurmd -D -Z --conf-server \"$0\" --conf "
                                           "\"$SLUICE_REGISTERS_AS\"\n"));
  EXPECT_EQ(slurmd.command[3], "10.0.0.5:7000");
  EXPECT_EQ(slurmd.command.size(), 4U);
  EXPECT_EQ(slurmd.registers_as, "Feature=batch,fast RealMemory=2000");
  EXPECT_EQ(services::of_pool(*graph, "htc")->services[1].registers_as, "Feature=htc");
}

TEST(ComputeNodes, MachinesAreToldOfEachController) {
  const auto conf_server = [](const std::string& controllers, const std::string& compute) {
    const auto cluster = read_cluster(
        json::parse_yaml("{kind: SlurmCluster, metadata: {name: x, namespace: hpc}, spec: "
                         "{version: '22.05', image: i, " +
                         controllers + ", compute: " + compute + "}}")
            ->front());
    EXPECT_TRUE(cluster.has_value()) << cluster.error().message;
    const json::Value made = node_services(*cluster, {});
    const json::Value& slurmd = made.at("spec", "services").as_array()[1];
    const std::string said = slurmd.at("command").as_array()[3].as_string();
    EXPECT_EQ(api::annotation(made, kControllerAnnotation), said);
    return said;
  };
  EXPECT_EQ(conf_server("controllers: {replicas: 2}", "{}"),
            "x-controller-0.x-controller.hpc.svc:6817,x-controller-1.x-controller.hpc.svc:6817");
  EXPECT_EQ(conf_server("network: {host: true}, controllers: {replicas: 2, addresses: [10.0.0.5, "
                        "10.0.0.6]}, ports: {controller: 7000}",
                        "{}"),
            "10.0.0.5:7000,10.0.0.6:7000");
  EXPECT_EQ(conf_server("controllers: {replicas: 2}", "{controllerAddresses: [a, b]}"),
            "a:6817,b:6817");
  EXPECT_EQ(conf_server("controllers: {replicas: 2}", "{controllerAddress: a}"), "a:6817");
}

TEST(ComputeNodes, MachinesMayReadOneKeyOnly) {
  const auto cluster = read_cluster(object("{}"));
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  const json::Value secret = node_keys(*cluster, {"r", "hush", "a2V5"});
  EXPECT_EQ(json::write(secret.at("data")), R"({"munge.key":"a2V5"})");
  const std::string declared = json::write(node_services(*cluster, {"r", "hush", "a2V5"}));
  EXPECT_THAT(declared, AllOf(Not(HasSubstr("a2V5")), Not(HasSubstr("hush"))));
  EXPECT_THAT(declared,
              Not(AnyOf(HasSubstr("--conf \\\""),
                        HasSubstr("registersAs"))));  // without pools there is nothing to say
}

TEST(ComputeNodes, WithSlurmsOwnAuthenticationSlurmdHasTheKeyAndThereIsNoMunged) {
  const std::string pools = "{pools: [{name: batch}, {name: htc}]}";
  const auto cluster = read_cluster(object(pools, "version: '24.11', auth: slurm"));
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  const Keys keys{"7", "hush", "a2V5"};
  EXPECT_EQ(json::write(node_keys(*cluster, keys).at("data")), R"({"slurm.key":"a2V5"})");
  const json::Value declared = node_services(*cluster, keys);
  EXPECT_THAT(json::write(declared), AllOf(Not(HasSubstr("munge")), Not(HasSubstr("a2V5"))));
  const auto graph = services::read_services_object(declared);
  ASSERT_TRUE(graph.has_value()) << graph.error().message;
  for (const char* pool : {"batch", "htc"}) {
    const auto own = services::of_pool(*graph, pool);
    ASSERT_TRUE(own.has_value()) << own.error().message;
    ASSERT_EQ(own->services.size(), 1U);
    EXPECT_THAT(own->services[0].needs_ready, ElementsAre());
    EXPECT_THAT(own->services[0].secret_files,
                ElementsAre(services::SecretFile{.path = "/etc/slurm/slurm.key",
                                                 .secret = "x-nodes",
                                                 .key = "slurm.key",
                                                 .revision = "7"}));
    EXPECT_THAT(own->services[0].command[2], HasSubstr("install -d -m 0755 /etc/slurm /run/slurm"));
  }
  const auto refused = read_cluster(object("{machineClass: {}}", "version: '24.11', auth: slurm"));
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, HasSubstr("spec.compute.machineClass: machines of Cluster"));
}

TEST(ComputeNodes, NssSlurmIsToldWhereStepsAreAndWhatTheSystemLacks) {
  const auto usual = read_cluster(object("{}", "version: '22.05', identity: {nssSlurm: true}"));
  const auto other = read_cluster(object(
      "{}", "version: '22.05', identity: {nssSlurm: true}, slurmConf: {a: SlurmdSpoolDir=/s/%h}"));
  const auto without = read_cluster(object("{}"));
  ASSERT_TRUE(usual && other && without);
  const auto slurmd = [](const Cluster& cluster) {
    return services::read_services_object(node_services(cluster, {}))->services.back();
  };
  ASSERT_EQ(slurmd(*usual).files.size(), 1U);
  EXPECT_EQ(slurmd(*usual).files[0].path, "/etc/nss_slurm.conf");
  EXPECT_EQ(slurmd(*usual).files[0].text, "SlurmdSpoolDir=/var/spool/slurmd/%n\n");
  EXPECT_EQ(slurmd(*other).files[0].text, "SlurmdSpoolDir=/s/%n\n");
  EXPECT_TRUE(slurmd(*without).files.empty());
  EXPECT_THAT(slurmd(*usual).readiness[2],
              AllOf(HasSubstr("/etc/nsswitch.conf"), HasSubstr("libnss_slurm.so.2"),
                    HasSubstr("; scontrol --oneliner show node ")));
  EXPECT_THAT(slurmd(*without).readiness[2], testing::StartsWith("scontrol --oneliner"));
}

TEST(ComputeNodes, CirclesAndUnmetNeedsAreRefusedByName) {
  const auto circle = objection_to_services(object(
      "{services: [{name: a, command: [/a], needsReady: [b]}, {name: b, command: [/b], needsReady: "
      "[a]}]}"));
  ASSERT_TRUE(circle.has_value());
  EXPECT_EQ(circle->field, "spec.compute");
  EXPECT_THAT(circle->message, HasSubstr("a needs b needs a"));
  EXPECT_THAT(objection_to_services(object("{services: [{name: slurmd, command: [/s]}]}"))->message,
              HasSubstr("\"slurmd\" is there twice"));
  EXPECT_FALSE(objection_to_services(object("{}")).has_value());
  const auto unmet = objection_to_services(
      json::parse_yaml("{kind: NodeServices, metadata: {name: x}, spec: {services: [{name: a, "
                       "command: [/a], needsReady: [z]}]}}")
          ->front());
  ASSERT_TRUE(unmet.has_value());
  EXPECT_EQ(unmet->field, "spec.services");
  EXPECT_THAT(unmet->message, HasSubstr("\"a\" needs \"z\""));
}

}  // namespace
}  // namespace sluice::clusters
