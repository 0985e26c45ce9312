// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/node_ttl.h"

#include <array>
#include <limits>
#include <string>

#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

constexpr const char* kAnnotation = "node.alpha.kubernetes.io/ttl";

struct Step {
  std::size_t least;
  std::size_t most;
  std::int64_t seconds;
};
constexpr std::array kSteps = std::to_array<Step>({
    {0, 100, 0},
    {90, 500, 15},
    {450, 1000, 30},
    {900, 2000, 60},
    {1800, std::numeric_limits<std::size_t>::max(), 300},
});

}  // namespace

std::size_t nodes::ttl_step(std::size_t step, std::size_t nodes) {
  while (nodes > kSteps[step].most) {
    ++step;
  }
  while (nodes < kSteps[step].least) {
    --step;
  }
  return step;
}

std::int64_t nodes::ttl_seconds(std::size_t step) {
  return kSteps[step].seconds;
}

NodeTtl::NodeTtl(client::Client& client, runtime::Informers& informers)
    : client_(client), nodes_(informers.of(api::kinds::node())) {}

void NodeTtl::connect(runtime::Controller& controller) {
  nodes_.on_change([this, &queue = controller.queue()](const runtime::Change& change) {
    if (change.before == nullptr) {
      ++count_;
    } else if (change.after == nullptr) {
      --count_;
    }
    queue.add(api::key(change.object()));
    const std::size_t step = nodes::ttl_step(step_, count_);
    if (step_.exchange(step) != step) {
      for (const client::ObjectPtr& node : nodes_.list()) {
        queue.add(api::key(*node));
      }
    }
  });
}

Result<runtime::Requeue> NodeTtl::reconcile(const api::Key& key) {
  const client::ObjectPtr node = nodes_.get(key);
  const std::string wanted = std::to_string(nodes::ttl_seconds(step_));
  if (node == nullptr || api::annotation(*node, kAnnotation) == wanted) {
    return runtime::Requeue{};
  }
  const json::Value body = json::Object{
      {"metadata", json::Object{{"annotations", json::Object{{kAnnotation, wanted}}}}}};
  TRY(done_or_gone(client_.patch(nodes_.kind(), key, {client::PatchType::kMerge, body})));
  return runtime::Requeue{};
}

}  // namespace sluice::controllers
