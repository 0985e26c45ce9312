// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/command.h"
#include "base/files.h"
#include "base/text.h"
#include "jobs/remote_submission.h"

namespace sluice::jobs {

// For tests: a machine whose sbatch writes down what it is told. Files in its home make it fail:
// `refuse` (it says no), `away` (there is no controller), `die` (who called sbatch is killed).
class TestMachine : public testing::Test {
 protected:
  TestMachine() {
    program("sbatch", R"sh(
cd "$HOME"
echo . >>called
[ ! -e refuse ] || { echo 'sbatch: error: Batch job submission failed: Invalid qos' >&2; exit 1; }
[ ! -e away ] || { echo 'sbatch: error: Unable to contact slurm controller' >&2; exit 1; }
for word; do
  case $word in */script) ! grep -q 'no good' "$word" || { echo 'sbatch: error: no good' >&2; exit 1; } ;; esac
done
echo "$@" >>submitted
n=$(wc -l <submitted)
for word; do
  case $word in --comment=*) echo "$n ${word#--comment=}" >>queue;; esac
done
[ ! -e die ] || kill -9 "$(cut -d' ' -f2 "$HOME"/.sluice/jobs/*/1/claim)"
echo "$n"
)sh");
    program("squeue", "cat \"$HOME/queue\" 2>/dev/null; true");
    program("scancel", "echo \"$@\" >>\"$HOME/cancelled\"");
    program("scontrol",
            "printf 'JobId=1 UserId=x\n   StdErr=/a\n   StdOut=/some/where\n   Power=\n'");
  }

  void program(const std::string& name, const std::string& text) {
    EXPECT_TRUE(write_file_replacing(dir() / name, "#!/bin/sh\n" + text, 0755));
  }
  const std::filesystem::path& dir() const { return scratch_.path(); }
  std::filesystem::path run_dir() const { return dir() / ".sluice/jobs/uid-1/1"; }
  std::string read(const std::string& name) const { return read_file(dir() / name).value_or(""); }
  std::size_t lines_of(const std::string& name) const { return split(read(name), '\n').size() - 1; }
  void touch(const std::string& name) { EXPECT_TRUE(write_file_replacing(dir() / name, "", 0600)); }
  void remove(const std::string& name) { std::filesystem::remove(dir() / name); }

  CommandOutput there(Command command) {
    command.environment = {{"HOME", dir().string()}, {"PATH", dir().string() + ":/usr/bin:/bin"}};
    const auto output = runner_.run(command);
    EXPECT_TRUE(output.has_value());
    return output.value_or(CommandOutput{});
  }
  std::vector<Result<slurm::JobId>> submit_all(const std::vector<Submission>& runs) {
    std::vector<const Submission*> pointers;
    for (const Submission& run : runs) {
      pointers.push_back(&run);
    }
    return read_submission(there(submission(pointers, "me")), runs.size()).outcomes;
  }
  Result<slurm::JobId> submit(std::int64_t number = 1, const std::string& script = "#!/bin/sh\n") {
    return submit_all({{.run = {"uid-1", number}, .batch = {.script = script}}}).front();
  }

  ProcessRunner runner_;

 private:
  TemporaryDirectory scratch_{"remote"};
};

}  // namespace sluice::jobs
