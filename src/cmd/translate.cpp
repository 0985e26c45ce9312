// SPDX-License-Identifier: Apache-2.0
#include "kubelet/translate.h"

#include <iostream>
#include <iterator>

#include "api/meta.h"
#include "base/files.h"
#include "base/text.h"
#include "cmd/console.h"
#include "cmd/subcommand.h"
#include "cmd/workload_pods.h"
#include "json/yaml.h"
#include "kubelet/plan.h"
#include "kubelet/startup.h"
#include "slurm/request.h"

namespace sluice::cmd {
namespace {

struct Settings {
  std::string file;
  std::string partition;
  std::string startup = "auto";
  std::string runtime = "auto";
};

std::string command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    const bool plain = word.find_first_of(" \t\n'\"$&|;<>()*?`\\") == std::string::npos;
    line += (line.empty() ? "" : " ") + (plain ? word : shell_quote(word));
  }
  return line;
}

std::string_view way_of(kubelet::Startup startup) {
  switch (startup) {
    case kubelet::Startup::kAuto:
      return "at once in an allocation where that is faster, else as a batch job";
    case kubelet::Startup::kAllocate:
      return "at once in an allocation when something is free, else as a batch job";
    case kubelet::Startup::kBatch:
      break;
  }
  return "as a batch job";
}

std::string as_comment(const std::string& text) {
  std::string lines;
  for (const std::string_view line : split(trim(text), '\n')) {
    lines += "#   " + std::string(line) + "\n";
  }
  return lines;
}

// A shell script that would do it; all that a shell does not need is a comment.
Result<std::string> explain(const WorkloadPod& made, const Settings& settings) {
  const json::Value& pod = made.pod;
  const std::string uid = api::uid(pod).empty() ? "<uid>" : api::uid(pod);
  const std::string comment = "sluice:<cluster>:" + uid + ":1";
  TRY_ASSIGN(const slurm::JobRequest job,
             kubelet::translate(pod, {.comment = comment,
                                      .attempt_dir = "$SLUICE_HOME/pods/" + uid + "/1",
                                      .sluice_binary = "sluice",
                                      .partition = settings.partition,
                                      .environment = {}}));
  TRY_ASSIGN(std::vector<std::string> words, slurm::resource_arguments(job));
  words.insert(words.begin(), "sbatch");
  words.push_back("--comment=" + comment);
  TRY_ASSIGN(const auto usual, kubelet::parse_startup(settings.startup, "startup"));
  TRY_ASSIGN(const auto startup, kubelet::startup_of(pod, job.flags, usual));
  TRY_ASSIGN(json::Value plan, kubelet::plan_of(pod));
  return "# pod " + to_string(api::key(pod)) + (made.of.empty() ? "" : ", of " + made.of) +
         "\n# starts " + std::string(way_of(startup)) + "\n" + command_line(words) + " <<'EOF'\n" +
         job.script + "EOF\n# in the job, with the runtime " + settings.runtime + ":\n" +
         as_comment(json::write_yaml(plan));
}

Result<std::string> read_input(const std::string& file) {
  if (file != "-") {
    return read_file(file);
  }
  return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
}

Result<std::string> translate_file(const Settings& settings) {
  TRY_ASSIGN(const std::string text, read_input(settings.file));
  TRY_ASSIGN(const auto documents, json::parse_yaml(text));
  std::vector<std::string> explained;
  for (const json::Value& document : documents) {
    TRY_ASSIGN(const std::vector<WorkloadPod> pods, pods_of(document));
    for (const WorkloadPod& pod : pods) {
      auto one = explain(pod, settings);
      if (!one) {
        return tl::unexpected(
            with_context(std::move(one).error(), "pod " + to_string(api::key(pod.pod))));
      }
      explained.push_back(std::move(*one));
    }
  }
  if (explained.empty()) {
    return fail(Code::kInvalid, settings.file + ": no document in it makes a pod");
  }
  return join(explained, "\n");
}

}  // namespace

int run_translate(const std::vector<std::string>& arguments) {
  Settings settings;
  const Usage usage{
      .synopsis = "sluice translate --file FILE [options]",
      .summary =
          "Shows the Slurm job that each pod in a manifest becomes, and what is done in it, "
          "without\n"
          "running anything. Reads Pods and everything with a pod template, of several documents;\n"
          "needs neither Slurm nor a running `sluice up`. The output is a shell script.",
      .options = {{"file", "FILE", "the manifest; - for standard input (also: -f FILE)",
                   &settings.file},
                  {"partition", "NAME", "as for sluice up", &settings.partition},
                  {"startup", "WAY", "as for sluice up: batch, allocate or auto",
                   &settings.startup},
                  {"runtime", "NAME", "as for sluice up", &settings.runtime}},
      .examples =
          "  sluice translate -f pod.yaml\n"
          "  kubectl create job x --image=y --dry-run=client -o yaml -- true | sluice translate -f "
          "-"};
  std::vector<std::string> words = arguments;
  for (std::string& word : words) {
    if (word == "-f") {
      word = "--file";  // kubectl's habit
    }
  }
  const Parsed parsed = parse_or_explain(usage, words);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (settings.file.empty()) {
    report(Error{Code::kInvalid, "which manifest? sluice translate -f FILE"});
    return kExitUsage;
  }
  const auto explained = translate_file(settings);
  if (!explained) {
    return report(explained.error());
  }
  std::cout << *explained;
  return kExitOk;
}

}  // namespace sluice::cmd
