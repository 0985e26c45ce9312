// SPDX-License-Identifier: Apache-2.0
//
// One object becomes many, and stays so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "clusters/history.h"
#include "clusters/objects.h"
#include "clusters/stale_nodes.h"
#include "json/text.h"
#include "slurm_clusters.h"

namespace sluice::clusters {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST_F(SlurmClusters, OneObjectBecomesManyAndASecondLookWritesNothing) {
  ASSERT_TRUE(create("x", "hostBinaries: true, accounting: {}, rest: {}").has_value());
  reconcile("x");
  for (const char* name : {"x-controller", "x-accounting", "x-database"}) {
    const client::Object set = get(api::kinds::stateful_set(), name);
    EXPECT_EQ(api::controller_of(set)->at("name").as_string(), "x") << name;
    EXPECT_EQ(api::name(get(api::kinds::service(), name)), name);
  }
  EXPECT_EQ(api::name(get(api::kinds::deployment(), "x-rest")), "x-rest");
  EXPECT_EQ(condition("x", "Ready").at("reason").as_string(), "ComponentsNotReady");
  reconcile("x");
  const std::string before = revision();
  reconcile("x");
  reconcile("x");
  EXPECT_EQ(revision(), before);
}

TEST_F(SlurmClusters, WhatIsChangedComesBackAndWhatIsNotWantedGoes) {
  ASSERT_TRUE(create("x", "hostBinaries: true, rest: {}").has_value());
  reconcile("x");
  const json::Value fewer = json::parse_yaml("{spec: {replicas: 0}}")->front();
  ASSERT_TRUE(
      client_.patch(api::kinds::stateful_set(), {"default", "x-controller"}, {.body = fewer})
          .has_value());
  patch("x", "{spec: {rest: null}}");
  reconcile("x");
  EXPECT_EQ(get(api::kinds::stateful_set(), "x-controller").at("spec", "replicas").as_int(), 1);
  EXPECT_TRUE(get(api::kinds::deployment(), "x-rest").is_null());
  EXPECT_TRUE(get(api::kinds::service(), "x-rest").is_null());
}

TEST_F(SlurmClusters, KeysAreMadeOnceAndReplacedWhenAskedFor) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  const client::Object first = get(api::kinds::secret(), "x-keys");
  reconcile("x");
  EXPECT_EQ(get(api::kinds::secret(), "x-keys"), first);
  const client::Object set = get(api::kinds::stateful_set(), "x-controller");
  patch("x", "{metadata: {annotations: {sluice.dev/rotate-keys: 'second'}}}");
  reconcile("x");
  EXPECT_NE(get(api::kinds::secret(), "x-keys").at("data", "munge.key"),
            first.at("data", "munge.key"));
  EXPECT_NE(get(api::kinds::stateful_set(), "x-controller").at("spec", "template"),
            set.at("spec", "template"));
}

TEST_F(SlurmClusters, KeysChangedByHandAreToldAndNotOverwritten) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  const json::Value other =
      json::Object{{"data", json::Object{{"munge.key", base64_encode("somebody else's")}}}};
  ASSERT_TRUE(
      client_.patch(api::kinds::secret(), {"default", "x-keys"}, {.body = other}).has_value());
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("reason").as_string(), "SecretChanged");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(), HasSubstr("x-keys"));
  EXPECT_EQ(get(api::kinds::secret(), "x-keys").at("data", "munge.key").as_string(),
            base64_encode("somebody else's"));
  patch("x", "{metadata: {annotations: {sluice.dev/adopt-keys: 'true'}}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("reason").as_string(), "ComponentsNotReady");
  EXPECT_EQ(get(api::kinds::secret(), "x-keys").at("data", "munge.key").as_string(),
            base64_encode("somebody else's"));
}

TEST_F(SlurmClusters, AWordThatWasObeyedTakesNothingElse) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  const auto write_key = [&](const char* text) {
    const json::Value body =
        json::Object{{"data", json::Object{{"munge.key", base64_encode(text)}}}};
    ASSERT_TRUE(
        client_.patch(api::kinds::secret(), {"default", "x-keys"}, {.body = body}).has_value());
  };
  write_key("somebody else's");
  patch("x", "{metadata: {annotations: {sluice.dev/adopt-keys: 'true'}}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Config").at("status").as_string(), "True");
  write_key("a mistake");
  reconcile("x");
  EXPECT_EQ(condition("x", "Config").at("reason").as_string(), "SecretChanged");
  patch("x", "{metadata: {annotations: {sluice.dev/adopt-keys: 'yes, this one too'}}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Config").at("status").as_string(), "True");
}

