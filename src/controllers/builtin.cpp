// SPDX-License-Identifier: Apache-2.0
#include "controllers/builtin.h"

#include <algorithm>
#include <array>
#include <utility>

#include "controllers/access/aggregated_roles.h"
#include "controllers/autoscaling/autoscaler_controller.h"
#include "controllers/certificates/request_cleaner.h"
#include "controllers/certificates/signing_controller.h"
#include "controllers/cronjob/cronjob_controller.h"
#include "controllers/daemonset/daemonset_controller.h"
#include "controllers/deployment/deployment_controller.h"
#include "controllers/disruption/disruption_controller.h"
#include "controllers/disruption/stale_targets.h"
#include "controllers/endpoints/endpoints_controller.h"
#include "controllers/endpoints/mirroring_controller.h"
#include "controllers/endpoints/slice_controller.h"
#include "controllers/flow_schemas/flow_schema_controller.h"
#include "controllers/gc/garbage_collector.h"
#include "controllers/job/job_controller.h"
#include "controllers/namespaces/namespace_controller.h"
#include "controllers/namespaces/standard_objects.h"
#include "controllers/nodes/node_lifecycle.h"
#include "controllers/nodes/node_ttl.h"
#include "controllers/nodes/pod_collector.h"
#include "controllers/nodes/taint_eviction.h"
#include "controllers/policies/policy_status_controller.h"
#include "controllers/quota/quota_controller.h"
#include "controllers/replicas/replica_controller.h"
#include "controllers/scheduler/scheduler.h"
#include "controllers/service_ranges/service_ranges.h"
#include "controllers/statefulset/statefulset_controller.h"
#include "controllers/volumes/claim_controller.h"
#include "controllers/volumes/ephemeral_claims.h"
#include "controllers/volumes/protection.h"
#include "controllers/volumes/volume_controller.h"
#include "runtime/controller.h"

namespace sluice::controllers {
namespace {

constexpr std::string_view kScheduler = "system:kube-scheduler";
constexpr std::string_view kServer = "system:apiserver";
constexpr std::string_view kManager = "system:kube-controller-manager";

Builtin::Actor actor_of(std::string_view account) {
  if (account == kServer) {
    return {std::string(account), "kube-apiserver"};
  }
  if (account == kScheduler) {
    return {std::string(account), "kube-scheduler"};
  }
  if (account == kManager) {
    return {std::string(account), "kube-controller-manager"};
  }
  return {"system:serviceaccount:kube-system:" + std::string(account), "kube-controller-manager"};
}

}  // namespace

// One controller that runs.
class Builtin::Part {
 public:
  virtual ~Part() = default;
  virtual runtime::Runnable& runnable() = 0;
};

template <class Reconciler>
class Builtin::PartOf final : public Part {
 public:
  template <class... Args>
  PartOf(runtime::ControllerOptions options, Clock& clock, Args&&... args)
      : reconciler_(std::forward<Args>(args)...),
        controller_(std::move(options), reconciler_, clock) {
    reconciler_.connect(controller_);
  }
  runtime::Runnable& runnable() override { return controller_; }

 private:
  Reconciler reconciler_;
  runtime::Controller controller_;
};

// Builds the parts that are to run; the others cost nothing, not even informers.
class Builtin::Assembly {
 public:
  Assembly(Builtin& builtin, client::Client& client, runtime::Informers& informers, Clock& clock,
           const Options& options)
      : builtin_(builtin),
        shared_(client),
        informers_(informers),
        clock_(clock),
        options_(options) {}

  // A switch and what it turns on; one switch may have several rows.
  struct Row {
    std::string_view name;
    std::string_view account;  // that acts: a service account of kube-system, or one of those above
    void (*add)(Assembly& assembly);
  };
  static std::span<const Row> rows();

  void add_all() {
    for (const Row& row : rows()) {
      if (std::find(options_.names.begin(), options_.names.end(), row.name) !=
          options_.names.end()) {
        name_ = row.name;
        client_ = &client_of(actor_of(row.account));
        row.add(*this);
      }
    }
  }

 private:
  client::Client& client_of(const Actor& actor) {
    if (!options_.act_as) {
      return shared_;
    }
    builtin_.clients_.push_back(options_.act_as(actor));
    return *builtin_.clients_.back();
  }

