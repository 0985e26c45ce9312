// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "controllers/autoscaling/behavior.h"
#include "controllers/autoscaling/metric.h"
#include "controllers/autoscaling/selectors.h"
#include "controllers/autoscaling/target.h"
#include "controllers/setting.h"
#include "runtime/controller.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Scales what HorizontalPodAutoscalers name so that its pods use what they should: every fifteen
// seconds it asks metrics.k8s.io what they use, and writes what it found into the status. What it
// remembers (recent recommendations, recent steps) is lost with the process; it then begins calmly.
class AutoscalerController final : public runtime::Reconciler {
 public:
  // Without a catalog custom kinds cannot be scaled.
  explicit AutoscalerController(const Setting& setting, const api::Catalog* catalog = nullptr);

  // Autoscalers are work when their spec changes, and by the clock.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  struct Draft;
  struct Wish {
    std::int64_t replicas = 0;
    std::string reason;  // for people
  };

  struct Readings {
    autoscaling::Reading largest = {};
    std::vector<autoscaling::Silence> silent = {};
    json::Array statuses = {};  // one for each metric
  };

  void look(Draft& draft);
  std::optional<Wish> wish(Draft& draft, const autoscaling::Target& target,
                           const autoscaling::Bounds& bounds);
  std::optional<Wish> wish_by_metrics(Draft& draft, const autoscaling::Target& target);
  Readings read_metrics(const Draft& draft, const autoscaling::Scene& scene);
  void give_up(Draft& draft, const std::vector<autoscaling::Silence>& silent, std::size_t of);
  std::optional<autoscaling::Pods> pods_of(Draft& draft, const autoscaling::Target& target);
  void rescale(Draft& draft, const autoscaling::Target& target, const Wish& wish);

  autoscaling::History& history_of(const api::Key& key);
  void forget(const api::Key& key);
  void warn(const Draft& draft, std::string reason, std::string message);

  client::Client& client_;
  runtime::Informer& autoscalers_;
  runtime::Informer& pods_;
  runtime::EventRecorder& events_;
  Clock& clock_;
  const autoscaling::Targets targets_;
  autoscaling::Selectors selectors_;
  std::mutex mutex_;  // of histories_; each entry belongs to the thread that has its key
  std::map<api::Key, autoscaling::History> histories_;
};

}  // namespace sluice::controllers