TEST_F(SlurmClusters, AUserIsCorrectedUntilTheClusterHasWorked) {
  ASSERT_TRUE(create("x", "hostBinaries: true, user: slrum").has_value());
  reconcile("x");
  patch("x", "{spec: {user: slurm}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Config").at("status").as_string(), "True");
  EXPECT_THAT(get(api::kinds::config_map(), config_name("x")).at("data", "slurm.conf").as_string(),
              HasSubstr("SlurmUser=slurm\n"));
}

TEST_F(SlurmClusters, WhatSlurmctldHasNotTakenOverIsSaidOfIt) {
  ASSERT_TRUE(create("x", "hostBinaries: true, accounting: {}").has_value());
  reconcile("x");
  for (const char* name : {"x-database", "x-accounting", "x-controller"}) {
    client::Object set = get(api::kinds::stateful_set(), name);
    set["status"] = json::Object{{"observedGeneration", set.at("metadata", "generation")},
                                 {"replicas", 1},
                                 {"readyReplicas", 1},
                                 {"updatedReplicas", 1}};
    ASSERT_TRUE(client_.update(api::kinds::stateful_set(), set, client::Part::kStatus).has_value());
  }
  program_ = [](const client::PodCommand&) { return client::CommandOutput{.exit_code = 75}; };
  reconcile("x");
  EXPECT_EQ(condition("x", "Database").at("status").as_string(), "True");
  EXPECT_THAT(condition("x", "Controller").at("message").as_string(), HasSubstr("not taken over"));
}

TEST_F(SlurmClusters, KeysStayWhenTheRequestForNewOnesIsTakenAway) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  patch("x", "{metadata: {annotations: {sluice.dev/rotate-keys: 'second'}}}");
  reconcile("x");
  const json::Value keys = get(api::kinds::secret(), "x-keys").at("data");
  patch("x", "{metadata: {annotations: {sluice.dev/rotate-keys: null}}}");
  reconcile("x");
  EXPECT_EQ(get(api::kinds::secret(), "x-keys").at("data"), keys);

  // Brought back from elsewhere, without our notes on it.
  patch("x", "{metadata: {annotations: {sluice.dev/rotate-keys: 'second'}}}");
  ASSERT_TRUE(client_.remove(api::kinds::secret(), {"default", "x-keys"}, {}).has_value());
  client::Object copy = json::parse_yaml("{apiVersion: v1, kind: Secret}")->front();
  copy["metadata"] = json::Object{{"name", "x-keys"}, {"namespace", "default"}};
  copy["data"] = keys;
  ASSERT_TRUE(client_.create(api::kinds::secret(), copy).has_value());
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("reason").as_string(), "SecretChanged");
  patch("x", "{metadata: {annotations: {sluice.dev/adopt-keys: 'true'}}}");
  reconcile("x");
  EXPECT_EQ(get(api::kinds::secret(), "x-keys").at("data"), keys);
  EXPECT_EQ(condition("x", "Config").at("status").as_string(), "True");
}

TEST_F(SlurmClusters, LostKeysAreNotReplacedUnasked) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  ASSERT_TRUE(client_.remove(api::kinds::secret(), {"default", "x-keys"}, {}).has_value());
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("reason").as_string(), "SecretMissing");
  EXPECT_TRUE(get(api::kinds::secret(), "x-keys").is_null());
}

TEST_F(SlurmClusters, ChangesInPlaceKeepTheirConfigMapAndOthersGetANewOne) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  const std::string first = config_name("x");
  patch("x", "{spec: {slurmConf: {a: 'SchedulerParameters=defer'}}}");
  reconcile("x");
  EXPECT_EQ(config_name("x"), first);
  EXPECT_THAT(get(api::kinds::config_map(), first).at("data", "slurm.conf").as_string(),
              HasSubstr("SchedulerParameters=defer"));
  patch("x", "{spec: {slurmConf: {a: 'MaxJobCount=100'}}}");
  reconcile("x");
  EXPECT_NE(config_name("x"), first);
  EXPECT_TRUE(get(api::kinds::config_map(), first).is_null());
}