  template <class Reconciler, class... Args>
  void add_part(std::size_t workers, Args&&... args) {
    builtin_.parts_.push_back(std::make_unique<PartOf<Reconciler>>(
        runtime::ControllerOptions{
            .name = std::string(name_), .workers = workers, .observe = options_.observe},
        clock_, std::forward<Args>(args)...));
  }

  template <class Reconciler, class... Args>
  void add(std::size_t workers, Args&&... args) {
    add_part<Reconciler>(workers, *client_, informers_, std::forward<Args>(args)...);
  }

  // The same for a controller that tells people what it does, as `component`.
  template <class Reconciler, class... Args>
  void add_with_events(std::string component, Args&&... args) {
    builtin_.recorders_.push_back(
        std::make_unique<runtime::EventRecorder>(*client_, clock_, std::move(component)));
    constexpr std::size_t kWorkers = 4;
    add_part<Reconciler>(kWorkers,
                         Setting{*client_, informers_, *builtin_.recorders_.back(), clock_},
                         std::forward<Args>(args)...);
  }

  Builtin& builtin_;
  client::Client& shared_;
  runtime::Informers& informers_;
  Clock& clock_;
  const Options& options_;
  std::string_view name_;             // of the row that is being added
  client::Client* client_ = nullptr;  // of that row
};

std::span<const Builtin::Assembly::Row> Builtin::Assembly::rows() {
  static constexpr auto kRows = std::to_array<Row>({
      {"scheduler", kScheduler,
       [](Assembly& a) { a.add_with_events<Scheduler>("default-scheduler"); }},
      {"replicationcontroller", "replication-controller",
       [](Assembly& a) {
         a.add_with_events<ReplicaController>("replication-controller",
                                              api::kinds::replication_controller());
       }},
      {"replicaset", "replicaset-controller",
       [](Assembly& a) {
         a.add_with_events<ReplicaController>("replicaset-controller", api::kinds::replica_set());
       }},
      {"deployment", "deployment-controller",
       [](Assembly& a) { a.add_with_events<DeploymentController>("deployment-controller"); }},
      {"statefulset", "statefulset-controller",
       [](Assembly& a) { a.add_with_events<StatefulSetController>("statefulset-controller"); }},
      {"daemonset", "daemon-set-controller",
       [](Assembly& a) { a.add_with_events<DaemonSetController>("daemonset-controller"); }},
      {"cronjob", "cronjob-controller",
       [](Assembly& a) { a.add_with_events<CronJobController>("cronjob-controller"); }},
      {"job", "job-controller",
       [](Assembly& a) { a.add_with_events<JobController>("job-controller"); }},
      {"endpoint", "endpoint-controller", [](Assembly& a) { a.add<EndpointsController>(2); }},
      {"endpointslice", "endpointslice-controller", [](Assembly& a) { a.add<SliceController>(2); }},
      {"endpointslicemirroring", "endpointslicemirroring-controller",
       [](Assembly& a) { a.add<MirroringController>(2); }},
      {"service-cidr", "service-cidrs-controller", [](Assembly& a) { a.add<RangeProtection>(1); }},
      {"service-cidr", "service-cidrs-controller",
       [](Assembly& a) { a.add<RangeStatus>(1, a.clock_); }},
      {"clusterrole-aggregation", "clusterrole-aggregation-controller",
       [](Assembly& a) { a.add<AggregatedRoles>(1); }},
      {"gc", "generic-garbage-collector",
       [](Assembly& a) { a.add<GarbageCollector>(2, a.builtin_.custom_.get()); }},
      {"namespace", "namespace-controller",
       [](Assembly& a) { a.add<NamespaceController>(1, a.clock_, a.builtin_.custom_.get()); }},
      {"apiservice", kServer,
       [](Assembly& a) { a.add<ApiServiceController>(2, a.clock_, a.options_.probe); }},
      {"flowschema", kServer, [](Assembly& a) { a.add<FlowSchemaController>(1, a.clock_); }},
      {"validatingadmissionpolicy-status", "validatingadmissionpolicy-status-controller",
       [](Assembly& a) { a.add<PolicyStatusController>(1, a.options_.catalog); }},
      {"standard-objects", "service-account-controller",
       [](Assembly& a) { a.add<StandardObjects>(1, a.options_.ca_pem); }},
      {"disruption", "disruption-controller",
       [](Assembly& a) {
         a.add_with_events<DisruptionController>("controllermanager", a.options_.catalog);
       }},
      {"disruption", "disruption-controller",
       [](Assembly& a) { a.add<StaleTargets>(1, a.clock_); }},
      {"horizontalpodautoscaling", "horizontal-pod-autoscaler",
       [](Assembly& a) {
         a.add_with_events<AutoscalerController>("horizontal-pod-autoscaler", a.options_.catalog);
       }},
      {"resourcequota", "resourcequota-controller",
       [](Assembly& a) { a.add<QuotaController>(2, a.clock_, a.options_.catalog); }},
      {"podgc", "pod-garbage-collector", [](Assembly& a) { a.add<PodCollector>(1, a.clock_); }},
      {"taint-eviction", "node-controller",
       [](Assembly& a) { a.add_with_events<TaintEviction>("taint-eviction-controller"); }},
      {"persistentvolume-binder", "persistent-volume-binder",
       [](Assembly& a) {
         a.add_with_events<ClaimController>("persistentvolume-controller",
                                            volumes::Directories(a.options_.volumes));
       }},
      {"persistentvolume-reclaimer", "persistent-volume-binder",
       [](Assembly& a) { a.add_with_events<VolumeController>("persistentvolume-controller"); }},
      {"ephemeral-volume", "ephemeral-volume-controller",
       [](Assembly& a) { a.add_with_events<EphemeralClaims>("ephemeral_volume"); }},
      {"persistentvolume-protection", "pv-protection-controller",
       [](Assembly& a) { a.add<VolumeProtection>(1); }},
      {"persistentvolumeclaim-protection", "pvc-protection-controller",
       [](Assembly& a) { a.add<ClaimProtection>(1); }},
      {"volumeattributesclass-protection", "volumeattributesclass-protection-controller",
       [](Assembly& a) { a.add<ClassProtection>(1); }},
      {"node-lifecycle", "node-controller",
       [](Assembly& a) {
         a.add_with_events<NodeLifecycle>("node-controller", a.options_.node_grace);
       }},
      {"ttl", "ttl-controller", [](Assembly& a) { a.add<NodeTtl>(1); }},
      {"csrapproving", "certificate-controller",
       [](Assembly& a) {
         if (a.options_.review) {
           a.add<ApprovingController>(1, a.options_.notary, a.options_.review);
         }
       }},
      {"csrsigning", "certificate-controller",
       [](Assembly& a) {
         if (a.options_.notary.sign) {
           a.add<SigningController>(1, a.clock_, a.options_.notary);
         }
       }},
      {"csrcleaner", "certificate-controller",
       [](Assembly& a) { a.add<RequestCleaner>(1, a.clock_, a.options_.notary); }},
      {"serviceaccount-token", kManager,
       [](Assembly& a) {
         if (a.options_.tokens) {
           a.add<TokenSecrets>(1, a.options_.ca_pem, a.options_.tokens);
         }
       }},
  });
  return kRows;
}

std::span<const std::string_view> Builtin::names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const Assembly::Row& row : Assembly::rows()) {
      if (all.empty() || all.back() != row.name) {
        all.push_back(row.name);
      }
    }
    return all;
  }();
  return names;
}

Builtin::Builtin(client::Client& client, runtime::Informers& informers, Clock& clock,
                 const Options& options)
    : custom_(options.catalog == nullptr
                  ? nullptr
                  : std::make_unique<runtime::CustomInformers>(client, clock, *options.catalog)) {
  Assembly(*this, client, informers, clock, options).add_all();
}

Builtin::~Builtin() = default;

void Builtin::add_to(runtime::Manager& manager) {
  if (custom_ != nullptr) {
    manager.add(*custom_);
  }
  for (const auto& recorder : recorders_) {
    manager.add(*recorder);
  }
  for (const auto& part : parts_) {
    manager.add(part->runnable());
  }
}

}  // namespace sluice::controllers
