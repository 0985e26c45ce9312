// SPDX-License-Identifier: Apache-2.0
#include "kubelet/translate.h"

#include <iostream>
#include <iterator>

#include "api/meta.h"
#include "base/files.h"
#include "base/text.h"
#include "cmd/console.h"
#include "cmd/subcommand.h"
#include "json/yaml.h"

namespace sluice::cmd {
namespace {

// The pod of a document: itself, or what its template makes (Job and other workloads). Nothing for
// documents that make no pod.
std::optional<json::Value> pod_of(const json::Value& document) {
  if (document.at("kind").as_string() == "Pod") {
    return document;
  }
  const json::Value* made = document.find("spec", "template");
  if (made == nullptr || made->find("spec", "containers") == nullptr) {
    return std::nullopt;
  }
  json::Value pod = *made;
  pod["metadata"]["name"] = api::name(document) + "-xxxxx";
  pod["metadata"]["namespace"] = api::ns(document);
  return pod;
}

std::string sbatch_command(const slurm::JobRequest& job) {
  std::vector<std::string> words{"sbatch", "--job-name=" + job.name, "--comment=" + job.comment,
                                 "--cpus-per-task=" + std::to_string(job.cpus)};
  if (job.memory_mib > 0) {
    words.push_back("--mem=" + std::to_string(job.memory_mib) + "M");
  }
  if (job.time_limit_seconds > 0) {
    words.push_back("--time=" + std::to_string((job.time_limit_seconds + 59) / 60));
  }
  if (!job.partition.empty()) {
    words.push_back("--partition=" + job.partition);
  }
  words.insert(words.end(), job.flags.begin(), job.flags.end());
  std::string line;
  for (const std::string& word : words) {
    const bool plain = word.find_first_of(" '\"$&|;<>()*?`\\") == std::string::npos;
    line += (line.empty() ? "" : " ") + (plain ? word : shell_quote(word));
  }
  return line;
}

Result<std::string> explain(json::Value pod) {
  if (api::ns(pod).empty()) {
    pod["metadata"]["namespace"] = "default";
  }
  const std::string uid = api::uid(pod).empty() ? "<uid>" : api::uid(pod);
  TRY_ASSIGN(const slurm::JobRequest job,
             kubelet::translate(pod, {.comment = "sluice:<cluster>:" + uid + ":1",
                                      .attempt_dir = "$SLUICE_HOME/pods/" + uid + "/1",
                                      .sluice_binary = "sluice"}));
  return "# pod " + to_string(api::key(pod)) + "\n" + sbatch_command(job) + " <<'EOF'\n" +
         job.script + "EOF\n";
}

Result<std::string> read_input(const std::string& file) {
  if (file != "-") {
    return read_file(file);
  }
  return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
}

Result<std::string> translate_file(const std::string& file) {
  TRY_ASSIGN(const std::string text, read_input(file));
  TRY_ASSIGN(const auto documents, json::parse_yaml(text));
  std::string explained;
  for (const json::Value& document : documents) {
    if (const auto pod = pod_of(document)) {
      TRY_ASSIGN(const std::string one, explain(*pod));
      explained += one;
    }
  }
  if (explained.empty()) {
    return fail(Code::kInvalid, file + ": no document in it makes a pod");
  }
  return explained;
}

}  // namespace

int run_translate(const std::vector<std::string>& arguments) {
  std::string file;
  const Usage usage{
      .synopsis = "sluice translate --file FILE",
      .summary =
          "Shows the Slurm job that each pod in a manifest becomes, without running anything. "
          "Reads\n"
          "Pods and everything with a pod template; needs neither Slurm nor a running `sluice up`.",
      .options = {{"file", "FILE", "the manifest; - for standard input (also: -f FILE)", &file}},
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
  if (file.empty()) {
    report(Error{Code::kInvalid, "which manifest? sluice translate -f FILE"});
    return kExitUsage;
  }
  const auto explained = translate_file(file);
  if (!explained) {
    return report(explained.error());
  }
  std::cout << *explained;
  return kExitOk;
}

}  // namespace sluice::cmd