TEST_F(SlurmClusters, AChangeIsToldAndADangerousOneIsNotMade) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  patch("x", "{spec: {slurmConf: {a: 'KillWait=7'}}}");
  reconcile("x");
  EXPECT_THAT(get(*kind_, "x").at("status", "plan").as_string(), HasSubstr("KillWait"));
  patch("x", "{spec: {slurmConf: {a: 'SelectType=select/linear'}}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Config").at("reason").as_string(), "ChangeRefused");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(), HasSubstr("SelectType"));
  EXPECT_THAT(get(api::kinds::config_map(), config_name("x")).at("data", "slurm.conf").as_string(),
              HasSubstr("KillWait=7"));
}

TEST_F(SlurmClusters, APartitionGoesOnlyWhenSomebodyVouchesForIt) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  patch("x", "{spec: {partitions: [{name: night}]}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Config").at("reason").as_string(), "ChangeRefused");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(),
              HasSubstr("squeue -p all), annotate the SlurmCluster with sluice.dev/removable=all"));
  const std::string config = config_name("x");
  const auto text = [&] {
    return get(api::kinds::config_map(), config_name("x")).at("data", "slurm.conf").as_string();
  };
  EXPECT_THAT(text(), HasSubstr("PartitionName=all"));

  // What is in effect is known, also when somebody has taken it away.
  ASSERT_TRUE(client_.remove(api::kinds::config_map(), {"default", config}, {}).has_value());
  reconcile("x");
  EXPECT_EQ(condition("x", "Config").at("reason").as_string(), "ChangeRefused");

  patch("x", "{metadata: {annotations: {sluice.dev/removable: 'other, all'}}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Config").at("status").as_string(), "True");
  EXPECT_THAT(text(), testing::AllOf(HasSubstr("PartitionName=night"),
                                     testing::Not(HasSubstr("PartitionName=all"))));
}

TEST_F(SlurmClusters, ADatabaseThatWouldTakeItsRecordsAlongStays) {
  ASSERT_TRUE(
      create("x", "hostBinaries: true, accounting: {}, storageWhenDeleted: Delete").has_value());
  reconcile("x");
  patch("x", "{spec: {accounting: null}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Config").at("reason").as_string(), "ChangeRefused");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(), HasSubstr("storageWhenDeleted"));
  EXPECT_EQ(api::name(get(api::kinds::stateful_set(), "x-database")), "x-database");
  patch("x", "{metadata: {annotations: {sluice.dev/removable: database}}}");
  reconcile("x");
  EXPECT_TRUE(get(api::kinds::stateful_set(), "x-database").is_null());
  EXPECT_TRUE(condition("x", "Database").is_null());
}

TEST_F(SlurmClusters, WhatIsSomebodyElsesIsLeftAlone) {
  const client::Object theirs =
      json::parse_yaml(
          "{apiVersion: v1, kind: Service, metadata: {name: x-controller, namespace: default}, "
          "spec: {ports: [{port: 80}]}}")
          ->front();
  const auto before = client_.create(api::kinds::service(), theirs);
  ASSERT_TRUE(before.has_value());
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("reason").as_string(), "NameTaken");
  EXPECT_THAT(condition("x", "Ready").at("message").as_string(), HasSubstr("Service x-controller"));
  EXPECT_EQ(get(api::kinds::service(), "x-controller"), **before);
}

