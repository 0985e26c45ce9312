// SPDX-License-Identifier: Apache-2.0
#include "lab/readiness.h"

#include "base/command.h"
#include "base/text.h"
#include "base/waiting.h"

namespace sluice::lab {

std::int64_t usable_nodes(std::string_view sinfo_output) {
  std::int64_t usable = 0;
  for (const std::string_view line : split(sinfo_output, '\n')) {
    const auto words = split(trim(line), ' ');
    const std::string_view state = words.size() == 2 ? words[1] : std::string_view();
    usable += state == "idle" || state == "mix" || state == "alloc" ? 1 : 0;
  }
  return usable;
}

Result<void> await_first_job(const Setting& setting) {
  ProcessRunner runner;
  const auto run = [&](std::string_view program, const std::vector<std::string>& arguments) {
    return runner.run({.argv = setting.installation.argv(program, arguments),
                       .environment = lab_environment(setting),
                       .timeout = std::chrono::seconds(60)});
  };
  std::string last;
  const bool ready = wait_until(std::chrono::seconds(90), [&] {
    const auto output = run("sinfo", {"-h", "-N", "-p", "main", "-o", "%N %t"});
    last = output ? output->out + output->err : output.error().message;
    return output && usable_nodes(output->out) >= setting.state.options.nodes;
  });
  if (!ready) {
    return fail(Code::kTimeout, "the lab's nodes do not become ready: " + std::string(trim(last)));
  }
  TRY_ASSIGN(const CommandOutput job,
             run("srun", {"-Q", "-p", "main", "-n1", "-J", "lab-ready", "--mpi=none", "true"}));
  if (job.exit_code != 0) {
    return fail(Code::kUnavailable, "the lab's first job failed: " + std::string(trim(job.err)));
  }
  return {};
}

}  // namespace sluice::lab
