// SPDX-License-Identifier: Apache-2.0
#include "runtime/informers.h"

#include <vector>

#include "base/text.h"

namespace sluice::runtime {

Informers::Informers(client::Client& client, Clock& clock, Duration sync_timeout)
    : client_(client), clock_(clock), sync_timeout_(sync_timeout) {}

Informer& Informers::of(const api::Kind& kind) {
  const std::scoped_lock lock(mutex_);
  auto& informer = by_resource_[kind.qualified_resource()];
  if (informer == nullptr) {
    informer = std::make_unique<Informer>(client_, kind, clock_);
  }
  return *informer;
}

Result<void> Informers::start() {
  const SteadyTime deadline = clock_.steady() + sync_timeout_;
  for (const auto& [resource, informer] : by_resource_) {
    informer->start();
  }
  std::vector<std::string> missing;
  for (const auto& [resource, informer] : by_resource_) {
    if (!informer->await_synced(deadline)) {
      missing.push_back(resource);
    }
  }
  if (!missing.empty()) {
    return fail(Code::kTimeout, "no first list from the API server of " + join(missing, ", "));
  }
  return {};
}

void Informers::request_stop() {
  for (const auto& [resource, informer] : by_resource_) {
    informer->request_stop();
  }
}

bool Informers::await_stopped(SteadyTime deadline) {
  bool stopped = true;
  for (const auto& [resource, informer] : by_resource_) {
    stopped = informer->await_stopped(deadline) && stopped;
  }
  return stopped;
}

}  // namespace sluice::runtime
