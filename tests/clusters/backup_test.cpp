// SPDX-License-Identifier: Apache-2.0
//
// Backups and stale nodes against pods whose programs are a function of the test: files in a map,
// and containers that start anew at once.
#include "clusters/backup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "base/command.h"
#include "base/files.h"
#include "base/text.h"
#include "client/fake_pod_commands.h"
#include "clusters/stale_nodes.h"
#include "json/yaml.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "store/store.h"

namespace sluice::clusters {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Backups : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(registry_.bootstrap().has_value());
    for (const auto& [name, container] :
         {std::pair("x-controller-0", "slurmctld"), std::pair("x-database-0", "mariadbd"),
          std::pair("x-accounting-0", "slurmdbd")}) {
      client::Object pod = json::parse_yaml("{apiVersion: v1, kind: Pod}")->front();
      pod["metadata"] = json::Object{{"name", name}, {"namespace", "default"}};
      pod["spec"] = json::Object{
          {"containers", json::Array{json::Object{{"name", container}, {"image", "i"}}}}};
      const auto made = client_.create(api::kinds::pod(), pod);
      ASSERT_TRUE(made.has_value()) << made.error().message;
      containers_[name] = container;
      count_restart(name);
    }
  }

  // One more than it had.
  void count_restart(const std::string& name) {
    client::Object pod = **client_.get(api::kinds::pod(), {"default", name});
    pod["status"] = json::parse_yaml(
                        "{phase: Running, containerStatuses: [{image: i, imageID: '', "
                        "ready: true}]}")
                        ->front();
    json::Value& status = pod["status"]["containerStatuses"].array().front();
    status["name"] = containers_[name];
    status["restartCount"] = restarts_[name]++;
    ASSERT_TRUE(client_.update(api::kinds::pod(), pod, client::Part::kStatus).has_value());
  }

  Result<client::CommandOutput> program(const client::PodCommand& command) {
    const std::string& script = command.argv[2];
    const auto has = [&](const char* word) { return script.find(word) != std::string::npos; };
    const auto word_after = [&](const std::string& mark) {
      const std::size_t at = script.find(mark) + mark.size();
      return script.substr(at, script.find_first_of(" \n", at) - at);
    };
    if (has("scontrol reconfigure")) {
      files_["/tmp/backup.tar.gz"] = state_;
      return client::CommandOutput{.out = std::to_string(state_.size()) + "\n"};
    }
    if (has("mariadb-dump")) {
      files_["/data/backup.sql.gz"] = "records";
      return client::CommandOutput{.out = "7\n"};
    }
    if (has("tail -c +")) {
      const std::string& file =
          files_.at(has("/data") ? "/data/backup.sql.gz" : "/tmp/backup.tar.gz");
      return client::CommandOutput{
          .out = file.substr(static_cast<std::size_t>(*parse_int(word_after("+"))) - 1,
                             4 * 1024 * 1024)};
    }
    if (has("dd of=")) {
      std::string& file = files_[word_after("of=")];
      file.resize(static_cast<std::size_t>(*parse_int(word_after("seek="))));
      file += command.input;
    }
    if (has(" && mv ")) {
      const std::string part = word_after(" && mv ");
      files_[part.substr(0, part.size() - 5)] = files_.at(part);
    }
    if (has("squeue")) {
      return client::CommandOutput{.out = jobs_};
    }
    if (has("kill -TERM 1") || has("kill -KILL")) {
      count_restart(command.pod.name);
    }
    return client::CommandOutput{};
  }

  Cluster cluster(const std::string& name = "x", const char* spec = "accounting: {}") {
    return read_cluster(json::parse_yaml("{metadata: {name: " + name +
                                         ", namespace: default, uid: u}, spec: {version: '22.05', "
                                         "hostBinaries: true, " +
                                         spec + "}}")
                            ->front())
        .value();
  }

  RealClock clock_;
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend())).value();
  registry::Registry registry_{*store_, clock_};
  registry::LocalClient client_{registry_, clock_, "test"};
  std::map<std::string, std::string> files_;
  std::map<std::string, std::string> containers_;
  std::map<std::string, std::int64_t> restarts_;
  std::string state_ = std::string(9 * 1024 * 1024, 's') + "end";  // more than two pieces
  std::string jobs_;
  client::FakePodCommands commands_{[this](const client::PodCommand& c) { return program(c); }};
  BackupParts parts_{client_, commands_, clock_, [](const std::string&) {}};
  TemporaryDirectory scratch_;
  const std::filesystem::path place_ = scratch_.path() / "monday";
};

TEST_F(Backups, WhatWasSavedComesBackWhole) {
  ASSERT_TRUE(back_up(parts_, cluster(), place_).has_value());
  EXPECT_EQ(*read_file(place_ / "state.tar.gz"), state_);
  EXPECT_EQ(*read_file(place_ / "database.sql.gz"), "records");
  EXPECT_EQ(std::filesystem::status(place_ / "state.tar.gz").permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  files_.clear();
  const auto done = restore(parts_, cluster(), place_, {});
  ASSERT_TRUE(done.has_value()) << done.error().message;
  EXPECT_EQ(files_.at("/var/spool/slurmctld/.restore.tar.gz"), state_);
  EXPECT_EQ(files_.at("/data/restore.sql.gz"), "records");
  for (const char* pod : {"x-controller-0", "x-database-0", "x-accounting-0"}) {
    EXPECT_EQ(restarts_[pod], 2) << pod;
  }
}

TEST_F(Backups, NothingIsWrittenOverAndNoHalfBackupIsTaken) {
  ASSERT_TRUE(make_directory(place_).has_value());
  EXPECT_EQ(back_up(parts_, cluster(), place_).error().code, Code::kAlreadyExists);
  const auto half = restore(parts_, cluster(), place_, {});
  ASSERT_FALSE(half.has_value());
  EXPECT_THAT(half.error().message, HasSubstr("backup.json"));
}

TEST_F(Backups, JobsAreNotLostUnlessSomebodySaysSo) {
  ASSERT_TRUE(back_up(parts_, cluster(), place_).has_value());
  jobs_ = "41\n42\n";
  commands_.forget();
  const auto refused = restore(parts_, cluster(), place_, {});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kConflict);
  EXPECT_THAT(refused.error().message, HasSubstr("41 42"));
  EXPECT_THAT(commands_.log(), Not(Contains(HasSubstr("dd of="))));
  EXPECT_TRUE(restore(parts_, cluster(), place_, {.discard_jobs = true}).has_value());
}

