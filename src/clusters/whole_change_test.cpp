// SPDX-License-Identifier: Apache-2.0
#include "clusters/whole_change.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clusters/objects.h"
#include "json/yaml.h"

namespace sluice::clusters {
namespace {

using slurmconf::Class;
using slurmconf::Plan;
using testing::HasSubstr;

json::Value yaml(const std::string& text) {
  return json::parse_yaml(text)->front();
}

Cluster cluster(const std::string& spec) {
  const auto read = read_cluster(
      yaml("{metadata: {name: x, namespace: hpc, uid: u}, spec: {version: '22.05', image: i, " +
           spec + "}}"));
  EXPECT_TRUE(read.has_value()) << read.error().message;
  return read.value_or(Cluster{});
}

Plan plan(const std::string& before, const std::string& after,
          const std::string& annotations = "{}") {
  const Cluster from = cluster(before);
  const Cluster to = cluster(after);
  const auto old_objects = desired_objects(from, {}, "");
  const auto new_objects = desired_objects(to, {}, "");
  const auto made = plan_whole_change({from, old_objects}, {to, new_objects},
                                      yaml("{metadata: {annotations: " + annotations + "}}"));
  EXPECT_TRUE(made.has_value()) << made.error().message;
  return made.value_or(Plan{});
}

const std::string kExternal = "accounting: {external: {host: db1, passwordSecret: {name: s}}}";

TEST(WholeChange, NothingIsNothing) {
  EXPECT_TRUE(plan("accounting: {}, rest: {}", "accounting: {}, rest: {}").changes.empty());
}

TEST(WholeChange, AnotherDatabaseIsRefusedUntilSomebodyVouchesForItsRecords) {
  const std::vector<std::string> others{
      "accounting: {external: {host: db2, passwordSecret: {name: s}}}",
      "accounting: {external: {host: db1, port: 3307, passwordSecret: {name: s}}}",
      "accounting: {external: {host: db1, name: other, passwordSecret: {name: s}}}",
      "accounting: {}"};
  for (const std::string& other : others) {
    for (const auto& [from, to] : {std::pair(kExternal, other), std::pair(other, kExternal)}) {
      const Plan refused = plan(from, to);
      EXPECT_EQ(refused.needs, Class::kRefused) << to;
      EXPECT_THAT(slurmconf::refusals(refused), HasSubstr("sluice.dev/removable=database")) << to;
      EXPECT_EQ(plan(from, to, "{sluice.dev/removable: 'night, database'}").needs,
                Class::kRestartSlurmdbd)
          << to;
    }
  }
}

TEST(WholeChange, ADatabaseOfOursIsTheSameWhereverItListens) {
  EXPECT_EQ(plan("accounting: {}", "accounting: {}, ports: {database: 3307}").needs,
            Class::kRestartSlurmdbd);
  EXPECT_EQ(plan(kExternal, kExternal + ", ports: {accounting: 6829}").needs,
            Class::kRestartSlurmctld);  // whose file names the port too
}

TEST(WholeChange, FurtherLinesOfSlurmdbdRestartItAlone) {
  const Plan purged = plan("accounting: {slurmdbdConf: {a: 'PurgeJobAfter=12months'}}",
                           "accounting: {slurmdbdConf: {a: 'PurgeJobAfter=6months'}}");
  EXPECT_EQ(purged.needs, Class::kRestartSlurmdbd);
  EXPECT_THAT(slurmconf::to_text(purged),
              HasSubstr("slurmdbd.conf: PurgeJobAfter: 12months -> 6months"));
}

TEST(WholeChange, AnotherMariaDbIsAStepAndAnOlderOneIsRefused) {
  const auto from_to = [](const std::string& from, const std::string& to) {
    return plan("accounting: {image: '" + from + "'}", "accounting: {image: '" + to + "'}");
  };
  const Plan newer = from_to("mariadb:10.11", "registry:5000/library/mariadb:11.4-noble");
  EXPECT_EQ(newer.needs, Class::kRestartSlurmdbd);
  EXPECT_THAT(slurmconf::to_text(newer), HasSubstr("spec.accounting.image: mariadb:10.11 -> "));
  const Plan older = from_to("mariadb:11.4.2", "mariadb:10.11@sha256:aa");
  EXPECT_EQ(older.needs, Class::kRefused);
  EXPECT_THAT(slurmconf::refusals(older), HasSubstr("older MariaDB cannot read"));
  EXPECT_EQ(from_to("mariadb:11.4", "mariadb:11").needs, Class::kRestartSlurmdbd);
  EXPECT_EQ(from_to("mariadb:11.4", "mariadb:lts").needs, Class::kRestartSlurmdbd);
}

TEST(WholeChange, FilesWithoutAModelAreReconfigured) {
  const Plan script = plan("files: {job_submit.lua: a}", "files: {job_submit.lua: b}");
  EXPECT_EQ(script.needs, Class::kReconfigure);
  EXPECT_THAT(slurmconf::to_text(script), HasSubstr("file job_submit.lua"));
  EXPECT_EQ(plan("files: {job_container.conf: a}", "files: {job_container.conf: b}").needs,
            Class::kRestartSlurmd);
}

TEST(WholeChange, WhatNeedsNoStepIsToldAllTheSame) {
  const Plan pools = plan("compute: {pools: [{name: batch}]}",
                          "compute: {pools: [{name: batch, features: [batch, fast]}]}");
  EXPECT_EQ(pools.needs, Class::kNoop);
  EXPECT_THAT(slurmconf::to_text(pools),
              testing::AllOf(HasSubstr("pool batch: Feature=batch -> Feature=batch,fast"),
                             HasSubstr("No step is needed")));
  EXPECT_THAT(slurmconf::to_text(plan("rest: {}", "rest: {replicas: 2}")),
              HasSubstr("Deployment x-rest"));
  EXPECT_THAT(
      slurmconf::to_text(plan("compute: {}", "compute: {slurmd: {environment: {A: b}}}")),
      testing::AllOf(HasSubstr("spec.compute.slurmd: there -> changed"),
                     HasSubstr("slurmd is started anew, rollout.batch machines at a time")));
  EXPECT_THAT(slurmconf::to_text(plan("compute: {controllerAddresses: [h1]}",
                                      "compute: {controllerAddresses: [h2]}")),
              HasSubstr("controllers' addresses: h1 -> h2"));
}

TEST(WholeChange, ReleasesAndImagesAreSteps) {
  EXPECT_EQ(plan("user: slurm", "version: '23.02'").needs, Class::kRestartAll);
  EXPECT_EQ(plan("user: slurm", "version: '24.11'").needs, Class::kRefused);
  EXPECT_EQ(plan("user: slurm", "image: other").needs, Class::kRestartSlurmctld);
}

}  // namespace
}  // namespace sluice::clusters