TEST_F(SlurmClusters, NeitherALabelNorBeingAClaimMakesAnObjectOurs) {
  const auto make = [&](const api::Kind& kind, const std::string& text) {
    const auto made = client_.create(kind, json::parse_yaml(text)->front());
    ASSERT_TRUE(made.has_value()) << made.error().message;
  };
  make(api::kinds::persistent_volume_claim(),
       "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: x-state, namespace: "
       "default}, spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}}}");
  ASSERT_TRUE(create("x",
                     "image: i, storageWhenDeleted: Delete, network: {host: false}, controllers: "
                     "{replicas: 2}")
                  .has_value());
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("reason").as_string(), "NameTaken");
  EXPECT_THAT(condition("x", "Ready").at("message").as_string(),
              HasSubstr("PersistentVolumeClaim x-state"));
  const auto owner = [&] {
    return get(api::kinds::persistent_volume_claim(), "x-state").at("metadata", "ownerReferences");
  };
  EXPECT_TRUE(owner().as_array().empty());
  // One that is kept from before has the label.
  const json::Value label =
      json::parse_yaml("{metadata: {labels: {sluice.dev/slurm-cluster: x}}}")->front();
  ASSERT_TRUE(
      client_.patch(api::kinds::persistent_volume_claim(), {"default", "x-state"}, {.body = label})
          .has_value());
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("reason").as_string(), "ComponentsNotReady")
      << condition("x", "Ready").at("message").as_string();

  make(api::kinds::service(),
       "{apiVersion: v1, kind: Service, metadata: {name: z-rest, namespace: default, labels: "
       "{sluice.dev/slurm-cluster: z}, ownerReferences: [{apiVersion: v1, kind: Site, name: them, "
       "uid: u1, controller: true}]}, spec: {ports: [{port: 80}]}}");
  ASSERT_TRUE(create("z", "image: i, rest: {}").has_value());
  reconcile("z");
  EXPECT_EQ(condition("z", "Ready").at("reason").as_string(), "NameTaken");
  EXPECT_THAT(condition("z", "Ready").at("message").as_string(),
              HasSubstr("Service z-rest: it is there already and belongs to the Site them"));
}

TEST_F(SlurmClusters, WhatTheServerRefusesIsInTheStatus) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  patch("x", "{spec: {controllers: {storage: {size: 7Gi}}}}");
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("reason").as_string(), "NotApplied");
  EXPECT_FALSE(condition("x", "Ready").at("message").as_string().empty());
}

TEST_F(SlurmClusters, WhatIsNotSaidAnyMoreGoes) {
  ASSERT_TRUE(create("x", "hostBinaries: true, files: {note.txt: hello}").has_value());
  reconcile("x");
  EXPECT_EQ(get(api::kinds::config_map(), config_name("x")).at("data", "note.txt").as_string(),
            "hello");
  patch("x", "{spec: {files: null}}");
  reconcile("x");
  EXPECT_TRUE(get(api::kinds::config_map(), config_name("x")).at("data", "note.txt").is_null());
}

TEST_F(SlurmClusters, SpecsAreKeptOnceEachAndComeBackWithANewNumber) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  const json::Value first = get(*kind_, "x").at("spec");
  client::Object others = json::parse_yaml(
                              "{apiVersion: apps/v1, kind: ControllerRevision, revision: 40, data: "
                              "{spec: {template: {}}}, "
                              "metadata: {name: of-a-stateful-set, namespace: default, labels: "
                              "{sluice.dev/slurm-cluster: "
                              "x}}}")
                              ->front();
  others["metadata"]["ownerReferences"] =
      json::Array{api::controller_reference(get(api::kinds::stateful_set(), "x-controller"))};
  ASSERT_TRUE(client_.create(api::kinds::controller_revision(), others).has_value());
  patch("x", "{spec: {slurmConf: {a: 'KillWait=7'}}}");
  reconcile("x");
  auto kept = revisions(client_, {"default", "x"});
  ASSERT_TRUE(kept.has_value());
  ASSERT_EQ(kept->size(), 2U);
  EXPECT_EQ(kept->front().spec(), first);
  patch("x", "{spec: {slurmConf: null}}");
  reconcile("x");
  kept = revisions(client_, {"default", "x"});
  ASSERT_EQ(kept->size(), 2U);
  EXPECT_EQ(kept->back().spec(), first);
  EXPECT_EQ(kept->back().number, 3);
  for (int i = 0; i < 12; ++i) {
    patch("x", "{spec: {slurmConf: {a: 'KillWait=" + std::to_string(20 + i) + "'}}}");
    reconcile("x");
  }
  EXPECT_EQ(revisions(client_, {"default", "x"})->size(), 10U);
  EXPECT_EQ(api::name(get(api::kinds::controller_revision(), "of-a-stateful-set")),
            "of-a-stateful-set");
}

