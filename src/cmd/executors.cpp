// SPDX-License-Identifier: Apache-2.0
#include "cmd/executors.h"

#include "api/kind.h"
#include "base/log.h"
#include "base/text.h"
#include "cmd/host_image.h"
#include "cmd/host_name.h"
#include "cmd/image_packing.h"
#include "cmd/prune_policy.h"
#include "cmd/site.h"
#include "slurm/connect.h"
#include "slurm/local/local_jobs.h"

namespace sluice::cmd {
namespace {

using kubelet::Executor;

constexpr std::string_view kNowhere = "none";  // runners are not to connect
constexpr const char* kLoopback = "127.0.0.1";

// Where runners on compute nodes find the kubelet's doorbell.
std::string report_host(const std::string& listen) {
  if (listen == kNowhere) {
    return "";
  }
  if (listen != "0.0.0.0" && listen != "::") {
    return listen;
  }
  return host_name();
}

std::string node_name(Executor executor, bool alone, const UpOptions& options) {
  const bool named = !options.node_name.empty() && (alone || executor == Executor::kSlurm);
  return named ? options.node_name : std::string(to_string(executor));
}

void describe_local(const Home& home, bool alone, kubelet::KubeletOptions& options) {
  options.home = home.local();
  options.startup = kubelet::Startup::kBatch;  // which starts at once here
  options.report_listen = kLoopback;
  options.report_host = kLoopback;
  options.srun.clear();
  options.reserved = !alone;
  options.other_pods = home.pods();
}

void describe_slurm(const UpOptions& up, const Home& home, kubelet::KubeletOptions& options) {
  options.partition = up.partition;
  options.node_per_partition = up.nodes == "per-partition";
  options.other_pods = home.local() / "pods";
  options.report_listen = up.runner_listen == kNowhere ? kLoopback : up.runner_listen;
  options.report_host = report_host(up.runner_listen);
  if (!up.slurm_conf.empty()) {
    options.srun_environment.emplace_back("SLURM_CONF", up.slurm_conf);
  }
}

std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> all;
  for (const std::string_view word : split(text, ',')) {
    if (!trim(word).empty()) {
      all.emplace_back(trim(word));
    }
  }
  return all;
}

}  // namespace

Result<std::vector<Executor>> parse_executors(const std::string& word) {
  if (word == "slurm") {
    return std::vector{Executor::kSlurm};
  }
  if (word == "local") {
    return std::vector{Executor::kLocal};
  }
  if (word == "both") {
    return std::vector{Executor::kSlurm, Executor::kLocal};
  }
  return fail(Code::kInvalid, "executor: expected slurm, local or both, got \"" + word + "\"");
}

Result<std::unique_ptr<slurm::Slurm>> open_executor(Executor executor, const UpOptions& options,
                                                    const Home& home, CommandRunner& runner,
                                                    const Clock& clock) {
  if (executor == Executor::kSlurm) {
    TRY_ASSIGN(const auto how,
               slurm_options(options.slurm_conf, options.slurm, options.slurm_token));
    return slurm::connect(how, runner);
  }
  TRY_ASSIGN(const auto binary, own_binary());
  return slurm::LocalJobs::open({.directory = home.local() / "jobs",
                                 .keep_command = {binary.string(), "keep", "--dir"},
                                 .groups = slurm::take_group_place()},
                                clock);
}

Result<std::unique_ptr<images::ImageStore>> open_images(const UpOptions& options, const Home& home,
                                                        Clock& clock) {
  if (options.runtime == "host") {
    return nullptr;
  }
  TRY_ASSIGN(auto store,
             images::ImageStore::open({.directory = home.images(),
                                       .insecure_registries = listed(options.insecure_registries),
                                       .ca_pem = {},
                                       .proxies = proxy_settings(),
                                       .pack = packing_for(options.runtime)},
                                      clock));
  if (options.executor != "slurm") {
    if (const auto brought = bring_host_image(*store); !brought) {
      log::warning("SlurmClusters cannot use the programs of this machine",
                   {{"error", brought.error().message}});
    }
  }
  return store;
}

Result<kubelet::KubeletOptions> kubelet_options(Executor executor, bool alone,
                                                const UpOptions& options, const Home& home) {
  TRY_ASSIGN(const auto binary, own_binary());
  TRY_ASSIGN(const auto startup, kubelet::parse_startup(options.startup, "startup"));
  if (options.nodes != "single" && options.nodes != "per-partition") {
    return fail(Code::kInvalid,
                "nodes: expected single or per-partition, got \"" + options.nodes + "\"");
  }
  if (options.limit_warning < 0) {
    return fail(Code::kInvalid, "limit-warning: expected seconds, 0 or more");
  }
  if (options.pod_pids_limit < 0) {
    return fail(Code::kInvalid, "pod-pids-limit: expected a number of processes, 0 or more");
  }
  TRY_ASSIGN(auto prune, prune_policy(options.image_unused_for, options.image_max_size, "image-"));
  kubelet::KubeletOptions made{.node_name = node_name(executor, alone, options),
                               .home = home.directory(),
                               .sluice_binary = binary,
                               .startup = startup,
                               .job_environment = job_environment(),
                               .executor = executor,
                               .runtime = options.runtime,
                               .limit_warning_seconds = options.limit_warning,
                               .max_processes = options.pod_pids_limit,
                               .prune_images = std::move(prune)};
  if (executor == Executor::kLocal) {
    describe_local(home, alone, made);
  } else {
    describe_slurm(options, home, made);
  }
  return made;
}

Result<void> publish_local_class(client::Client& client) {
  const std::string local(to_string(Executor::kLocal));
  const json::Value toleration = json::Object{{"key", kubelet::kExecutorLabel},
                                              {"operator", "Equal"},
                                              {"value", local},
                                              {"effect", "NoSchedule"}};
  const client::Object document = json::Object{
      {"apiVersion", "node.k8s.io/v1"},
      {"kind", "RuntimeClass"},
      {"metadata", json::Object{{"name", local}}},
      {"handler", local},
      {"scheduling", json::Object{{"nodeSelector", json::Object{{kubelet::kExecutorLabel, local}}},
                                  {"tolerations", json::Array{toleration}}}}};
  const auto created = client.create(api::kinds::runtime_class(), document);
  if (!created && created.error().code != Code::kAlreadyExists) {
    return tl::unexpected(with_context(created.error(), "runtime class " + local));
  }
  return {};
}

}  // namespace sluice::cmd
