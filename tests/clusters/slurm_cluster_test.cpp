// SPDX-License-Identifier: Apache-2.0
//
// One object becomes many, and stays so. The test calls the reconciler itself, when the informer
// has seen what was written: every step is one look at everything.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "api/meta.h"
#include "base/text.h"
#include "base/waiting.h"
#include "clusters/cluster_reconciler.h"
#include "clusters/definition.h"
#include "clusters/history.h"
#include "clusters/objects.h"
#include "json/text.h"
#include "json/yaml.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "runtime/informers.h"
#include "store/store.h"

namespace sluice::clusters {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

class SlurmClusters : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(registry_.bootstrap().has_value());
    auto kind = install_definition(client_, clock_);
    ASSERT_TRUE(kind.has_value()) << kind.error().message;
    kind_ = *kind;
    informers_ = std::make_unique<runtime::Informers>(client_, clock_);
    informer_ = &informers_->of(*kind_);
    events_ = std::make_unique<runtime::EventRecorder>(client_, clock_, "test");
    reconciler_ = std::make_unique<ClusterReconciler>(
        ClusterReconciler::Parts{client_, clock_, *informer_, *events_});
    ASSERT_TRUE(informers_->start().has_value());
  }
  void TearDown() override {
    informers_->request_stop();
    EXPECT_TRUE(informers_->await_stopped(clock_.steady() + seconds(60)));
  }

  Result<client::ObjectPtr> create(const std::string& name, const std::string& spec) {
    client::Object object = json::parse_yaml("{spec: {version: '22.05', " + spec + "}}")->front();
    object["apiVersion"] = "sluice.dev/v1alpha1";
    object["kind"] = "SlurmCluster";
    object["metadata"] = json::Object{{"name", name}, {"namespace", "default"}};
    return client_.create(*kind_, object);
  }
  void patch(const std::string& name, const std::string& body) {
    const auto done =
        client_.patch(*kind_, {"default", name}, {.body = json::parse_yaml(body)->front()});
    ASSERT_TRUE(done.has_value()) << done.error().message;
  }

  // One look, at what is stored now.
  void reconcile(const std::string& name) {
    const auto stored = client_.get(*kind_, {"default", name});
    ASSERT_TRUE(stored.has_value());
    ASSERT_TRUE(wait_until(seconds(60), [&] {
      const client::ObjectPtr seen = informer_->get({"default", name});
      return seen != nullptr && api::resource_version(*seen) == api::resource_version(**stored);
    }));
    const auto done = reconciler_->reconcile({"default", name});
    ASSERT_TRUE(done.has_value()) << done.error().message;
  }
  client::Object get(const api::Kind& kind, const std::string& name) {
    const auto found = client_.get(kind, {"default", name});
    return found ? **found : client::Object();
  }
  json::Value condition(const std::string& name, const char* type) {
    const client::Object object = get(*kind_, name);
    const json::Value* found = api::condition(object, type);
    return found == nullptr ? json::Value() : *found;
  }
  std::string config_name(const std::string& name) {
    const client::Object set = get(api::kinds::stateful_set(), name + "-controller");
    for (const json::Value& volume : set.at("spec", "template", "spec", "volumes").as_array()) {
      if (volume.at("name").as_string() == "config") {
        return volume.at("configMap", "name").as_string();
      }
    }
    return "";
  }
  std::string revision() {
    return client_.list(api::kinds::service(), {}).value().resource_version;
  }

  RealClock clock_;
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend())).value();
  registry::Registry registry_{*store_, clock_};
  registry::LocalClient local_client_{registry_, clock_, "test"};
  client::Client& client_ = local_client_;
  api::KindPtr kind_;
  std::unique_ptr<runtime::Informers> informers_;
  runtime::Informer* informer_ = nullptr;
  std::unique_ptr<runtime::EventRecorder> events_;
  std::unique_ptr<ClusterReconciler> reconciler_;
};

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

TEST_F(SlurmClusters, AdmissionRefusesWhatNobodyCanRunAndWhatIsOlder) {
  const auto bare = create("x", "rest: {}");
  ASSERT_FALSE(bare.has_value());
  EXPECT_THAT(bare.error().message, HasSubstr("hostBinaries"));
  ASSERT_TRUE(create("x", "hostBinaries: true").has_value());
  const auto older = client_.patch(
      *kind_, {"default", "x"}, {.body = json::parse_yaml("{spec: {version: '21.08'}}")->front()});
  ASSERT_FALSE(older.has_value());
  EXPECT_THAT(older.error().message, HasSubstr("no older version"));
}

}  // namespace
}  // namespace sluice::clusters
