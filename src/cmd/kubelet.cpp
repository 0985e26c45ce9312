// SPDX-License-Identifier: Apache-2.0
//
// `sluice kubelet`: the node of `sluice up` for somebody else's Kubernetes. Its API server reaches
// pods through the endpoints served here.
#include "kubelet/kubelet.h"

#include <atomic>
#include <iostream>

#include "base/alarm_clock.h"
#include "base/command.h"
#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "cmd/console.h"
#include "cmd/executors.h"
#include "cmd/home.h"
#include "cmd/host_name.h"
#include "cmd/identity.h"
#include "cmd/kubeconfig_path.h"
#include "cmd/service.h"
#include "cmd/subcommand.h"
#include "http/own_address.h"
#include "http/server.h"
#include "images/store.h"
#include "kubelet/node_client.h"
#include "nodeapi/callers.h"
#include "nodeapi/node_api.h"
#include "nodeapi/serving_certificate.h"
#include "remote/http_client.h"
#include "runtime/informers.h"
#include "runtime/manager.h"

namespace sluice::cmd {
namespace {

constexpr std::chrono::seconds kStopWithin{20};
constexpr std::size_t kHandlers = 8;

struct Options {
  std::string kubeconfig;
  std::string client_ca_file;
  std::string node_ip;
  UpOptions up{.listen = "0.0.0.0", .port = 10250};
};

Usage usage(Options& o) {
  return Usage{
      .synopsis = "sluice kubelet --kubeconfig FILE [options]",
      .summary =
          "Joins another Kubernetes as a node whose pods run as Slurm jobs, in the foreground "
          "until SIGTERM;\n"
          "pods go on without it. Serves the endpoints of a kubelet to that cluster's API server. "
          "The\n"
          "kubeconfig's user should be system:node:NAME of the group system:nodes.",
      .options =
          {{"kubeconfig", "FILE",
            "whose current context to use (default $KUBECONFIG or ~/.kube/config)", &o.kubeconfig},
           {"home", "DIR", "state directory (default $SLUICE_HOME or ~/.sluice)", &o.up.home},
           {"node-name", "NAME", "name of the node (default slurm, or local)", &o.up.node_name},
           {"node-ip", "ADDRESS",
            "where the API server reaches this kubelet (default: from where it is reached)",
            &o.node_ip},
           {"listen", "ADDRESS", "where the endpoints listen", &o.up.listen},
           {"port", "PORT", "their port; 0: any free one", &o.up.port},
           {"client-ca-file", "FILE",
            "whose client certificates are believed (default: the kubeconfig's authority)",
            &o.client_ca_file},
           {"executor", "WHAT", "what runs pods: slurm, or local (this machine)", &o.up.executor},
           {"runner-listen", "ADDRESS", "where pods ring and connect, as for `sluice up`",
            &o.up.runner_listen},
           {"slurm-conf", "FILE", "slurm.conf to use (default $SLURM_CONF)", &o.up.slurm_conf},
           {"slurm", "WAY", "how to talk to Slurm: native, cli or auto", &o.up.slurm},
           {"partition", "NAME", "partition of pods that name none", &o.up.partition},
           {"runtime", "NAME", "what runs containers: auto, builtin, apptainer or host",
            &o.up.runtime},
           {"insecure-registries", "LIST", "registries that speak plain HTTP",
            &o.up.insecure_registries},
           {"startup", "WAY", "how pods start: auto, batch or allocate", &o.up.startup},
           {"pod-pids-limit", "NUMBER", kPodPidsHelp, &o.up.pod_pids_limit},
           {"log-level", "LEVEL", "debug, info, warning or error", &o.up.log_level}},
      .examples = "  sluice kubelet --kubeconfig node.conf --node-name hpc"};
}

// Everything in one process, wired together. Declared in the order of dependence.
class Process {
 public:
  static Result<std::unique_ptr<Process>> start(const Options& options, const Home& home) {
    std::unique_ptr<Process> process(new Process);
    TRY(process->open(options, home));
    TRY(process->serve(options, home));
    TRY(process->join(options, home));
    return process;
  }

  ~Process() { stop_serving(); }

  std::string describe() const {
    return "node " + node_name_ + " is joined; its endpoints are at https://" + address_ + ":" +
           std::to_string(server_->port());
  }

  Result<void> stop() {
    stop_serving();
    return manager_.stop(kStopWithin);
  }

 private:
  Process() : manager_(clock_), alarms_(clock_) {}

  Result<void> open(const Options& options, const Home& home) {
    TRY_ASSIGN(const auto executors, parse_executors(options.up.executor));
    if (executors.size() != 1) {
      return fail(Code::kInvalid, "executor: expected slurm or local: one kubelet is one node");
    }
    executor_ = executors.front();
    TRY_ASSIGN(made_, kubelet_options(executor_, /*alone=*/true, options.up, home));
    TRY_ASSIGN(made_.cluster_id, ensure_cluster_id(home));
    node_name_ = made_.node_name;
    TRY_ASSIGN(auto endpoint, remote::read_kubeconfig(kubeconfig_path(options.kubeconfig)));
    address_ = options.node_ip.empty() ? http::own_address_towards(endpoint.connection.host)
                                       : options.node_ip;
    client_ca_ = endpoint.connection.ca_pem;
    if (!options.client_ca_file.empty()) {
      TRY_ASSIGN(client_ca_, read_file(options.client_ca_file));
    }
    TRY_ASSIGN(images_, open_images(options.up, home, clock_));  // before there are threads
    TRY_ASSIGN(client_, remote::connect(std::move(endpoint)));
    TRY_ASSIGN(slurm_, open_executor(executor_, options.up, home, runner_, clock_));
    return {};
  }

