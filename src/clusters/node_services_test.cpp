// SPDX-License-Identifier: Apache-2.0
#include "clusters/node_services.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/meta.h"
#include "base/command.h"
#include "base/files.h"
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

TEST(ComputeNodes, WhatASiteHasBeforeSlurmdComesBeforeItInEachPool) {
  const auto cluster = read_cluster(object(
      "{pools: [{name: batch}, {name: htc}], slurmd: {needsReady: [plugins, munged], needsFiles: "
      "[/opt/site/ready], environment: {LD_LIBRARY_PATH: /opt/site/lib}}, services: [{name: "
      "exporter, command: [/bin/exporter], needsReady: [slurmd]}, {name: plugins, command: "
      "[/opt/site/plugins], provides: [/opt/site/ready]}]}"));
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  const auto graph = services::read_services_object(node_services(*cluster, {}));
  ASSERT_TRUE(graph.has_value()) << graph.error().message;
  for (const char* pool : {"batch", "htc"}) {
    const auto own = services::of_pool(*graph, pool);
    ASSERT_TRUE(own.has_value()) << own.error().message;
    std::vector<std::string> names;
    for (const services::Service& service : own->services) {
      names.push_back(service.name);
    }
    EXPECT_THAT(names, ElementsAre("munged", "plugins", "slurmd", "exporter"));
    const services::Service& slurmd = own->services[2];
    EXPECT_THAT(slurmd.needs_ready, ElementsAre("munged", "plugins"));
    EXPECT_THAT(slurmd.needs_files, ElementsAre("/opt/site/ready"));
    EXPECT_THAT(slurmd.environment,
                ElementsAre(testing::Pair("LD_LIBRARY_PATH", "/opt/site/lib"),
                            testing::Pair("SLUICE_REGISTERS_AS", std::string("Feature=") + pool)));
  }
}

TEST(ComputeNodes, SlurmdChangesInTurnUnlessAllHaveToChangeTogether) {
  const auto word = [](const std::string& compute, const std::string& more, const char* revision) {
    const auto cluster = read_cluster(object(compute, more));
    EXPECT_TRUE(cluster.has_value()) << cluster.error().message;
    const auto graph = services::read_services_object(node_services(*cluster, {revision, "", ""}));
    EXPECT_TRUE(graph.has_value()) << graph.error().message;
    return graph->services.back().in_turn;
  };
  const std::string munge = "version: '22.05'";
  const std::string own = "version: '24.11', auth: slurm";
  const std::string usual = word("{}", munge, "1");
  EXPECT_FALSE(usual.empty());
  EXPECT_EQ(word("{slurmd: {environment: {A: b}}}", munge, "1"), usual);
  EXPECT_EQ(word("{pools: [{name: a, features: [b]}]}", munge, "1"), usual);
  EXPECT_EQ(word("{}", munge, "2"), usual);  // the key is munged's
  EXPECT_NE(word("{controllerAddress: elsewhere}", munge, "1"), usual);
  EXPECT_NE(word("{}", own, "2"), word("{}", own, "1"));
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

TEST(ComputeNodes, OfSeveralControllersTheOneInControlIsAskedFirst) {
  const auto command = [](const std::string& more) {
    const auto cluster = read_cluster(object("{}", more));
    EXPECT_TRUE(cluster.has_value()) << cluster.error().message;
    const json::Value services = node_services(*cluster, {"r", "p", "k"}).at("spec", "services");
    for (const json::Value& service : services.as_array()) {
      if (service.at("name").as_string() == "slurmd") {
        return service.at("command").as_array()[2].as_string();
      }
    }
    return std::string();
  };
  const std::string pair = "controllers: {replicas: 2, addresses: [10.0.0.5, 10.0.0.6]}";
  const auto asks = AllOf(HasSubstr("scontrol show licenses"),
                          HasSubstr("\nexec slurmd -D -Z --conf-server \"$servers\""));
  EXPECT_THAT(command("version: '22.05', " + pair), asks);
  EXPECT_THAT(command("version: '22.05'"), Not(HasSubstr("scontrol")));
  EXPECT_THAT(command("version: '24.11', auth: slurm, " + pair),
              AllOf(Not(HasSubstr("scontrol")), HasSubstr("--conf-server \"$0\"")));
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
  const auto machines = read_cluster(object("{machineClass: {}}", "version: '24.11', auth: slurm"));
  EXPECT_TRUE(machines.has_value()) << machines.error().message;
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
                    HasSubstr("; known=/run/slurm/registered\n")));
  EXPECT_THAT(slurmd(*without).readiness[2], testing::StartsWith("known=/run/slurm/registered\n"));
}

