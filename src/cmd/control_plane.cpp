// SPDX-License-Identifier: Apache-2.0
#include "cmd/control_plane.h"

#include <unistd.h>

#include <algorithm>

#include "api/duration_text.h"
#include "apiserver/admission/dynamic_admission.h"
#include "apiserver/aggregation/authentication_config.h"
#include "apiserver/conversion_webhook.h"
#include "apiserver/kubernetes_service.h"
#include "apiserver/server.h"
#include "apiserver/webhook_share.h"
#include "auth/bootstrap.h"
#include "auth/kubelet_caller.h"
#include "auth/metrics_reader.h"
#include "auth/user.h"
#include "base/command.h"
#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "base/worker_pool.h"
#include "clusters/definition.h"
#include "clusters/kubelet_commands.h"
#include "clusters/operator.h"
#include "cmd/executors.h"
#include "cmd/job_admission.h"
#include "cmd/notary.h"
#include "cmd/site.h"
#include "controllers/builtin.h"
#include "controllers/choice.h"
#include "controllers/volumes/standard_class.h"
#include "http/own_address.h"
#include "http/server.h"
#include "images/store.h"
#include "jobs/definition.h"
#include "jobs/operator.h"
#include "kubelet/kubelet.h"
#include "kubelet/pods_by_node.h"
#include "registry/event_expiry.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "runtime/informers.h"
#include "runtime/manager.h"
#include "store/compactor.h"
#include "store/store.h"

