// SPDX-License-Identifier: Apache-2.0
//
// What a pod costs on top of the Slurm job it becomes, measured side by side on the same lab:
//   bench_pods latency N      pod created -> first instruction, against sbatch and srun of the same
//   script bench_pods end N          container ended -> pod Succeeded bench_pods throughput N   N
//   pods of `true` until all Succeeded, against N jobs through libslurm
// Expects KUBECONFIG and SLURM_CONF in the environment; prints one JSON document.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/command.h"
#include "base/files.h"
#include "base/random.h"
#include "client/client.h"
#include "json/text.h"
#include "must.h"
#include "remote/http_client.h"
#include "slurm/connect.h"

namespace {

using namespace sluice;  // NOLINT: a program of one file
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

double wall_seconds() {
  return Seconds(std::chrono::system_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

json::Value pod(const std::string& name, const json::Array& command) {
  return json::Object{
      {"apiVersion", "v1"},
      {"kind", "Pod"},
      {"metadata", json::Object{{"name", name}, {"namespace", "default"}}},
      {"spec", json::Object{{"restartPolicy", "Never"},
                            {"containers",
                             json::Array{json::Object{
                                 {"name", "main"}, {"image", "none"}, {"command", command}}}}}}};
}

// When the file's writer ran, in seconds of the wall clock.
double await_stamp(const std::filesystem::path& path) {
  while (true) {
    const auto text = read_file(path);
    if (text && text->ends_with("\n")) {
      return std::stod(*text);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

int latency(int count) {
  auto client =
      must(remote::connect(std::filesystem::path(std::getenv("KUBECONFIG"))), "connecting");
  const TemporaryDirectory scratch("sluice-bench");
  ProcessRunner runner;
  std::mt19937 random(42);
  std::uniform_real_distribution<double> phase(0.0, 1.0);
  std::map<std::string, std::vector<double>> samples;
  for (int i = 0; i < count; ++i) {
    for (const std::string way : {"pod", "sbatch", "srun"}) {
      const auto stamp = scratch.path() / (way + std::to_string(i));
      const std::string script = "date +%s.%N > " + stamp.string();
      std::this_thread::sleep_for(Seconds(phase(random)));
      const double start = wall_seconds();
      if (way == "pod") {
        must(client->create(api::kinds::pod(),
                            pod("latency-" + std::to_string(i) + "-" + random_name_suffix(),
                                {"sh", "-c", script})),
             "creating a pod");
      } else if (way == "srun") {
        must(runner.run(Command{.argv = {"srun", "--quiet", "sh", "-c", script}}), "srun");
      } else {
        must(runner.run(Command{.argv = {"sbatch", "--quiet", "--output=/dev/null"},
                                .input = "#!/bin/sh\n" + script + "\n"}),
             "sbatch");
      }
      samples[way].push_back(await_stamp(stamp) - start);
    }
  }
  const double ours = median(samples["pod"]);
  const double theirs = median(samples["sbatch"]);
  const double at_once = median(samples["srun"]);
  std::cout << json::write(json::Object{{"pod_seconds", ours},
                                        {"sbatch_seconds", theirs},
                                        {"srun_seconds", at_once},
                                        {"ratio", ours / theirs},
                                        {"ratio_to_srun", ours / at_once},
                                        {"samples", count}})
            << "\n";
  return 0;
}

// From the end of a container's only process to the moment a watcher sees the pod Succeeded.
int end(int count) {
  auto client =
      must(remote::connect(std::filesystem::path(std::getenv("KUBECONFIG"))), "connecting");
  const TemporaryDirectory scratch("sluice-bench");
  std::vector<double> samples;
  for (int i = 0; i < count; ++i) {
    const auto stamp = scratch.path() / std::to_string(i);
    const std::string name = "end-" + std::to_string(i) + "-" + random_name_suffix();
    auto list = must(client->list(api::kinds::pod(), {.ns = "default"}), "listing");
    auto watch = must(client->watch(api::kinds::pod(),
                                    {.ns = "default", .resource_version = list.resource_version}),
                      "watching");
    must(client->create(api::kinds::pod(),
                        pod(name, {"sh", "-c", "sleep 0.3; date +%s.%N > " + stamp.string()})),
         "creating a pod");
    while (true) {
      const auto event = must(watch->next(std::chrono::seconds(60)), "watching");
      if (event && api::name(*event->object) == name &&
          event->object->at("status", "phase").as_string() == "Succeeded") {
        break;
      }
    }
    samples.push_back(wall_seconds() - await_stamp(stamp));
  }
  std::cout << json::write(json::Object{{"seconds", median(samples)}, {"samples", count}}) << "\n";
  return 0;
}

double pods_seconds(client::Client& client, int count) {
  const std::string batch = random_name_suffix();
  auto list = must(client.list(api::kinds::pod(), {.ns = "default"}), "listing");
  auto watch = must(
      client.watch(api::kinds::pod(), {.ns = "default", .resource_version = list.resource_version}),
      "watching");
  const auto start = Clock::now();
  std::vector<std::jthread> creators;
  std::atomic<int> next = 0;
  for (int t = 0; t < 8; ++t) {
    creators.emplace_back([&] {
      for (int i = next++; i < count; i = next++) {
        must(client.create(api::kinds::pod(), pod(batch + "-" + std::to_string(i), {"true"})),
             "creating a pod");
      }
    });
  }
  std::set<std::string> done;
  while (done.size() < static_cast<std::size_t>(count)) {
    const auto event = must(watch->next(std::chrono::seconds(60)), "watching");
    if (event && event->object->at("status", "phase").as_string() == "Succeeded") {
      done.insert(api::name(*event->object));
    } else if (event && event->object->at("status", "phase").as_string() == "Failed") {
      die("pod failed: " + json::write(*event->object));
    }
  }
  return Seconds(Clock::now() - start).count();
}

// Each job keeps its output in a file of its own, as sbatch does it unasked and as a pod keeps its
// log.
double jobs_seconds(slurm::Slurm& slurm, const std::filesystem::path& output, int count) {
  const auto start = Clock::now();
  std::set<slurm::JobId> open;
  for (int i = 0; i < count; ++i) {
    open.insert(must(slurm.submit({.name = "bench",
                                   .script = "#!/bin/sh\ntrue\n",
                                   .output = output / ("slurm-" + std::to_string(i) + ".out"),
                                   .environment = {{"PATH", "/usr/bin:/bin"}}}),
                     "submitting"));
  }
  slurm::Cursor cursor;
  while (!open.empty()) {
    const auto changes = must(slurm.jobs(cursor), "listing jobs");
    cursor = changes.cursor;
    for (const auto& job : changes.jobs) {
      if (slurm::is_final(job.state)) {
        open.erase(job.id);
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return Seconds(Clock::now() - start).count();
}

// Until no job is left in the queue, also none that is completing, and no step daemon runs.
void await_rest(ProcessRunner& runner) {
  while (!must(runner.run(Command{.argv = {"squeue", "--noheader"}}), "squeue").out.empty() ||
         runner.run(Command{.argv = {"pgrep", "-x", "slurmstepd"}})->exit_code == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

int throughput(int count) {
  auto client =
      must(remote::connect(std::filesystem::path(std::getenv("KUBECONFIG"))), "connecting");
  ProcessRunner runner;
  const auto module = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() /
                      "sluice-slurm.so";
  auto slurm = must(slurm::connect({.slurm_conf = std::getenv("SLURM_CONF"),
                                    .module_path = module,
                                    .preference = slurm::Preference::kNative},
                                   runner),
                    "connecting to Slurm");
  std::vector<double> ours;
  std::vector<double> theirs;
  const TemporaryDirectory output("sluice-bench");
  // Alternating, and each from rest: whoever comes second pays for what the first left behind.
  for (int round = 0; round < 4; ++round) {
    for (const bool pods : {round % 2 == 0, round % 2 != 0}) {
      await_rest(runner);
      (pods ? ours : theirs)
          .push_back(pods ? pods_seconds(*client, count)
                          : jobs_seconds(*slurm, output.path(), count));
    }
  }
  std::cout << json::write(json::Object{{"pods_seconds", median(ours)},
                                        {"jobs_seconds", median(theirs)},
                                        {"ratio", median(ours) / median(theirs)},
                                        {"adapter", slurm->adapter()},
                                        {"count", count}})
            << "\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  const int count = argc > 2 ? std::atoi(argv[2]) : 0;
  if (mode == "latency" && count > 0) {
    return latency(count);
  }
  if (mode == "throughput" && count > 0) {
    return throughput(count);
  }
  if (mode == "end" && count > 0) {
    return end(count);
  }
  die("usage: bench_pods latency|throughput|end N");
}
