// SPDX-License-Identifier: Apache-2.0
// The same demands on the real Slurm, through its commands, and on the one in memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detach/command_slurm_nodes.h"
#include "detach/dynamic_lab.h"
#include "detach/fake_slurm_nodes.h"

namespace sluice::detach {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr Duration kPatience = std::chrono::seconds(60);

// A cluster with the nodes n1 and n2, and what happens in it without us.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual SlurmNodes& slurm() = 0;
  virtual std::string run_on(const std::string& node, bool requeue) = 0;  // for long
  virtual std::string queue_for(const std::vector<std::string>& nodes) = 0;
  virtual std::string state_of(const std::string& job) = 0;
  virtual void reserve(const std::string& name, const std::string& node) = 0;
  virtual void unreserve(const std::string& name) = 0;
  virtual void set_away(bool away) = 0;  // slurmctld
  // It cannot register any more, also not in answer to what slurmctld asked a while ago: that would
  // make a deleted node anew.
  virtual void stop_slurmd(const std::string& node) = 0;
  virtual void settle() = 0;
};

class FakeSubject final : public Subject {
 public:
  FakeSubject() {
    fake_.add("n1");
    fake_.add("n2");
  }
  SlurmNodes& slurm() override { return fake_; }
  std::string run_on(const std::string& node, bool requeue) override {
    fake_.start_job(std::to_string(++last_), node, requeue, clock_.now() + std::chrono::hours(1));
    return std::to_string(last_);
  }
  std::string queue_for(const std::vector<std::string>& nodes) override {
    fake_.queue_job(std::to_string(++last_), nodes);
    return std::to_string(last_);
  }
  std::string state_of(const std::string& job) override { return fake_.state_of(job); }
  void reserve(const std::string& name, const std::string& node) override {
    fake_.reserve(name, node);
  }
  void unreserve(const std::string& name) override { fake_.unreserve(name); }
  void set_away(bool away) override { fake_.set_away(away); }
  void stop_slurmd(const std::string&) override {}
  void settle() override { fake_.settle(); }

 private:
  FakeClock clock_;
  FakeSlurmNodes fake_;
  int last_ = 0;
};

class LabSubject final : public Subject {
 public:
  explicit LabSubject(DynamicLab& lab) : lab_(lab) { lab_.clean(); }
  SlurmNodes& slurm() override { return *slurm_; }
  std::string run_on(const std::string& node, bool requeue) override {
    const std::string job = lab_.submit(
        {"-w", node, "-n1", "-t60", requeue ? "--requeue" : "--no-requeue"}, "sleep 3000");
    EXPECT_TRUE(lab_.await_state(job, "RUNNING")) << lab_.state_of(job);
    return job;
  }
  std::string queue_for(const std::vector<std::string>& nodes) override {
    return lab_.submit({"--hold", "-w", join(nodes, ","), "-N" + std::to_string(nodes.size())},
                       "true");
  }
  std::string state_of(const std::string& job) override { return lab_.state_of(job); }
  void reserve(const std::string& name, const std::string& node) override {
    lab_.run({"scontrol", "create", "reservation", "ReservationName=" + name, "Nodes=" + node,
              "StartTime=now+1hour", "Duration=10", "Users=" + lab_.user()});
  }
  void unreserve(const std::string& name) override {
    lab_.run({"scontrol", "delete", "ReservationName=" + name});
  }
  void set_away(bool away) override { lab_.control(away ? "stop" : "start", "slurmctld"); }
  void stop_slurmd(const std::string& node) override { lab_.control("stop", "slurmd-" + node); }
  void settle() override {}

 private:
  DynamicLab& lab_;
  std::unique_ptr<SlurmNodes> slurm_ =
      make_command_slurm_nodes(lab_.runner(), {.slurm_conf = lab_.slurm_conf()});
};

class SlurmNodesContract : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "Fake") {
      subject_ = std::make_unique<FakeSubject>();
    } else if (DynamicLab* lab = DynamicLab::instance()) {
      subject_ = std::make_unique<LabSubject>(*lab);
    } else {
      GTEST_SKIP() << "no Slurm";
    }
  }
  SlurmNodes& slurm() { return subject_->slurm(); }
  SlurmNode look(const std::string& node) {
    const auto seen = slurm().look(node);
    EXPECT_TRUE(seen.has_value()) << seen.error().message;
    return seen.value_or(SlurmNode{});
  }
  bool await(const std::function<bool()>& done) {
    return wait_until(kPatience, [&] {
      subject_->settle();
      return done();
    });
  }

  std::unique_ptr<Subject> subject_;
};

TEST_P(SlurmNodesContract, AnIdleNodeIsDrainedAndUndrained) {
  EXPECT_EQ(look("n1").state, "IDLE+DYNAMIC_NORM");
  ASSERT_TRUE(slurm().drain("n1", "sluice: 'says' why").has_value());
  EXPECT_TRUE(look("n1").is_drained_by_us());
  EXPECT_EQ(look("n1").reason, "sluice: 'says' why");
  ASSERT_TRUE(slurm().undrain("n1").has_value());
  EXPECT_FALSE(look("n1").is("DRAIN"));
}

