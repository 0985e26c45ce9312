// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/command.h"
#include "base/files.h"
#include "base/text.h"
#include "jobs/cluster.h"
#include "jobs/runs_by_commands.h"
#include "jobs/shell_command.h"
#include "jobs/transfer.h"
#include "jobs/webhook.h"
#include "slurm/fake_slurm.h"

namespace sluice::jobs {

// A machine that jobs are submitted from, in memory: what the commands of jobs/remote_files.h do
// there, on the fake Slurm. Faults: it cannot be reached; it does what it is told but the answer is
// lost. Thread-safe; outlives the clusters it makes.
class HostElsewhere {
 public:
  explicit HostElsewhere(Clock& clock) : clock_(clock) {
    EXPECT_TRUE(write_file_replacing(home() / "scancel", "#!/bin/sh\n", 0755).has_value());
  }

  void set_clock_ahead(Duration by) { there_.ahead = by; }

  slurm::FakeSlurm& slurm() { return *slurm_; }
  void set_reachable(bool reachable) {
    const std::scoped_lock lock(mutex_);
    reachable_ = reachable;
    slurm_->set_unavailable(!reachable);
  }
  void lose_answers(int count) {
    const std::scoped_lock lock(mutex_);
    lost_answers_ = count;
  }

  int commands() {  // so far, but for orders
    const std::scoped_lock lock(mutex_);
    return commands_;
  }

  // What Slurm was told by scontrol and scancel.
  std::vector<std::string> orders() {
    const std::scoped_lock lock(mutex_);
    return orders_;
  }

  // A server that is told of the ends of jobs, and refuses the first time.
  Result<void> notify(const Notice& notice) {
    const std::scoped_lock lock(mutex_);
    notices_.push_back(notice);
    return notices_.size() == 1 ? fail(Code::kUnavailable, "the webhook answers 500")
                                : Result<void>{};
  }
  std::vector<Notice> notices() {
    const std::scoped_lock lock(mutex_);
    return notices_;
  }

  // A server that takes results, but for the next so many times.
  void set_busy(int times) {
    const std::scoped_lock lock(puts_mutex_);
    busy_ = times;
  }
  void set_before_put(std::function<void()> hook) {
    const std::scoped_lock lock(puts_mutex_);
    before_put_ = std::move(hook);
  }
  Result<void> put(const Upload& upload) {
    const std::scoped_lock lock(puts_mutex_);
    if (busy_ > 0) {
      --busy_;
      return fail(Code::kUnavailable, "the server answers 503");
    }
    if (before_put_) {
      before_put_();
    }
    TRY_ASSIGN(const std::string bytes, upload.read(0, upload.size + 1));
    taken_[upload.url + " " + upload.authorization] = bytes;
    return {};
  }
  std::map<std::string, std::string> taken() {
    const std::scoped_lock lock(puts_mutex_);
    return taken_;
  }

  // The user's home there.
  const std::filesystem::path& home() const { return home_.path(); }

  // Of the last job, beside the login's.
  std::string environment() {
    const std::scoped_lock lock(mutex_);
    return environment_;
  }

  std::unique_ptr<Cluster> connect(const std::string& user, Cluster::OnNews on_news) {
    auto runs = std::make_unique<RunsByCommands>(user, std::make_unique<Runner>(*this));
    return std::make_unique<Cluster>(user, std::move(runs), slurm_, clock_, std::move(on_news));
  }

 private:
  class Runner final : public CommandRunner {
   public:
    explicit Runner(HostElsewhere& host) : host_(host) {}
    Result<CommandOutput> run(const Command& command) override { return host_.run(command); }

   private:
    HostElsewhere& host_;
  };

  Result<CommandOutput> run(const Command& command) {
    const std::scoped_lock lock(mutex_);
    if (!reachable_) {
      return fail(Code::kUnavailable, "connection refused");
    }
    if (command.argv[0] == "date") {
      const auto time = std::chrono::floor<std::chrono::seconds>(there_.now().time_since_epoch());
      return CommandOutput{.out = std::to_string(time.count()) + "\n"};
    }
    if (command.argv.size() < 3 || command.argv[0].starts_with('s')) {
      return order(command.argv);
    }
    ++commands_;
    const std::string& program = command.argv.at(2);
    CommandOutput output;
    if (program.find("/files-") != std::string::npos ||
        program.find("rm -rf") != std::string::npos) {
      output = really(command);
    } else if (command.input.find("sbatch") != std::string::npos) {
      output.out = submit_all(command.input);
    } else if (program.find("scancel") != std::string::npos) {
      output = really(command);  // leaves the mark
      const std::string& uid = command.argv.at(4);
      for (const slurm::Job& job : slurm_->all_jobs()) {
        if (job.name == uid && !is_final(job.state)) {
          EXPECT_TRUE(slurm_->cancel(job.id).has_value());
        }
      }
    }
    if (lost_answers_ > 0) {
      --lost_answers_;
      return fail(Code::kUnavailable, "the connection was lost");
    }
    return output;
  }

