// SPDX-License-Identifier: Apache-2.0
#include "jobs/submitter.h"

#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "base/text.h"
#include "base/waiting.h"

namespace sluice::jobs {
namespace {

// Answers when it is let to: every run gets the number in its UID.
class Submitters : public testing::Test {
 protected:
  Result<CommandOutput> run(const Command& command) {
    std::unique_lock lock(mutex_);
    commands_.push_back(command);
    changed_.notify_all();
    changed_.wait(lock, [&] { return open_; });
    if (lost_) {
      return fail(Code::kUnavailable, "the connection was lost");
    }
    CommandOutput output{.out = std::string(1, '\0')};
    for (const std::string_view line : split(command.input, '\n')) {
      if (line.starts_with("answer '")) {
        output.out += '0';
        output.out += '\0';
        output.out += split(line, '\'')[1];
        output.out += '\0';
      }
    }
    return output;
  }
  void await_commands(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return commands_.size() >= count; });
  }
  void open(bool lost = false) {
    const std::scoped_lock lock(mutex_);
    open_ = true;
    lost_ = lost;
    changed_.notify_all();
  }
  void close() {
    const std::scoped_lock lock(mutex_);
    open_ = false;
  }
  void begin(int number) {
    callers_.emplace_back([this, number] {
      auto id = submitter_.submit({.run = {std::to_string(number), 1}, .batch = {.script = "#!"}});
      const std::scoped_lock lock(mutex_);
      outcomes_[number] = id;
    });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Command> commands_;
  bool open_ = false;
  bool lost_ = false;
  std::map<int, Result<slurm::JobId>> outcomes_;
  Submitter submitter_{"me", [this](const Command& command) { return run(command); }};
  std::vector<std::jthread> callers_;
};

TEST_F(Submitters, WhoComesAloneGoesAtOnceAndWhoWaitsGoesTogether) {
  begin(1);
  await_commands(1);
  begin(2);
  await_commands(2);
  for (int i = 3; i <= 12; ++i) {
    begin(i);
  }
  EXPECT_TRUE(wait_until(std::chrono::seconds(60), [&] { return submitter_.waiting() == 10; }));
  open();
  callers_.clear();
  EXPECT_EQ(commands_.size(), 3U);
  ASSERT_EQ(outcomes_.size(), 12U);
  for (const auto& [number, id] : outcomes_) {
    EXPECT_EQ(id, static_cast<slurm::JobId>(number));
  }
}

TEST_F(Submitters, WhenNothingCanBeSubmittedOneTriesAndTheOthersAreTold) {
  for (const int i : {1, 2}) {
    begin(i);
    await_commands(static_cast<std::size_t>(i));
  }
  begin(3);
  EXPECT_TRUE(wait_until(std::chrono::seconds(60), [&] { return submitter_.waiting() == 1; }));
  open(/*lost=*/true);
  callers_.clear();
  EXPECT_EQ(outcomes_.size(), 3U);
  close();
  begin(4);
  await_commands(3);
  EXPECT_EQ(submitter_.submit({.run = {"5", 1}, .batch = {.script = "#!"}}).error().message,
            "the connection was lost");
  open();
  callers_.clear();
  EXPECT_EQ(outcomes_.at(4), slurm::JobId(4));
  EXPECT_TRUE(submitter_.submit({.run = {"6", 1}, .batch = {.script = "#!"}}).has_value());
}

}  // namespace
}  // namespace sluice::jobs
