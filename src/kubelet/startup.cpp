// SPDX-License-Identifier: Apache-2.0
#include "kubelet/startup.h"

#include <algorithm>
#include <array>

#include "api/meta.h"
#include "slurm/flags.h"

namespace sluice::kubelet {
namespace {

constexpr std::string_view kStartup = "sluice.dev/startup";

// Flags that say the same to srun and sbatch and leave it at one task on one node.
constexpr std::array<std::string_view, 23> kSizeAndPlace{
    "account",       "qos",           "partition",     "constraint", "time",        "gres",
    "gpus",          "gpus-per-node", "gpus-per-task", "mem",        "mem-per-cpu", "mem-per-gpu",
    "cpus-per-task", "cpus-per-gpu",  "nodelist",      "exclude",    "reservation", "licenses",
    "nice",          "job-name",      "wckey",         "tmp",        "mincpus"};
constexpr std::string_view kSizeAndPlaceShort = "AqpCtGcwxLJ";

bool is_size_or_place(std::string_view word) {
  if (!word.starts_with("--")) {
    return kSizeAndPlaceShort.find(word[1]) != std::string_view::npos;
  }
  const std::string_view name = word.substr(2, word.find('=') - 2);
  return std::find(kSizeAndPlace.begin(), kSizeAndPlace.end(), name) != kSizeAndPlace.end();
}

Result<bool> needs_batch(const std::vector<std::string>& flags) {
  TRY_ASSIGN(const auto words, slurm::flag_words(flags));
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.starts_with("-") && !is_size_or_place(word);
  });
}

}  // namespace

Result<Startup> parse_startup(std::string_view word, std::string_view field) {
  if (word == "auto") {
    return Startup::kAuto;
  }
  if (word == "batch") {
    return Startup::kBatch;
  }
  if (word == "allocate") {
    return Startup::kAllocate;
  }
  return fail(Code::kInvalid, std::string(field) + ": expected auto, batch or allocate, got \"" +
                                  std::string(word) + "\"");
}

Result<Startup> startup_of(const json::Value& pod, const std::vector<std::string>& flags,
                           Startup usual) {
  const std::string& word = api::annotation(pod, kStartup);
  if (!word.empty()) {
    TRY_ASSIGN(usual, parse_startup(word, "annotation " + std::string(kStartup)));
  }
  const std::string& requeue = api::annotation(pod, kRequeueAnnotation);
  if (!requeue.empty() && requeue != "true" && requeue != "false") {
    return fail(Code::kInvalid, "annotation " + std::string(kRequeueAnnotation) +
                                    ": expected true or false, got \"" + requeue + "\"");
  }
  TRY_ASSIGN(const bool batch, needs_batch(flags));
  return batch || requeue == "true" ? Startup::kBatch : usual;
}

}  // namespace sluice::kubelet