TEST_F(SlurmClusters, TwoClustersOnOnePortAreRefusedNamingTheOther) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  ASSERT_TRUE(create("y", "hostBinaries: true, ports: {controller: 6817}").has_value());
  reconcile("y");
  EXPECT_EQ(condition("y", "Ready").at("reason").as_string(), "PortTaken");
  EXPECT_THAT(condition("y", "Ready").at("message").as_string(),
              HasSubstr("spec.ports.controller: 6817 is taken by the SlurmCluster default/x"));
  EXPECT_TRUE(get(api::kinds::stateful_set(), "y-controller").is_null());
  patch("y", "{spec: {ports: {controller: 7817}}}");
  reconcile("y");
  EXPECT_EQ(api::name(get(api::kinds::stateful_set(), "y-controller")), "y-controller");
}

// Whichever of the two is older.
TEST_F(SlurmClusters, APortIsNotLostToAnotherClusterThatIsEdited) {
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  reconcile("x");
  ASSERT_TRUE(create("y", "hostBinaries: true, ports: {controller: 7817}").has_value());
  reconcile("y");
  const auto edit = [&](const std::string& edited, int from, const std::string& innocent, int to) {
    const auto port = [&](int number) {
      patch(edited, "{spec: {ports: {controller: " + std::to_string(number) + "}}}");
      reconcile(edited);
    };
    port(to);
    EXPECT_EQ(condition(edited, "Config").at("reason").as_string(), "PortTaken");
    EXPECT_THAT(condition(edited, "Config").at("message").as_string(),
                HasSubstr(std::to_string(to) + " is taken by the SlurmCluster default/" + innocent +
                          "; choose another port"));
    reconcile(innocent);
    EXPECT_EQ(condition(innocent, "Config").at("status").as_string(), "True");
    // What still runs there is nobody else's either, nor when its spec is not readable any more.
    ASSERT_TRUE(create("z", "hostBinaries: true, ports: {controller: " + std::to_string(from) + "}")
                    .has_value());
    reconcile("z");
    EXPECT_EQ(condition("z", "Config").at("reason").as_string(), "PortTaken");
    patch(edited, "{spec: {slurmConf: {a: 'NoSuchParameter=1'}}}");
    reconcile("z");
    EXPECT_EQ(condition("z", "Config").at("reason").as_string(), "PortTaken");
    ASSERT_TRUE(client_.remove(*kind_, {"default", "z"}, {}).has_value());
    patch(edited, "{spec: {slurmConf: null}}");
    port(from);
    EXPECT_EQ(condition(edited, "Config").at("status").as_string(), "True");
  };
  edit("x", 6817, "y", 7817);
  edit("y", 7817, "x", 6817);
}

TEST_F(SlurmClusters, AnotherDatabaseNeedsItsPassword) {
  ASSERT_TRUE(create("x",
                     "hostBinaries: true, accounting: {external: {host: db.example, "
                     "passwordSecret: {name: db}}}")
                  .has_value());
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("reason").as_string(), "SecretMissing");
  EXPECT_THAT(condition("x", "Ready").at("message").as_string(),
              HasSubstr("spec.accounting.external.passwordSecret"));
  client::Object secret = json::parse_yaml("{apiVersion: v1, kind: Secret}")->front();
  secret["metadata"] = json::Object{{"name", "db"}, {"namespace", "default"}};
  secret["data"] = json::Object{{"password", base64_encode("hush\n")}};
  ASSERT_TRUE(client_.create(api::kinds::secret(), secret).has_value());
  reconcile("x");
  EXPECT_TRUE(get(api::kinds::stateful_set(), "x-database").is_null());
  EXPECT_THAT(
      *base64_decode(
          get(api::kinds::secret(), "x-slurmdbd").at("data", "slurmdbd.conf").as_string()),
      testing::AllOf(HasSubstr("StorageHost=db.example\n"), HasSubstr("StoragePass=hush\n")));
}

