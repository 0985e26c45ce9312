// SPDX-License-Identifier: Apache-2.0
#include "services/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/yaml.h"
#include "services/registration.h"

namespace sluice::services {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

Result<NodeServices> graph(const std::string& services) {
  return read_node_services(
      "{kind: NodeServices, metadata: {name: compute}, spec: {placement: {pool: batch, priority: "
      "90}, services: " +
      services + "}}");
}

std::string refusal(const std::string& services) {
  const auto made = graph(services);
  return made ? "taken" : made.error().message;
}

TEST(NodeServices, AServiceComesAfterThoseItNeedsAndThoseThatProvideItsFiles) {
  const auto made = graph(R"([
    {name: slurmd, command: [/usr/sbin/slurmd, -D], needsReady: [munge], killMode: process,
     needsFiles: [/usr/lib/spank.so, /etc/munge/munge.key], ports: [{name: slurmd, port: 6818}],
     placement: {priority: 95}},
    {name: exporter, command: [/bin/exporter], restart: {policy: on-failure, delaySeconds: 9}},
    {name: spank, command: [/bin/put-spank], provides: [/usr/lib/spank.so],
     files: [{path: /etc/spank, content: "x\n", mode: "0600"}]},
    {name: munge, command: [/usr/sbin/munged, --foreground], user: munge,
     environment: {A: b}, readiness: {command: [/usr/bin/munge, -n]}}])");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  std::vector<std::string> names;
  for (const Service& service : made->services) {
    names.push_back(service.name);
  }
  EXPECT_THAT(names, ElementsAre("exporter", "spank", "munge", "slurmd"));
  const Service& slurmd = made->services.back();
  EXPECT_THAT(waits_for(slurmd, made->services), ElementsAre("munge", "spank"));
  EXPECT_EQ(slurmd.kill_mode, KillMode::kProcess);
  EXPECT_EQ(slurmd.placement.pool, "batch");
  EXPECT_EQ(slurmd.placement.priority, 95);
  EXPECT_EQ(made->services[0].restart, Restart::kOnFailure);
  EXPECT_EQ(made->services[0].restart_delay, 9);
  EXPECT_EQ(made->services[1].files[0].mode, 0600U);
  EXPECT_EQ(made->services[2].placement.priority, 90);
  EXPECT_THAT(made->services[2].readiness, ElementsAre("/usr/bin/munge", "-n"));
}

TEST(NodeServices, WhatAServiceRegistersAsIsAVariableOfItsCommand) {
  auto made = graph(
      "[{name: slurmd, command: [/s], environment: {A: b}, registersAs: 'Feature=a "
      "Weight=1'}, {name: munge, command: [/m]}]");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  EXPECT_THAT(registrations_of(*made), ElementsAre(Pair("slurmd", "Feature=a Weight=1")));
  Service& slurmd = made->services.front();
  EXPECT_THAT(slurmd.environment,
              ElementsAre(Pair("A", "b"), Pair(kRegistersAs, "Feature=a Weight=1")));
  register_as(slurmd, "Feature=b");
  EXPECT_THAT(slurmd.environment, ElementsAre(Pair("A", "b"), Pair(kRegistersAs, "Feature=b")));
  EXPECT_EQ(registrations_of(*made).at("slurmd"), "Feature=b");
}

TEST(NodeServices, APoolMayHaveAServiceOfItsOwnUnderTheSameName) {
  const std::string services = R"([
    {name: slurmd, command: [/s, a], needsReady: [munge], placement: {pool: a}},
    {name: slurmd, command: [/s, b], needsReady: [munge], placement: {pool: b}},
    {name: late, command: [/l], needsReady: [slurmd]},
    {name: munge, command: [/m], secretFiles: [{path: /key, secret: x, key: k, owner: munge}]}])";
  const auto made = read_node_services(
      "{kind: NodeServices, metadata: {name: compute}, spec: {services: " + services + "}}");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  EXPECT_EQ(made->services.size(), 4U);
  const auto of_b = of_pool(*made, "b");
  ASSERT_TRUE(of_b.has_value()) << of_b.error().message;
  std::vector<std::string> words;
  for (const Service& service : of_b->services) {
    words.push_back(service.command.back());
  }
  EXPECT_THAT(words, ElementsAre("/m", "b", "/l"));
  const Service& munge = of_b->services.front();
  EXPECT_EQ(munge.secret_files.front().mode, 0400U);
  EXPECT_THAT(munge.needs_files, ElementsAre("/key"));  // others than agents wait for it
  const auto of_none = of_pool(*made, "c");
  ASSERT_FALSE(of_none.has_value());
  EXPECT_EQ(of_none.error().message, "\"c\" is no pool of compute, which has a, b");
  EXPECT_EQ(refusal("[{name: a, command: [/a], secretFiles: [{path: /k, secret: x, key: k, mode: "
                    "'0640'}]}]"),
            "spec.services[0].secretFiles[0].mode: expected one that lets nobody else read it");
}