namespace sluice::cmd {
namespace {

constexpr std::chrono::seconds kStopWithin{20};
// They wait for the disk most of the time: as many writes as there are share one sync.
constexpr std::size_t kHandlers = 32;
constexpr std::chrono::minutes kCompactEvery{5};  // as long as clients may expect to resume a watch

// The port asked for, or the one used last time: a kubeconfig copied elsewhere stays valid.
std::uint16_t preferred_port(const UpOptions& options, const Home& home) {
  if (options.port != 0) {
    return static_cast<std::uint16_t>(options.port);
  }
  const auto last = read_file(home.address());
  const auto port = last ? parse_int(trim(*last)) : std::nullopt;
  return port && *port > 0 && *port < 65536 ? static_cast<std::uint16_t>(*port) : 0;
}

http::ServerOptions server_options(const UpOptions& options, const Home& home,
                                   const Identity& identity) {
  const std::size_t cores = usable_cores();
  return http::ServerOptions{.address = options.listen,
                             .port = preferred_port(options, home),
                             .certificate_pem = identity.server.certificate_pem,
                             .key_pem = identity.server.key_pem,
                             .client_ca_pem = identity.ca.certificate_pem,
                             .io_threads = std::clamp<std::size_t>(cores, 1, 4),
                             .workers = kHandlers,
                             .max_body = 2 * apiserver::kMaxBody,  // which refuses the rest itself
                             .is_quick = apiserver::is_quick,
                             .refuse = apiserver::refuse_unseen};
}

// Serves on the preferred port; when that is taken and nobody insisted on it, on any free one.
Result<std::unique_ptr<http::Server>> serve_api(const UpOptions& options,
                                                http::ServerOptions server,
                                                const http::Handler& handler) {
  auto served = http::serve(server, handler);
  if (!served && options.port == 0 && server.port != 0) {
    server.port = 0;
    served = http::serve(server, handler);
  }
  return served;
}

constexpr std::string_view kSlurmJobs = "slurmjob";  // among the controllers; not a built-in one
constexpr std::string_view kSlurmClusters = "slurmcluster";

// What Endpoints may name: an address by which others could find this machine.
std::string advertised_ip(const std::string& listen) {
  const bool specific = listen != "0.0.0.0" && listen != "::" && listen != "::1" &&
                        !listen.starts_with("127.") && listen != "localhost";
  return specific ? listen : http::own_address();
}

std::string url_of(const std::string& address, std::uint16_t port) {
  const bool everywhere = address == "0.0.0.0" || address == "::";
  const std::string host = everywhere ? "127.0.0.1" : address;
  const bool v6 = host.find(':') != std::string::npos;
  return "https://" + (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

// The user a controller acts as.
auth::User user_named(const std::string& name) {
  if (const auto account = auth::split_service_account_name(name)) {
    return auth::service_account_user(*account, "");
  }
  const bool server = name == "system:apiserver";
  return auth::certificate_user(
      name, server ? std::vector{std::string(auth::kMasters)} : std::vector<std::string>());
}

}  // namespace

// Declared in the order of dependence: destroyed in reverse.
struct ControlPlane::Parts {
  explicit Parts(Clock& the_clock) : clock(the_clock), manager(the_clock) {}

  // In-process, as this user.
  std::unique_ptr<registry::LocalClient> client_as(const auth::User& user, std::string component) {
    return std::make_unique<registry::LocalClient>(*registry, clock, std::move(component),
                                                   auth::to_user_info(user));
  }

  Clock& clock;
  ProcessRunner runner;
  std::vector<std::unique_ptr<slurm::Slurm>> slurms;  // one for each executor, as all that follows
  std::unique_ptr<images::ImageStore> images;         // none for the host runtime
  std::unique_ptr<store::Store> store;
  std::unique_ptr<store::Compactor> compactor;
  std::unique_ptr<registry::EventExpiry> expiry;  // none: events stay
  std::unique_ptr<registry::Registry> registry;
  std::unique_ptr<apiserver::Aggregator> aggregator;
  std::unique_ptr<apiserver::DynamicAdmission> admission;
  std::unique_ptr<JobAdmission> job_admission;
  std::unique_ptr<registry::LocalClient> client;  // of the informers
  std::vector<std::unique_ptr<registry::LocalClient>> kubelet_clients;
  std::unique_ptr<registry::LocalClient> jobs_client;
  std::unique_ptr<runtime::Informers> informers;
  std::unique_ptr<controllers::Builtin> controllers;
  std::vector<std::unique_ptr<kubelet::Kubelet>> kubelets;
  std::unique_ptr<kubelet::PodsByNode> pods;
  std::unique_ptr<jobs::Operator> jobs;
  std::unique_ptr<registry::LocalClient> clusters_client;
  std::unique_ptr<clusters::KubeletCommands> pod_commands;
  std::unique_ptr<clusters::Operator> clusters;
  std::unique_ptr<apiserver::AuditLog> audit;
  std::unique_ptr<http::Server> server;
  runtime::Manager manager;
  std::string url;
};

// What runs pods first: without it nothing else is worth starting.
Result<void> ControlPlane::open_state(Parts& parts, const UpOptions& options, const Home& home,
                                      const Identity& identity) {
  auto services = registry::AddressRange::parse(options.service_cidr);
  if (!services) {
    return tl::unexpected(with_context(std::move(services).error(), "service-cidr"));
  }
  const auto keep_events = api::parse_duration(options.event_ttl);
  if (!keep_events || *keep_events < Duration::zero()) {
    return fail(Code::kInvalid,
                "event-ttl must be a time such as 1h or 90m, got \"" + options.event_ttl + "\"");
  }
  TRY_ASSIGN(const auto executors, parse_executors(options.executor));
  TRY_ASSIGN(parts.images, open_images(options, home, parts.clock));  // before there are threads
  for (const kubelet::Executor executor : executors) {
    TRY_ASSIGN(auto opened, open_executor(executor, options, home, parts.runner, parts.clock));
    parts.slurms.push_back(std::move(opened));
  }
  TRY_ASSIGN(auto backend, store::sqlite_backend(home.store().string()));
  TRY_ASSIGN(parts.store, store::open_store(std::move(backend)));
  parts.compactor = std::make_unique<store::Compactor>(*parts.store, parts.clock, kCompactEvery);
  if (*keep_events > Duration::zero()) {
    parts.expiry =
        std::make_unique<registry::EventExpiry>(*parts.store, parts.clock, *keep_events);
  }
  parts.registry = std::make_unique<registry::Registry>(*parts.store, parts.clock);
  parts.registry->allocate_from(std::move(*services));
  const auto post = apiserver::within(
      {}, apiserver::post_over_https(apiserver::resolve_by_endpoints(*parts.registry)));
  parts.registry->convert_with(apiserver::convert_by_webhook(post));
  parts.admission = std::make_unique<apiserver::DynamicAdmission>(*parts.registry, post);
  parts.job_admission = std::make_unique<JobAdmission>(*parts.registry, *parts.admission);
  parts.registry->admit_with(*parts.job_admission);
  TRY(parts.registry->bootstrap());
  TRY(auth::bootstrap_policy(*parts.registry));
  TRY(auth::publish_metrics_reader(*parts.registry));
  TRY(auth::publish_kubelet_caller(*parts.registry));
  parts.aggregator = std::make_unique<apiserver::Aggregator>(*parts.registry, identity.front_proxy);
  return apiserver::publish_authentication(
      *parts.registry,
      {.clients_pem = identity.ca.certificate_pem, .front_proxy_pem = identity.front_proxy_ca_pem});
}

Result<void> ControlPlane::wire_reconcilers(Parts& parts, const UpOptions& options,
                                            const Home& home, const Identity& identity) {
  const auto builtin = controllers::Builtin::names();
  std::vector<std::string_view> known(builtin.begin(), builtin.end());
  known.push_back(kSlurmJobs);
  known.push_back(kSlurmClusters);
  auto chosen = controllers::choose(options.controllers, known);
  if (!chosen) {
    return tl::unexpected(with_context(std::move(chosen).error(), "controllers"));
  }
  const bool with_jobs = std::erase(*chosen, kSlurmJobs) > 0;
  const bool with_clusters = std::erase(*chosen, kSlurmClusters) > 0;
  auto grace = controllers::NodeGrace::of(options.node_grace);
  if (!grace) {
    return tl::unexpected(with_context(std::move(grace).error(), "node-monitor-grace-period"));
  }
  TRY_ASSIGN(auto tokens, make_token_maker(identity.tokens));
  parts.client = std::make_unique<registry::LocalClient>(*parts.registry, parts.clock,
                                                         "kube-controller-manager");
  TRY(controllers::volumes::publish_class(*parts.client));
  parts.informers = std::make_unique<runtime::Informers>(*parts.client, parts.clock);
  parts.controllers = std::make_unique<controllers::Builtin>(
      *parts.client, *parts.informers, parts.clock,
      controllers::Builtin::Options{
          .catalog = &parts.registry->catalog(),
          .names = *chosen,
          .probe =
              [aggregator = parts.aggregator.get()](const client::Object& api_service) {
                return aggregator->probe(api_service);
              },
          .act_as =
              [&parts](const controllers::Builtin::Actor& actor) {
                return parts.client_as(user_named(actor.user), actor.component);
              },
          .ca_pem = identity.ca.certificate_pem,
          .volumes = home.volumes(),
          .node_grace = *grace,
          .notary = make_notary(identity.ca),
          .review = review_by_policy(*parts.registry),
          .tokens = std::move(tokens)});
  TRY(wire_kubelets(parts, options, home, identity));
  parts.manager.add(*parts.informers);
  parts.controllers->add_to(parts.manager);
  for (const auto& kubelet : parts.kubelets) {
    parts.manager.add(*kubelet);
  }
  if (with_clusters) {
    TRY(wire_clusters(parts));
  }
  return with_jobs ? wire_jobs(parts, options) : Result<void>();
}

// One kubelet for each executor, with nodes of its own.
Result<void> ControlPlane::wire_kubelets(Parts& parts, const UpOptions& options, const Home& home,
                                         const Identity& identity) {
  TRY_ASSIGN(const auto executors, parse_executors(options.executor));
  std::vector<std::string> names;
  std::vector<kubelet::Kubelet*> kubelets;
  for (std::size_t i = 0; i < executors.size(); ++i) {
    TRY_ASSIGN(auto made, kubelet_options(executors[i], executors.size() == 1, options, home));
    made.cluster_id = identity.cluster_id;
    const std::string node = made.node_name;
    if (std::find(names.begin(), names.end(), node) != names.end()) {
      return fail(Code::kInvalid, "node-name: \"" + node + "\" is the name of the local node");
    }
    if (executors[i] == kubelet::Executor::kLocal) {
      TRY(publish_local_class(*parts.client));
    }
    const auth::User user = auth::certificate_user("system:node:" + node, {"system:nodes"});
    parts.kubelet_clients.push_back(parts.client_as(user, "kubelet"));
    registry::LocalClient& client = *parts.kubelet_clients.back();
    TRY_ASSIGN(auto issuer, make_token_issuer(identity.tokens, *parts.registry, parts.clock));
    client.issue_tokens_with(std::move(issuer));
    parts.kubelets.push_back(
        std::make_unique<kubelet::Kubelet>(std::move(made), client, *parts.slurms[i], parts.clock,
                                           *parts.informers, parts.images.get()));
    names.push_back(node);
    kubelets.push_back(parts.kubelets.back().get());
  }
  parts.pods = std::make_unique<kubelet::PodsByNode>(*parts.client, std::move(kubelets));
  parts.registry->measure_with(*parts.pods);
  return {};
}

Result<void> ControlPlane::wire_clusters(Parts& parts) {
  TRY_ASSIGN(const api::KindPtr kind, clusters::install_definition(*parts.client, parts.clock));
  parts.clusters_client =
      parts.client_as(auth::service_account_user({"kube-system", "slurmcluster-operator"}, ""),
                      "slurmcluster-operator");
  TRY_ASSIGN(const api::KindPtr services, clusters::node_services_kind(*parts.client, parts.clock));
  parts.pod_commands = std::make_unique<clusters::KubeletCommands>(*parts.pods, parts.clock);
  parts.clusters = std::make_unique<clusters::Operator>(clusters::Operator::Parts{
      kind, services, *parts.clusters_client, parts.clock, *parts.informers, *parts.pod_commands});
  parts.manager.add(*parts.clusters);
  return {};
}

Result<void> ControlPlane::wire_jobs(Parts& parts, const UpOptions& options) {
  TRY_ASSIGN(jobs::OperatorOptions about,
             operator_options(options.jobs, options.slurm_conf, parts.clock));
  about.node = [&first = *parts.kubelets.front()] { return first.main_node(); };
  about.pods = parts.pods.get();
  about.claims_here = true;
  parts.jobs_client = parts.client_as(
      auth::service_account_user({"kube-system", "slurmjob-operator"}, ""), "slurmjob-operator");
  TRY_ASSIGN(jobs::Kinds kinds, jobs::install_definitions(*parts.client, parts.clock));
  parts.jobs = std::make_unique<jobs::Operator>(std::move(about), std::move(kinds),
                                                *parts.jobs_client, parts.clock, *parts.informers);
  parts.manager.add(*parts.jobs);
  return {};
}

ControlPlane::ControlPlane(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ControlPlane::~ControlPlane() = default;

const std::string& ControlPlane::url() const {
  return parts_->url;
}

Result<std::unique_ptr<ControlPlane>> ControlPlane::start(const UpOptions& options,
                                                          const Home& home, Identity identity,
                                                          Clock& clock) {
  auto parts = std::make_unique<Parts>(clock);
  TRY(open_state(*parts, options, home, identity));
  TRY(wire_reconcilers(*parts, options, home, identity));
  if (!options.audit_log.empty()) {
    TRY_ASSIGN(parts->audit, apiserver::AuditLog::open(options.audit_log));
  }
  const http::ServerOptions server = server_options(options, home, identity);
  client::PodAccess* pods = parts->jobs != nullptr ? parts->jobs->pods() : parts->pods.get();
  std::function<void(Exposition&)> job_metrics;
  if (parts->jobs != nullptr) {
    job_metrics = [&jobs = *parts->jobs](Exposition& page) { jobs.write_metrics(page); };
  }
  TRY_ASSIGN(parts->server,
             serve_api(options, server,
                       apiserver::make_handler({.registry = *parts->registry,
                                                .pods = pods,
                                                .clock = clock,
                                                .token_key = std::move(identity.tokens),
                                                .audit = parts->audit.get(),
                                                .aggregator = parts->aggregator.get(),
                                                .more_metrics = std::move(job_metrics),
                                                .kubelet_client = {
                                                    identity.kubelet_client.certificate_pem,
                                                    identity.kubelet_client.key_pem}})));
  parts->url = url_of(options.listen, parts->server->port());
  TRY(apiserver::publish_kubernetes_service(
      *parts->registry, {advertised_ip(options.listen), parts->server->port()}, clock.now()));
  TRY(write_file_atomic(home.address(), std::to_string(parts->server->port()) + "\n"));
  TRY(write_file_atomic(home.kubeconfig(), kubeconfig_text(identity, parts->url)));
  TRY(parts->manager.start());
  log::info("up", {{"url", parts->url},
                   {"executor", options.executor},
                   {"slurm", std::string(parts->slurms.front()->adapter())}});
  return std::unique_ptr<ControlPlane>(new ControlPlane(std::move(parts)));
}

Result<void> ControlPlane::stop() {
  parts_->server->stop();
  return parts_->manager.stop(kStopWithin);
}

}  // namespace sluice::cmd