// In slurmdbd.conf a # begins a comment; as a whole, slurmdbd said that the password was wrong.
TEST_F(SlurmClusters, PasswordsOfDatabasesReachSlurmdbdWholeOrAreRefused) {
  client::Object secret = json::parse_yaml("{apiVersion: v1, kind: Secret}")->front();
  secret["metadata"] = json::Object{{"name", "db"}, {"namespace", "default"}};
  secret["data"] = json::Object{{"password", base64_encode("hush #1\\\n")}};
  ASSERT_TRUE(client_.create(api::kinds::secret(), secret).has_value());
  ASSERT_TRUE(create("x",
                     "hostBinaries: true, accounting: {external: {host: db.example, "
                     "passwordSecret: {name: db}}}")
                  .has_value());
  reconcile("x");
  const auto written = [&] {
    return *base64_decode(
        get(api::kinds::secret(), "x-slurmdbd").at("data", "slurmdbd.conf").as_string());
  };
  EXPECT_THAT(written(), HasSubstr("StoragePass=\"hush \\#1\\\\\"\n"));
  const json::Value other =
      json::Object{{"data", json::Object{{"password", base64_encode("\"in front")}}}};
  ASSERT_TRUE(client_.patch(api::kinds::secret(), {"default", "db"}, {.body = other}).has_value());
  reconcile("x");
  EXPECT_THAT(
      condition("x", "Ready").at("message").as_string(),
      testing::AllOf(HasSubstr("spec.accounting.external.passwordSecret"), HasSubstr("Secret db")));
  EXPECT_THAT(written(), HasSubstr("hush"));
}

TEST_F(SlurmClusters, APasswordThatIsAdoptedMustFitWhereItStands) {
  ASSERT_TRUE(create("x", "hostBinaries: true, accounting: {}").has_value());
  reconcile("x");
  const json::Value other =
      json::Object{{"data", json::Object{{"database-password", base64_encode("it's")}}}};
  ASSERT_TRUE(
      client_.patch(api::kinds::secret(), {"default", "x-keys"}, {.body = other}).has_value());
  patch("x", "{metadata: {annotations: {sluice.dev/adopt-keys: 'true'}}}");
  reconcile("x");
  EXPECT_THAT(condition("x", "Ready").at("message").as_string(),
              testing::AllOf(HasSubstr("Secret x-keys: database-password"), HasSubstr("quotes"),
                             testing::Not(HasSubstr("it's"))));
}

TEST_F(SlurmClusters, AccountsOfAConfigMapAreThereAndHaveNoPasswords) {
  ASSERT_TRUE(
      create("x", "hostBinaries: true, identity: {files: {configMap: people}}").has_value());
  reconcile("x");
  EXPECT_EQ(condition("x", "Ready").at("status").as_string(), "False");
  EXPECT_THAT(condition("x", "Ready").at("message").as_string(),
              HasSubstr("spec.identity.files.configMap: "));
  client::Object people = json::parse_yaml("{apiVersion: v1, kind: ConfigMap}")->front();
  people["metadata"] = json::Object{{"name", "people"}, {"namespace", "default"}};
  people["data"] = json::Object{{"passwd", "ada:$6$abc$def:1500:1500::/home/ada:/bin/sh\n"}};
  ASSERT_TRUE(client_.create(api::kinds::config_map(), people).has_value());
  reconcile("x");
  EXPECT_THAT(condition("x", "Ready").at("message").as_string(),
              testing::AllOf(HasSubstr("ada"), HasSubstr("write x instead"),
                             testing::Not(HasSubstr("abc"))));
  EXPECT_TRUE(get(api::kinds::stateful_set(), "x-controller").is_null());
  const json::Value better =
      json::Object{{"data", json::Object{{"passwd", "ada:x:1500:1500::/home/ada:/bin/sh\n"}}}};
  ASSERT_TRUE(
      client_.patch(api::kinds::config_map(), {"default", "people"}, {.body = better}).has_value());
  reconcile("x");
  EXPECT_EQ(condition("x", "Config").at("status").as_string(), "True");
}

