// SPDX-License-Identifier: Apache-2.0
#include "controllers/builtin.h"

#include <algorithm>
#include <array>
#include <utility>

#include "controllers/access/aggregated_roles.h"
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
#include "controllers/nodes/node_taints.h"
#include "controllers/nodes/pod_collector.h"
#include "controllers/nodes/taint_eviction.h"
#include "controllers/quota/quota_controller.h"
#include "controllers/replicas/replica_controller.h"
#include "controllers/scheduler/scheduler.h"
#include "controllers/statefulset/statefulset_controller.h"
#include "controllers/volumes/claim_controller.h"
#include "controllers/volumes/protection.h"
#include "controllers/volumes/volume_controller.h"
#include "runtime/controller.h"

namespace sluice::controllers {
namespace {

constexpr auto kNames = std::to_array<std::string_view>({
    "scheduler",
    "replicationcontroller",
    "replicaset",
    "deployment",
    "statefulset",
    "daemonset",
    "cronjob",
    "job",
    "endpoint",
    "endpointslice",
    "endpointslicemirroring",
    "clusterrole-aggregation",
    "gc",
    "namespace",
    "apiservice",
    "flowschema",
    "standard-objects",
    "disruption",
    "resourcequota",
    "podgc",
    "taint-eviction",
    "persistentvolume-binder",
    "persistentvolume-reclaimer",
    "persistentvolume-protection",
    "persistentvolumeclaim-protection",
    "volumeattributesclass-protection",
    "node-lifecycle",
});

}  // namespace

std::span<const std::string_view> Builtin::names() {
  return kNames;
}

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
  Assembly(Builtin& builtin, client::Client& client, Clock& clock, const Options& options)
      : builtin_(builtin), client_(client), clock_(clock), options_(options) {}

  template <class Reconciler, class... Args>
  void add(std::string_view name, std::size_t workers, Args&&... args) {
    if (is_wanted(name)) {
      builtin_.parts_.push_back(std::make_unique<PartOf<Reconciler>>(
          runtime::ControllerOptions{.name = std::string(name), .workers = workers}, clock_,
          std::forward<Args>(args)...));
    }
  }

  // The same for a controller that works with pods and tells people about it as `component`.
  template <class Reconciler, class... Args>
  void add_with_events(std::string_view name, std::string component, runtime::Informers& informers,
                       Args&&... args) {
    if (is_wanted(name)) {
      builtin_.recorders_.push_back(
          std::make_unique<runtime::EventRecorder>(client_, clock_, std::move(component)));
      constexpr std::size_t kWorkers = 4;
      add<Reconciler>(name, kWorkers,
                      Setting{client_, informers, *builtin_.recorders_.back(), clock_},
                      std::forward<Args>(args)...);
    }
  }

 private:
  bool is_wanted(std::string_view name) const {
    return std::find(options_.names.begin(), options_.names.end(), name) != options_.names.end();
  }

  Builtin& builtin_;
  client::Client& client_;
  Clock& clock_;
  const Options& options_;
};

Builtin::Builtin(client::Client& client, runtime::Informers& informers, Clock& clock,
                 const Options& options)
    : custom_(options.catalog == nullptr
                  ? nullptr
                  : std::make_unique<runtime::CustomInformers>(client, clock, *options.catalog)) {
  Assembly assembly(*this, client, clock, options);
  assembly.add_with_events<Scheduler>("scheduler", "default-scheduler", informers);
  assembly.add_with_events<ReplicaController>("replicationcontroller", "replication-controller",
                                              informers, api::kinds::replication_controller());
  assembly.add_with_events<ReplicaController>("replicaset", "replicaset-controller", informers,
                                              api::kinds::replica_set());
  assembly.add_with_events<DeploymentController>("deployment", "deployment-controller", informers);
  assembly.add_with_events<StatefulSetController>("statefulset", "statefulset-controller",
                                                  informers);
  assembly.add_with_events<DaemonSetController>("daemonset", "daemonset-controller", informers);
  assembly.add_with_events<CronJobController>("cronjob", "cronjob-controller", informers);
  assembly.add_with_events<JobController>("job", "job-controller", informers);
  assembly.add<EndpointsController>("endpoint", 2, client, informers);
  assembly.add<SliceController>("endpointslice", 2, client, informers);
  assembly.add<MirroringController>("endpointslicemirroring", 2, client, informers);
  assembly.add_with_events<ClaimController>("persistentvolume-binder",
                                            "persistentvolume-controller", informers,
                                            volumes::Directories(options.volumes));
  assembly.add_with_events<VolumeController>("persistentvolume-reclaimer",
                                             "persistentvolume-controller", informers);
  assembly.add<AggregatedRoles>("clusterrole-aggregation", 1, client, informers);
  assembly.add<GarbageCollector>("gc", 2, client, informers, custom_.get());
  assembly.add<NamespaceController>("namespace", 1, client, informers, custom_.get());
  assembly.add<ApiServiceController>("apiservice", 2, client, informers, clock, options.probe);
  assembly.add<FlowSchemaController>("flowschema", 1, client, informers, clock);
  assembly.add<StandardObjects>("standard-objects", 1, client, informers, options.ca_pem);
  assembly.add_with_events<DisruptionController>("disruption", "controllermanager", informers,
                                                 options.catalog);
  assembly.add<VolumeProtection>("persistentvolume-protection", 1, client, informers);
  assembly.add<ClaimProtection>("persistentvolumeclaim-protection", 1, client, informers);
  assembly.add<ClassProtection>("volumeattributesclass-protection", 1, client, informers);
  assembly.add<NodeTaints>("node-lifecycle", 1, client, informers);
  assembly.add<StaleTargets>("disruption", 1, client, informers, clock);
  assembly.add<QuotaController>("resourcequota", 2, client, informers, clock, options.catalog);
  assembly.add<PodCollector>("podgc", 1, client, informers, clock);
  assembly.add_with_events<TaintEviction>("taint-eviction", "taint-eviction-controller", informers);
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