TEST_P(SlurmNodesContract, AnIdleNodeIsDeleted) {
  EXPECT_EQ(slurm().look_at_all()->size(), 2U);
  subject_->stop_slurmd("n1");
  ASSERT_TRUE(slurm().remove("n1").has_value());
  EXPECT_EQ(slurm().look("n1").error().code, Code::kNotFound);
  EXPECT_EQ(slurm().remove("n1").error().code, Code::kNotFound);
  EXPECT_EQ(slurm().drain("n1", "sluice: x").error().code, Code::kNotFound);
  EXPECT_EQ(slurm().look_at_all()->size(), 1U);
}

TEST_P(SlurmNodesContract, JobsThatWaitAreTold) {
  const std::string job = subject_->queue_for({"n1", "n2"});
  const auto waiting = slurm().waiting_jobs();
  ASSERT_TRUE(waiting.has_value()) << waiting.error().message;
  ASSERT_EQ(waiting->size(), 1U);
  EXPECT_EQ(waiting->front().id, job);
  EXPECT_EQ(waiting->front().reason, "JobHeldUser");
  EXPECT_EQ(waiting->front().nodes, 2);
  EXPECT_EQ(waiting->front().cpus, 2);
  EXPECT_FALSE(waiting->front().partition.empty());
}

TEST_P(SlurmNodesContract, JobsKeepTheirNodeUntilTheyHaveEnded) {
  const std::string again = subject_->run_on("n1", true);
  const std::string once = subject_->run_on("n1", false);
  ASSERT_TRUE(slurm().drain("n1", "sluice: x").has_value());
  const SlurmNode before = look("n1");
  ASSERT_EQ(before.jobs.size(), 2U);
  EXPECT_TRUE(before.jobs[0].end.has_value());
  EXPECT_FALSE(before.jobs[0].ending);
  EXPECT_TRUE(before.is_in_use());
  EXPECT_EQ(slurm().remove("n1").error().code, Code::kConflict);
  const auto all = slurm().look_at_all();
  ASSERT_TRUE(all.has_value());
  for (const NodeView& node : *all) {  // in any order
    EXPECT_EQ(node.jobs, node.name == "n1" ? 2 : 0) << node.name;
  }
  for (const JobThere& job : before.jobs) {
    EXPECT_TRUE(slurm().end_job(job.id, JobsEnd::kRequeue).has_value());
  }
  EXPECT_TRUE(await([&] { return !look("n1").is_in_use(); })) << look("n1").state;
  EXPECT_EQ(subject_->state_of(again), "PENDING");
  EXPECT_EQ(subject_->state_of(once), "CANCELLED");
  EXPECT_TRUE(slurm().end_job(once, JobsEnd::kRequeue).has_value());  // it is over
  ASSERT_TRUE(slurm().remove("n1").has_value());
}

TEST_P(SlurmNodesContract, JobsThatNameANodeAreReleasedFromItAndNotLost) {
  const std::string both = subject_->queue_for({"n1", "n2"});
  const std::string one = subject_->queue_for({"n1"});
  const SlurmNode seen = look("n1");
  EXPECT_THAT(seen.wanted_by,
              testing::UnorderedElementsAre(JobInQueue{both, {"n2"}}, JobInQueue{one, {}}));
  EXPECT_FALSE(seen.is_in_use());
  for (const JobInQueue& job : seen.wanted_by) {
    EXPECT_TRUE(slurm().release_job(job).has_value());
  }
  EXPECT_THAT(look("n1").wanted_by, IsEmpty());
  EXPECT_EQ(look("n2").wanted_by.size(), 1U);
  ASSERT_TRUE(slurm().remove("n1").has_value());
  subject_->set_away(true);
  EXPECT_EQ(slurm().look("n2").error().code, Code::kUnavailable);
  subject_->set_away(false);
  EXPECT_TRUE(await([&] { return slurm().look("n2").has_value(); }));
  EXPECT_EQ(subject_->state_of(both), "PENDING");
  EXPECT_EQ(subject_->state_of(one), "PENDING");
}

TEST_P(SlurmNodesContract, ItIsToldHowMuchOfANodeIsInUse) {
  EXPECT_EQ(look("n1").cpus_in_use, 0);
  EXPECT_FALSE(look("n1").is_miscounted());
}

TEST_P(SlurmNodesContract, ReservationsAreToldAndANodeCanBeSetDown) {
  subject_->reserve("course", "n1");
  EXPECT_THAT(look("n1").reserved_by, ElementsAre("course"));
  EXPECT_THAT(look("n2").reserved_by, IsEmpty());
  subject_->unreserve("course");
  EXPECT_THAT(look("n1").reserved_by, IsEmpty());
  ASSERT_TRUE(slurm().set_down("n1", "sluice: x").has_value());
  EXPECT_TRUE(look("n1").is("DOWN"));
  ASSERT_TRUE(slurm().remove("n1").has_value());
  const auto controllers = slurm().controllers();
  ASSERT_TRUE(controllers.has_value()) << controllers.error().message;
  ASSERT_EQ(controllers->size(), 1U);
  EXPECT_TRUE(controllers->front().up);
}

INSTANTIATE_TEST_SUITE_P(Slurms, SlurmNodesContract, testing::Values("Fake", "Lab"),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace sluice::detach