// A scontrol that answers from files, and what slurmd's probe makes of it. `asked` has a line for
// each question to slurmctld.
class Probe : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(write_file_atomic(path("scontrol"),
                                  "#!/bin/sh\nif [ \"$2\" = slurmd ]; then cat '" + path("slurmd") +
                                      "'; else echo x >>'" + path("asked") + "'; cat '" +
                                      path("node") + "'; fi\n",
                                  0755));
    slurmd_says("7", "NONE");
    slurmctld_says("IDLE+DYNAMIC_NORM");
    const auto cluster = read_cluster(object("{}"));
    ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
    const auto graph = services::read_services_object(node_services(*cluster, {}));
    ASSERT_TRUE(graph.has_value()) << graph.error().message;
    probe_ = graph->services.back().readiness;
    const std::size_t place = probe_.back().find("/run/slurm/");
    ASSERT_NE(place, std::string::npos);
    probe_.back().replace(place, 11, scratch_.path().string() + "/");
  }
  std::string path(const char* name) const { return scratch_.path() / name; }
  void slurmd_says(const std::string& process, const std::string& heard) {
    ASSERT_TRUE(write_file_atomic(path("slurmd"),
                                  "Active Steps             = NONE\n"
                                  "Boot time                = 2026-11-16T12:00:00\n"
                                  "Last slurmctld msg time  = " +
                                      heard + "\nSlurmd PID               = " + process + "\n"));
  }
  void slurmctld_says(const std::string& state) {
    ASSERT_TRUE(write_file_atomic(path("node"), "NodeName=n1 State=" + state + " Weight=1\n"));
  }
  // Nobody has looked for so long.
  void let_pass(std::chrono::seconds time) {
    std::error_code failed;
    std::filesystem::last_write_time(path("registered"),
                                     std::filesystem::file_time_type::clock::now() - time, failed);
    ASSERT_FALSE(failed) << failed.message();
  }
  bool is_well() {
    ProcessRunner runner;
    const auto done = runner.run(
        {.argv = probe_, .environment = {{"PATH", scratch_.path().string() + ":/usr/bin:/bin"}}});
    return done.has_value() && done->exit_code == 0;
  }
  std::size_t asked() const { return read_file(path("asked")).value_or("").size() / 2; }

  TemporaryDirectory scratch_{"probe"};
  std::vector<std::string> probe_;
};

TEST_F(Probe, SlurmctldIsAskedUntilASlurmdIsReadyAndNotAgain) {
  slurmctld_says("UNKNOWN+DYNAMIC_NORM");
  EXPECT_FALSE(is_well());
  EXPECT_FALSE(is_well());
  EXPECT_EQ(asked(), 2U);
  slurmctld_says("IDLE+DYNAMIC_NORM");
  EXPECT_TRUE(is_well());
  EXPECT_EQ(asked(), 3U);
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(is_well());
  }
  EXPECT_EQ(asked(), 3U);
  slurmd_says("8", "NONE");  // it was started anew
  EXPECT_TRUE(is_well());
  EXPECT_EQ(asked(), 4U);
}

TEST_F(Probe, OneThatSlurmctldTalksToIsStillRegisteredAndOthersAreAskedFor) {
  EXPECT_TRUE(is_well());
  ProcessRunner runner;
  const auto local = runner.run({.argv = {"date", "+%Y-%m-%dT%H:%M:%S"}});
  ASSERT_TRUE(local.has_value());
  slurmd_says("7", local->out.substr(0, local->out.size() - 1));
  let_pass(std::chrono::hours(1));
  EXPECT_TRUE(is_well());
  EXPECT_EQ(asked(), 1U);
  slurmd_says("7", "2026-01-01T00:00:00");  // long ago
  EXPECT_TRUE(is_well());
  EXPECT_EQ(asked(), 2U);
  EXPECT_TRUE(is_well());  // for a while that holds
  EXPECT_EQ(asked(), 2U);
  let_pass(std::chrono::hours(1));
  slurmctld_says("DOWN+DYNAMIC_NORM+NOT_RESPONDING");
  EXPECT_FALSE(is_well());
  EXPECT_FALSE(is_well());
  EXPECT_EQ(asked(), 4U);
}

TEST_F(Probe, WhereSlurmdDoesNotAnswerSlurmctldIsAskedEachTime) {
  ASSERT_TRUE(write_file_atomic(path("slurmd"), ""));
  EXPECT_TRUE(is_well());
  EXPECT_TRUE(is_well());
  EXPECT_EQ(asked(), 2U);
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
  EXPECT_THAT(objection_to_services(object("{slurmd: {needsReady: [plugins]}}"))->message,
              HasSubstr("\"slurmd\" needs \"plugins\", and there is no such service"));
  EXPECT_THAT(objection_to_services(
                  object("{slurmd: {needsReady: [exporter]}, services: [{name: exporter, command: "
                         "[/bin/exporter], needsReady: [slurmd]}]}"))
                  ->message,
              AnyOf(HasSubstr("slurmd needs exporter needs slurmd"),
                    HasSubstr("exporter needs slurmd needs exporter")));
  EXPECT_THAT(
      objection_to_services(object("{slurmd: {environment: {DB_PASSWORD: hush}}}"))->message,
      HasSubstr("environment.DB_PASSWORD is a password in the clear"));
  EXPECT_THAT(objection_to_services(object("{slurmd: {needsFiles: [relative]}}"))->message,
              HasSubstr("needsFiles[0]: expected an absolute path"));
  const auto unmet = objection_to_services(
      json::parse_yaml("{kind: NodeServices, metadata: {name: x}, spec: {services: [{name: a, "
                       "command: [/a], needsReady: [z]}]}}")
          ->front());
  ASSERT_TRUE(unmet.has_value());
  EXPECT_EQ(unmet->field, "spec.services");
  EXPECT_THAT(unmet->message, HasSubstr("\"a\" needs \"z\""));
  const auto password = objection_to_services(
      json::parse_yaml("{kind: NodeServices, metadata: {name: x}, spec: {services: [{name: e, "
                       "command: [/e], files: [{path: /etc/e.conf, content: 'dbpass = hush'}]}]}}")
          ->front());
  ASSERT_TRUE(password.has_value());
  EXPECT_EQ(password->field, "spec.services[0]");
  EXPECT_THAT(password->message, HasSubstr("dbpass in the file /etc/e.conf of e is a password"));
}

}  // namespace
}  // namespace sluice::clusters