  // Files are real ones, in a home of its own.
  CommandOutput really(Command command) {
    const std::string home = home_.path().string();
    command.environment = {{"HOME", home}, {"PATH", home + ":/usr/bin:/bin"}};
    return runner_.run(command).value_or(CommandOutput{.exit_code = 1});
  }

  CommandOutput order(const std::vector<std::string>& words) {
    orders_.push_back(join(words, " "));
    const auto id = static_cast<slurm::JobId>(parse_int(words.back()).value_or(0));
    if (words[0] == "scancel") {
      EXPECT_TRUE(slurm_->cancel(id).has_value());
    } else if (words[1] == "hold") {
      slurm_->hold(id);
    } else if (words[1] == "release") {
      slurm_->release(id);
    } else if (words[1] == "requeue") {
      slurm_->requeue(id);
    } else {
      return {.exit_code = 1, .err = "slurm_update error: Access/permission denied"};
    }
    return {};
  }

  // The program's last lines, but for a brace, call "answer" with a run's words: see
  // jobs/remote_submission.h.
  std::string submit_all(const std::string& program) {
    std::string answers(1, '\0');
    std::size_t at = program.find("\nanswer ", program.find("\nunmade=")) + 1;
    while (at < program.size() && program[at] != '}') {
      std::vector<std::string> words(1);
      for (bool quoted = false; at < program.size() && (quoted || program[at] != '\n'); ++at) {
        if (program[at] == '\'') {
          quoted = !quoted;
        } else if (!quoted && program[at] == ' ') {
          words.emplace_back();
        } else if (quoted || program[at] != '\\') {
          words.back() += program[at];
        } else {
          words.back() += program[++at];
        }
      }
      ++at;
      environment_.clear();
      for (std::size_t i = 6; i < words.size(); ++i) {
        environment_ += words[i] + "\n";
      }
      const CommandOutput one = is_withdrawn(words.at(1), words.at(2))
                                    ? CommandOutput{.exit_code = ends::kDeleted}
                                    : submit(words.at(1), words.at(3), words.at(5));
      answers += std::to_string(one.exit_code) + '\0' + one.out + one.err + '\0';
    }
    return answers;
  }

  bool is_withdrawn(const std::string& uid, const std::string& run) const {
    const auto object = home() / ".sluice/jobs" / uid;
    return std::filesystem::exists(object / "deleted") ||
           std::filesystem::exists(object / run / "deleted");
  }

  CommandOutput submit(const std::string& uid, const std::string& comment,
                       const std::string& script) {
    for (const slurm::Job& job : slurm_->all_jobs()) {
      if (job.comment == comment) {
        return {.out = std::to_string(job.id)};
      }
    }
    const auto id = slurm_->submit({.name = uid, .comment = comment, .script = script});
    return id ? CommandOutput{.out = std::to_string(*id)}
              : CommandOutput{.exit_code = 1, .err = id.error().message};
  }

  // Another machine's.
  struct TheirClock final : public Clock {
    explicit TheirClock(Clock& of) : ours(of) {}
    WallTime now() const override { return ours.now() + ahead.load(); }
    SteadyTime steady() const override { return ours.steady(); }
    void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                    SteadyTime deadline) override {
      ours.wait_until(lock, changed, deadline);
    }
    Clock& ours;
    std::atomic<Duration> ahead = Duration(0);
  };

  Clock& clock_;
  TheirClock there_{clock_};
  const std::shared_ptr<slurm::FakeSlurm> slurm_ = std::make_shared<slurm::FakeSlurm>(there_);
  std::mutex mutex_;
  bool reachable_ = true;
  int lost_answers_ = 0;
  int commands_ = 0;
  std::vector<std::string> orders_;
  std::vector<Notice> notices_;
  std::string environment_;
  const TemporaryDirectory home_{"elsewhere"};
  ProcessRunner runner_;
  std::mutex puts_mutex_;  // not the other: who puts reads from here
  int busy_ = 0;
  std::function<void()> before_put_;
  std::map<std::string, std::string> taken_;
};

}  // namespace sluice::jobs