TEST_F(Backups, ABackupBelongsToItsClusterAndVersion) {
  Cluster newer = cluster();
  newer.version = {24, 5};
  ASSERT_TRUE(back_up(parts_, newer, place_).has_value());
  const auto other = restore(parts_, cluster("other"), place_, {});
  ASSERT_FALSE(other.has_value());
  EXPECT_THAT(other.error().message, HasSubstr("of the cluster x"));
  const auto older = restore(parts_, cluster(), place_, {});
  ASSERT_FALSE(older.has_value());
  EXPECT_THAT(older.error().message, HasSubstr("24.05"));
}

TEST_F(Backups, StaleNodesGoOnlyWhenNoNodeOfThatNameIsThere) {
  client::Object node =
      json::parse_yaml("{apiVersion: v1, kind: Node, metadata: {name: n1}}")->front();
  ASSERT_TRUE(client_.create(api::kinds::node(), node).has_value());
  client::FakePodCommands slurm([](const client::PodCommand& command) {
    std::string gone;
    for (std::size_t i = 5; i < command.argv.size(); ++i) {
      gone += command.argv[i] + "\n";
    }
    return client::CommandOutput{.out = command.argv.size() == 5 ? "n1\nn2\n" : gone};
  });
  const auto gone = forget_stale_nodes(client_, slurm, cluster("x", "staleNodesAfterSeconds: 600"));
  ASSERT_TRUE(gone.has_value()) << gone.error().message;
  EXPECT_THAT(*gone, ElementsAre("n2"));
  EXPECT_EQ(slurm.log().size(), 2U);
}

// The script itself, with commands in the place of Slurm's that say what 22.05 does.
TEST_F(Backups, NothingThatJobsReservationsOrPeopleNameIsStale) {
  const auto program = [&](const char* name, const std::string& text) {
    const std::filesystem::path file = scratch_.path() / name;
    ASSERT_TRUE(write_file_atomic(file, "#!/bin/sh\n" + text, 0755).has_value());
  };
  const auto now =
      std::chrono::duration_cast<std::chrono::seconds>(clock_.now().time_since_epoch()).count();
  const std::string old = " [slurm@" + std::to_string(now - 900) + "]";
  const std::string recent = " [slurm@" + std::to_string(now - 60) + "]";
  const auto node = [](const std::string& name, const char* state, const std::string& since) {
    return "NodeName=" + name + " OS=Linux 6 #1 @0  State=" + state +
           " ThreadsPerCore=1 Reason=Not responding" + since + "\n";
  };
  program("sinfo", "echo n1\n");
  program("squeue", "echo ' n[2-3]'; echo 'n4 (null)'\n");
  program("scontrol",
          "case \"$*\" in\n"
          "'-o show nodes') cat <<'END'\n" +
              node("n1", "DOWN*+DYNAMIC_NORM", old) + node("n2", "DOWN*+DYNAMIC_NORM", old) +
              node("n4", "DOWN*+DYNAMIC_NORM", old) + node("n5", "DOWN*+DYNAMIC_NORM", old) +
              node("n6", "DOWN*+DRAIN+DYNAMIC_NORM", old) + node("n7", "DOWN*", old) +
              node("n8", "DOWN+DYNAMIC_NORM", old) + node("n9", "DOWN*+DYNAMIC_NORM", recent) +
              "NodeName=n10 State=IDLE+DYNAMIC_NORM ThreadsPerCore=1\nEND\n;;\n"
              "'-o show reservations') echo 'ReservationName=r Nodes=n5 NodeCnt=1';;\n"
              "'show hostnames n[2-3]') echo n2; echo n3;;\n"
              "'show hostnames '*) echo $3;;\n"
              "'delete nodename='*) echo \"$2\" >>" +
              (scratch_.path() / "gone").string() + ";;\nesac\n");
  ProcessRunner processes;
  client::FakePodCommands slurm(
      [&](const client::PodCommand& command) -> Result<client::CommandOutput> {
        TRY_ASSIGN(const CommandOutput done,
                   processes.run(
                       {.argv = command.argv,
                        .input = "",
                        .environment = {{"PATH", scratch_.path().string() + ":/usr/bin:/bin"}}}));
        return client::CommandOutput{done.exit_code, done.out, done.err};
      });
  const auto gone = forget_stale_nodes(client_, slurm, cluster("x", "staleNodesAfterSeconds: 600"));
  ASSERT_TRUE(gone.has_value()) << gone.error().message;
  EXPECT_THAT(*gone, ElementsAre("n1"));
  EXPECT_EQ(*read_file(scratch_.path() / "gone"), "nodename=n1\n");
}

}  // namespace
}  // namespace sluice::clusters