  // Before the kubelet is there, because the node tells the port; meanwhile nobody is served.
  Result<void> serve(const Options& options, const Home& home) {
    certificate_ = std::make_unique<nodeapi::ServingCertificate>(
        nodeapi::ServingOptions{.node_name = node_name_,
                                .dns_names = {host_name()},
                                .ip_addresses = {address_},
                                .directory = home.directory()},
        *client_, clock_, [this](const http::Credential& credential) {
          return server_->renew(credential.certificate_pem, credential.key_pem);
        });
    TRY_ASSIGN(const http::Credential first, certificate_->first());
    TRY_ASSIGN(server_, http::serve({.address = options.up.listen,
                                     .port = static_cast<std::uint16_t>(options.up.port),
                                     .certificate_pem = first.certificate_pem,
                                     .key_pem = first.key_pem,
                                     .client_ca_pem = client_ca_,
                                     .workers = kHandlers},
                                    [this](const http::Request& request) {
                                      const nodeapi::NodeApi* api = api_;
                                      return api == nullptr ? http::Response{.status = 503}
                                                            : api->handle(request);
                                    }));
    return {};
  }

  Result<void> join(const Options&, const Home&) {
    made_.node_address = address_;
    made_.node_port = server_->port();
    node_client_ = std::make_unique<kubelet::NodeClient>(*client_, node_name_);
    informers_ = std::make_unique<runtime::Informers>(*node_client_, clock_);
    kubelet_ = std::make_unique<kubelet::Kubelet>(made_, *node_client_, *slurm_, clock_,
                                                  *informers_, images_.get());
    callers_ = std::make_unique<nodeapi::Callers>(*client_, clock_, node_name_);
    node_api_ = std::make_unique<nodeapi::NodeApi>(
        nodeapi::NodeApi::Parts{.node_name = node_name_,
                                .callers = *callers_,
                                .pods = [this] { return kubelet_->pods_here(); },
                                .access = kubelet_->pods(),
                                .usage = kubelet_->usage(),
                                .clock = clock_,
                                .alarms = alarms_});
    manager_.add(*informers_);
    manager_.add(*kubelet_);
    manager_.add(certificate_->thread());
    TRY(manager_.start());
    api_ = node_api_.get();
    return {};
  }

  void stop_serving() {
    api_ = nullptr;
    if (server_ != nullptr) {
      server_->stop();
    }
  }

  RealClock clock_;
  ProcessRunner runner_;
  kubelet::Executor executor_ = kubelet::Executor::kSlurm;
  kubelet::KubeletOptions made_;
  std::string node_name_;
  std::string address_;
  std::string client_ca_;
  std::unique_ptr<client::Client> client_;
  std::unique_ptr<slurm::Slurm> slurm_;
  std::unique_ptr<images::ImageStore> images_;
  std::unique_ptr<kubelet::NodeClient> node_client_;
  std::unique_ptr<runtime::Informers> informers_;
  std::unique_ptr<kubelet::Kubelet> kubelet_;
  std::unique_ptr<nodeapi::ServingCertificate> certificate_;
  runtime::Manager manager_;
  AlarmClock alarms_;
  std::unique_ptr<nodeapi::Callers> callers_;
  std::unique_ptr<nodeapi::NodeApi> node_api_;
  std::atomic<const nodeapi::NodeApi*> api_ = nullptr;
  std::unique_ptr<http::Server> server_;
};

Result<Home> configure(const Options& options) {
  TRY_ASSIGN(Home home, Home::find(options.up.home));
  TRY(home.prepare());
  TRY_ASSIGN(const log::Level level, parse_level(options.up.log_level));
  log::set_level(level);
  return home;
}

int run(const Options& options, const Home& home, const HomeLock& lock) {
  const sigset_t signals = block_stop_signals();
  if (const auto announced = lock.announce(home, format_rfc3339(RealClock().now())); !announced) {
    return report(announced.error());
  }
  const auto process = Process::start(options, home);
  if (!process) {
    return report(process.error());
  }
  std::cerr << (*process)->describe() << "\n";
  int received = 0;
  ::sigwait(&signals, &received);
  log::info("stopping", {{"signal", std::to_string(received)}});
  if (const auto stopped = (*process)->stop(); !stopped) {
    log::error("not everything stopped in time", {{"error", stopped.error().message}});
    ::_exit(kExitFailure);
  }
  return kExitOk;
}

}  // namespace

int run_kubelet(const std::vector<std::string>& arguments) {
  Options options;
  const Parsed parsed = parse_or_explain(usage(options), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const auto home = configure(options);
  if (!home) {
    return report(home.error());
  }
  const auto lock = HomeLock::take(*home);
  return lock ? run(options, *home, *lock) : report(lock.error());
}

}  // namespace sluice::cmd