TEST(NodeServices, ACircleIsNamedAndSoIsANeedThatNobodyMeets) {
  EXPECT_EQ(refusal("[{name: x, unit: u}, {name: a, unit: u, needsReady: [b]}, {name: b, unit: u, "
                    "needsFiles: [/f]}, {name: c, unit: u, needsReady: [x, a], provides: [/f]}]"),
            "spec.services: these wait for one another: a needs b needs c needs a");
  EXPECT_EQ(refusal("[{name: a, unit: u, needsReady: [a]}]"),
            "spec.services: these wait for one another: a needs a");
  EXPECT_EQ(refusal("[{name: a, unit: u, needsReady: [munge]}]"),
            "spec.services: \"a\" needs \"munge\", and there is no such service");
}

TEST(NodeServices, WhatEndsIsReadyWhenItIsDone) {
  const auto made = graph(R"([
    {name: a, command: [/a], readiness: {whenDone: true}},
    {name: b, command: [/b], restart: {policy: never}},
    {name: c, command: [/c], restart: {policy: on-failure}},
    {name: d, command: [/d], restart: {policy: never}, readiness: {command: [/probe]}},
    {name: e, command: [/e], readiness: {command: [/probe], restartAfterSeconds: 60}}])");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  std::string shown;
  for (const Service& service : made->services) {
    shown += service.name + (may_end(service) ? " may end" : "") +
             (service.ready_when_done ? ", ready when done; " : "; ");
  }
  EXPECT_EQ(shown,
            "a may end, ready when done; b may end, ready when done; c may end; d may end; e; ");
  EXPECT_EQ(made->services[0].restart, Restart::kOnFailure);
  EXPECT_EQ(made->services[4].restart_unwell, 60);
  EXPECT_EQ(made->services[3].restart_unwell, 0);
  EXPECT_EQ(refusal("[{name: a, command: [/a], restart: {policy: always}, readiness: {whenDone: "
                    "true}}]"),
            "spec.services[0].restart.policy: expected on-failure or never for what is ready when "
            "it is done");
  EXPECT_EQ(refusal("[{name: a, command: [/a], readiness: {command: [/p], whenDone: true}}]"),
            "spec.services[0].readiness: expected a command or whenDone, and not both");
  EXPECT_EQ(refusal("[{name: a, unit: u, readiness: {whenDone: true}}]"),
            "spec.services[0].readiness.whenDone: expected a command, not a unit");
  EXPECT_EQ(refusal("[{name: a, command: [/a], readiness: {whenDone: 'yes'}}]"),
            "spec.services[0].readiness.whenDone: expected true or false");
  EXPECT_EQ(refusal("[{name: a, command: [/a], readiness: {restartAfterSeconds: 60}}]"),
            "spec.services[0].readiness.restartAfterSeconds: expected a service with a command, "
            "and a command that says whether it is well");
}

TEST(NodeServices, WhatCannotBeIsRefusedByField) {
  EXPECT_THAT(refusal("[{name: a, comand: [/x]}]"),
              HasSubstr("spec.services[0].comand: unknown field; expected one of name, unit"));
  EXPECT_EQ(refusal("[{name: a}]"), "spec.services[0]: expected a unit or a command, and not both");
  EXPECT_EQ(refusal("[{name: a, command: [slurmd]}]"),
            "spec.services[0].command[0]: expected an absolute path of plain characters");
  EXPECT_EQ(refusal("[{name: ../a, unit: u}]"),
            "spec.services[0].name: expected lower case letters, digits and dashes, at most 50");
  EXPECT_EQ(refusal("[{name: a, unit: u, killMode: none}]"),
            "spec.services[0].killMode: expected one of process, all");
  EXPECT_EQ(refusal("[{name: a, unit: u, restart: {delaySeconds: 0}}]"),
            "spec.services[0].restart.delaySeconds: expected a number from 1 to 3600");
  EXPECT_EQ(refusal("[{name: a, unit: u, files: [{path: /f, mode: \"0999\"}]}]"),
            "spec.services[0].files[0].mode: expected octal digits as a text, like \"0644\"");
  EXPECT_EQ(refusal("[{name: a, unit: u, ports: [{name: p, port: 1}]}, {name: b, unit: u, ports: "
                    "[{name: q, port: 1}]}]"),
            "spec.services[1].ports: 1 is the port of a");
  EXPECT_EQ(refusal("[{name: a, unit: u}, {name: a, unit: u}]"),
            "spec.services[1].name: \"a\" is there twice");
  for (const char* address : {"ctl", "ctl:", ":6817", "ctl:0", "ctl:70000", "ctl:slurm"}) {
    EXPECT_EQ(refusal("[{name: a, unit: u, needsOpen: [\"" + std::string(address) + "\"]}]"),
              "spec.services[0].needsOpen: \"" + std::string(address) +
                  "\": expected host:port, [::1]:port for IPv6");
  }
  EXPECT_EQ(refusal("[]"), "spec.services: Required value");
  EXPECT_EQ(refusal("[{name: a, unit: u, needsReady: munge}]"),
            "spec.services[0].needsReady: expected a list of texts");
}

}  // namespace
}  // namespace sluice::services