TEST_F(SlurmClusters, AMissingImageAndAClaimThatDoesNotBindAreTold) {
  ASSERT_TRUE(create("x",
                     "image: 'nobody.example/slurm:1', network: {host: false}, controllers: "
                     "{storage: {storageClassName: none}}")
                  .has_value());
  reconcile("x");
  client::Object pod = json::parse_yaml(
                           "{apiVersion: v1, kind: Pod, metadata: {name: x-controller-0, "
                           "namespace: default, labels: {sluice.dev/slurm-cluster: x, "
                           "app.kubernetes.io/component: controller}}, spec: {containers: [{name: "
                           "slurmctld, image: 'nobody.example/slurm:1'}], volumes: [{name: state, "
                           "persistentVolumeClaim: {claimName: state-x-controller-0}}]}}")
                           ->front();
  const auto made = client_.create(api::kinds::pod(), pod);
  ASSERT_TRUE(made.has_value()) << made.error().message;
  const auto say = [&](const char* status) {
    client::Object now = get(api::kinds::pod(), "x-controller-0");
    now["status"] = json::parse_yaml(status)->front();
    ASSERT_TRUE(client_.update(api::kinds::pod(), now, client::Part::kStatus).has_value());
    reconcile("x");
  };
  say("{phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, "
      "message: 'pod has unbound immediate PersistentVolumeClaims'}]}");
  EXPECT_THAT(
      condition("x", "Controller").at("message").as_string(),
      AllOf(HasSubstr("pod x-controller-0: pod has unbound immediate PersistentVolumeClaims"),
            HasSubstr("claim state-x-controller-0:"),
            HasSubstr("spec.controllers.storage.storageClassName")));
  say("{phase: Pending, containerStatuses: [{name: slurmctld, image: 'nobody.example/slurm:1', "
      "imageID: '', ready: false, restartCount: 0, state: {waiting: {reason: ImagePullBackOff, "
      "message: 'no such image'}}}]}");
  EXPECT_THAT(condition("x", "Ready").at("message").as_string(),
              AllOf(HasSubstr("pod x-controller-0: slurmctld: ImagePullBackOff no such image"),
                    HasSubstr("image nobody.example/slurm:1: correct spec.image")));
}

TEST_F(SlurmClusters, AdmissionRefusesWhatNobodyCanRunAndWhatIsOlder) {
  const auto bare = create("x", "rest: {}");
  ASSERT_FALSE(bare.has_value());
  EXPECT_THAT(bare.error().message, HasSubstr("hostBinaries"));
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  const auto patch = [&](const char* version) {
    const std::string text = std::string("{spec: {version: '") + version + "'}}";
    return client_.patch(*kind_, {"default", "x"}, {.body = json::parse_yaml(text)->front()});
  };
  ASSERT_TRUE(patch("24.11").has_value());
  reconcile("x");
  ASSERT_TRUE(patch("22.05").has_value()) << "it has not run yet, so that nothing is lost";
  reconcile("x");
  client::Object set = get(api::kinds::stateful_set(), "x-controller");
  set["status"] = json::Object{{"observedGeneration", set.at("metadata", "generation")},
                               {"replicas", 1},
                               {"readyReplicas", 1},
                               {"updatedReplicas", 1}};
  ASSERT_TRUE(client_.update(api::kinds::stateful_set(), set, client::Part::kStatus).has_value());
  reconcile("x");
  const auto older = patch("21.08");
  ASSERT_FALSE(older.has_value());
  EXPECT_THAT(older.error().message, HasSubstr("no older version"));
}

TEST_F(SlurmClusters, StaleNodesOfAClusterThatWaitsForThemGoThroughTheControllerThatAnswers) {
  ASSERT_TRUE(create("x",
                     "hostBinaries: true, staleNodesAfterSeconds: 60, controllers: {replicas: 2, "
                     "addresses: [127.0.0.1, 127.0.0.2]}")
                  .has_value());
  client::Object object = get(*kind_, "x");
  object["status"] = json::parse_yaml(
                         "{conditions: [{type: Controller, status: 'True'}, {type: Ready, status: "
                         "'False', reason: NodesNotReady}]}")
                         ->front();
  ASSERT_TRUE(client_.update(*kind_, object, client::Part::kStatus).has_value());
  ASSERT_TRUE(wait_until(std::chrono::seconds(60), [&] {
    const client::ObjectPtr seen = informer_->get({"default", "x"});
    return seen != nullptr && api::has_condition(*seen, "Controller");
  }));
  std::string gone;
  program_ = [&](const client::PodCommand& command) -> Result<client::CommandOutput> {
    if (command.pod.name == "x-controller-0") {
      return fail(Code::kUnavailable, "no route");
    }
    if (command.argv.size() > 5) {
      gone = command.argv[5];
    }
    return client::CommandOutput{.out = "n2\n"};
  };
  StaleNodes stale({client_, clock_, *informer_, *events_, commands_});
  const auto done = stale.reconcile({"default", "x"});
  ASSERT_TRUE(done.has_value()) << done.error().message;
  EXPECT_EQ(gone, "n2");
}

}  // namespace
}  // namespace sluice::clusters
