// SPDX-License-Identifier: Apache-2.0
//
// Backups and stale nodes against pods whose programs are a function of the test: files in a map,
// and containers that start anew at once.
#include "clusters/backup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
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
    if (fails_(command)) {
      return fail(Code::kUnavailable, "no route");
    }
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
    if (has("mv ")) {
      const std::string part = word_after("mv ");
      files_[part.substr(0, part.size() - 5)] = files_.at(part);
      files_.erase(part);
    }
    if (script.starts_with("rm -f ")) {
      for (const std::string_view file : split(script, ' ')) {
        files_.erase(std::string(file));
      }
    }
    if (has("squeue")) {
      return client::CommandOutput{.out = jobs_};
    }
    if (has("kill -TERM 1") || has("kill -KILL")) {
      count_restart(command.pod.name);
    }
    return client::CommandOutput{};
  }

  // Nothing was taken, and nothing lies there for whoever starts next.
  void expect_as_before() {
    EXPECT_TRUE(files_.empty()) << files_.begin()->first;
    for (const char* pod : {"x-controller-0", "x-database-0", "x-accounting-0"}) {
      EXPECT_EQ(restarts_[pod], 1) << pod;
    }
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
  std::function<bool(const client::PodCommand&)> fails_ = [](const client::PodCommand&) {
    return false;
  };
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

// Else the next start of MariaDB, weeks later, would take the records of the backup.
TEST_F(Backups, ARestoreThatWasGivenUpLeavesNothingForTheNextStart) {
  ASSERT_TRUE(back_up(parts_, cluster(), place_).has_value());
  for (const char* failing :
       {"dd of=/var/spool", "gzip -t </var/spool", "mv /data", "mv /var/spool", "kill -STOP"}) {
    files_.clear();
    fails_ = [&](const client::PodCommand& command) {
      return command.argv[2].find(failing) != std::string::npos;
    };
    const auto given_up = restore(parts_, cluster(), place_, {});
    ASSERT_FALSE(given_up.has_value()) << failing;
    EXPECT_EQ(given_up.error().message, "no route") << failing;
    expect_as_before();
  }
}

TEST_F(Backups, NothingLiesReadyBeforeAllIsThere) {
  ASSERT_TRUE(back_up(parts_, cluster(), place_).has_value());
  files_.clear();
  fails_ = [&](const client::PodCommand& command) {
    if (command.argv[2].find("dd of=") != std::string::npos) {
      EXPECT_FALSE(files_.contains("/data/restore.sql.gz"));
      EXPECT_FALSE(files_.contains("/var/spool/slurmctld/.restore.tar.gz"));
    }
    return false;
  };
  EXPECT_TRUE(restore(parts_, cluster(), place_, {}).has_value());
}

TEST_F(Backups, WhatIsToBeTakenStaysUntilItIs) {
  ASSERT_TRUE(back_up(parts_, cluster(), place_).has_value());
  files_.clear();
  fails_ = [](const client::PodCommand& command) {
    return command.argv[2].find("kill -TERM 1") != std::string::npos;
  };
  const auto stuck = restore(parts_, cluster(), place_, {});
  ASSERT_FALSE(stuck.has_value());
  EXPECT_THAT(stuck.error().message, HasSubstr("what lies ready is taken when its program starts"));
  EXPECT_TRUE(files_.contains("/data/restore.sql.gz")) << "MariaDB may be reading it";
}

// Whoever waits on it wakes at once, when the time is up.
class LeapingClock final : public Clock {
 public:
  WallTime now() const override { return WallTime(passed_of<WallTime>()); }
  SteadyTime steady() const override { return SteadyTime(passed_of<SteadyTime>()); }
  void wait_until(std::unique_lock<std::mutex>& /*lock*/, std::condition_variable& /*changed*/,
                  SteadyTime deadline) override {
    passed_ = std::max<Duration>(passed_, deadline.time_since_epoch());
  }
  Duration passed() const { return passed_; }

 private:
  template <class Time>
  typename Time::duration passed_of() const {
    return std::chrono::duration_cast<typename Time::duration>(passed_);
  }

  Duration passed_{0};
};

class SlowRestores : public Backups {
 protected:
  void SetUp() override {
    Backups::SetUp();
    ASSERT_TRUE(back_up(parts_, cluster(), place_).has_value());
    fails_ = [this](const client::PodCommand& command) {
      if (command.argv[2].find("mariadb-admin") == std::string::npos) {
        return false;
      }
      look();
      return leaping_.passed() < ready_after_;
    };
  }
  void say(const char* status) {
    client::Object pod = **client_.get(api::kinds::pod(), {"default", "x-database-0"});
    json::Value& container = pod["status"]["containerStatuses"].array().front();
    const json::Value said = json::parse_yaml(status)->front();
    for (const auto& [name, value] : said.as_object()) {
      container[name] = value;
    }
    ASSERT_TRUE(client_.update(api::kinds::pod(), pod, client::Part::kStatus).has_value());
  }
  Result<void> restored() { return restore(slow_, cluster(), place_, {}); }

  LeapingClock leaping_;
  BackupParts slow_{client_, commands_, leaping_, [](const std::string&) {}};
  Duration ready_after_ = std::chrono::hours(6);
  std::function<void()> look = [] {};  // whenever MariaDB is asked
};

TEST_F(SlowRestores, ADatabaseThatIsBeingImportedIsWaitedFor) {
  look = [this] { say("{ready: false, state: {running: {}}}"); };
  const auto done = restored();
  ASSERT_TRUE(done.has_value()) << done.error().message;
  EXPECT_GE(leaping_.passed(), ready_after_);
  EXPECT_EQ(restarts_["x-accounting-0"], 2) << "after it";
}

TEST_F(Backups, ADatabaseHasADayToBeDumped) {
  Duration dump{0};
  fails_ = [&](const client::PodCommand& command) {
    dump = command.argv[2].find("mariadb-dump") == std::string::npos ? dump : command.timeout;
    return false;
  };
  ASSERT_TRUE(back_up(parts_, cluster(), place_).has_value());
  EXPECT_EQ(dump, std::chrono::hours(24));
}

TEST_F(SlowRestores, ADatabaseThatDoesNotRunIsNotWaitedForADay) {
  look = [this] { say("{ready: false, state: {waiting: {}}}"); };
  const auto done = restored();
  ASSERT_FALSE(done.has_value());
  EXPECT_THAT(done.error().message, HasSubstr("mariadbd does not answer"));
  EXPECT_LT(leaping_.passed(), std::chrono::minutes(11));
}

TEST_F(SlowRestores, ASlurmctldThatDoesNotAnswerIsNotWaitedForADay) {
  ready_after_ = Duration(0);
  fails_ = [this](const client::PodCommand& command) {
    const bool asks = command.argv[2].find("scontrol ping") != std::string::npos;
    if (!asks || restarts_["x-controller-0"] < 2) {
      return false;
    }
    client::Object pod = **client_.get(api::kinds::pod(), {"default", "x-controller-0"});
    json::Value& container = pod["status"]["containerStatuses"].array().front();
    container["ready"] = false;
    container["state"] = json::parse_yaml("{running: {}}")->front();
    EXPECT_TRUE(client_.update(api::kinds::pod(), pod, client::Part::kStatus).has_value());
    return true;
  };
  const auto done = restored();
  ASSERT_FALSE(done.has_value());
  EXPECT_THAT(done.error().message, HasSubstr("slurmctld does not answer"));
  EXPECT_LT(leaping_.passed(), std::chrono::minutes(11));
}

TEST_F(SlowRestores, ADatabaseThatEndsAgainAndAgainIsGivenUp) {
  look = [this] {
    count_restart("x-database-0");
    say("{ready: false, state: {running: {}}, lastState: {terminated: {exitCode: 1, "
        "message: 'No space left on device'}}}");
  };
  const auto done = restored();
  ASSERT_FALSE(done.has_value());
  EXPECT_THAT(done.error().message,
              HasSubstr("mariadbd does not start, exit code 1: No space left on device"));
  EXPECT_LT(leaping_.passed(), std::chrono::minutes(11));
}

TEST_F(Backups, WhatCouldNotBeTakenAwayIsNamed) {
  ASSERT_TRUE(back_up(parts_, cluster(), place_).has_value());
  bool gone = false;  // the pod of the database, when the state is brought
  fails_ = [&](const client::PodCommand& command) {
    gone = gone || command.argv[2].find("mv /var/spool") != std::string::npos;
    return gone;
  };
  const auto given_up = restore(parts_, cluster(), place_, {});
  ASSERT_FALSE(given_up.has_value());
  EXPECT_THAT(given_up.error().message,
              HasSubstr("/data/restore.sql.gz of pod x-database-0 may be there, and is taken when "
                        "mariadbd starts: remove it"));
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
class StaleNodesScript : public Backups {
 protected:
  void SetUp() override {
    Backups::SetUp();
    const auto now =
        std::chrono::duration_cast<std::chrono::seconds>(clock_.now().time_since_epoch()).count();
    const std::string old = " [slurm@" + std::to_string(now - 900) + "]";
    const std::string recent = " [slurm@" + std::to_string(now - 60) + "]";
    const auto node = [](const std::string& name, const char* state, const std::string& since) {
      return "NodeName=" + name + " OS=Linux 6 #1 @0  State=" + state +
             " ThreadsPerCore=1 Reason=Not responding" + since + "\n";
    };
    program("sinfo", "echo n1\n");
    program("squeue", "case \"$*\" in *--all*) echo ' n[2-3]'; echo 'n4 (null)';; esac\n");
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
  }

  void program(const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file_atomic(scratch_.path() / name, "#!/bin/sh\n" + text, 0755).has_value());
  }

  Result<std::vector<std::string>> forget() {
    client::FakePodCommands slurm(
        [&](const client::PodCommand& command) -> Result<client::CommandOutput> {
          TRY_ASSIGN(const CommandOutput done,
                     processes_.run(
                         {.argv = command.argv,
                          .input = "",
                          .environment = {{"PATH", scratch_.path().string() + ":/usr/bin:/bin"}}}));
          return client::CommandOutput{done.exit_code, done.out, done.err};
        });
    return forget_stale_nodes(client_, slurm, cluster("x", "staleNodesAfterSeconds: 600"));
  }

  ProcessRunner processes_;
};

TEST_F(StaleNodesScript, NothingThatJobsReservationsOrPeopleNameIsStale) {
  const auto gone = forget();
  ASSERT_TRUE(gone.has_value()) << gone.error().message;
  EXPECT_THAT(*gone, ElementsAre("n1"));
  EXPECT_EQ(*read_file(scratch_.path() / "gone"), "nodename=n1\n");
}

// slurmctld is busy, or starts, between two questions.
TEST_F(StaleNodesScript, AQuestionWithoutAnAnswerKeepsEveryNode) {
  const std::string says =
      "echo 'slurm_load error: Unable to contact slurm controller' >&2; exit 1";
  const auto real = *read_file(scratch_.path() / "scontrol");
  for (const char* asked : {"-o show nodes", "-o show reservations", "show hostnames n4"}) {
    program("scontrol", "[ \"$*\" != '" + std::string(asked) + "' ] || { " + says + "; }\n" + real);
    const auto gone = forget();
    ASSERT_FALSE(gone.has_value()) << asked;
    EXPECT_EQ(gone.error().code, Code::kUnavailable);
    EXPECT_THAT(gone.error().message, HasSubstr("Unable to contact slurm controller")) << asked;
  }
  program("scontrol", real);
  for (const char* name : {"squeue", "sinfo"}) {
    const auto well = *read_file(scratch_.path() / name);
    program(name, "echo n1\n" + says + "\n");
    EXPECT_FALSE(forget().has_value()) << name;
    program(name, well);
  }
  EXPECT_FALSE(std::filesystem::exists(scratch_.path() / "gone"));
  EXPECT_TRUE(forget().has_value());
}

}  // namespace
}  // namespace sluice::clusters
