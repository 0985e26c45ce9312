// SPDX-License-Identifier: Apache-2.0
#include "runtime/foreign_kinds.h"

#include "api/crd/custom_resource.h"
#include "api/crd/definition_state.h"

namespace sluice::runtime {
namespace {

constexpr std::chrono::seconds kSyncWithin{60};

}  // namespace

ForeignKinds::ForeignKinds(client::Client& client, Clock& clock,
                           const std::vector<std::string>& definitions)
    : clock_(clock) {
  for (const std::string& name : definitions) {
    informers_.push_back(
        std::make_unique<Informer>(client, api::kinds::custom_resource_definition(), clock,
                                   client::ListOptions{.field_selector = "metadata.name=" + name}));
    informers_.back()->on_change([this](const Change& change) { take(change); });
  }
}

// Kinds that look as before stay the same ones: their informers need not begin anew.
void ForeignKinds::take(const Change& change) {
  const std::scoped_lock lock(mutex_);
  const std::string& name = api::name(change.object());
  if (change.after == nullptr || !api::is_established(*change.after)) {
    defined_.erase(name);
  } else {
    Defined& known = defined_[name];
    const std::size_t shape = api::definition_shape(*change.after);
    if (!known.kinds.empty() && known.shape == shape) {
      return;
    }
    known = {shape, api::custom_kinds(change.after)};
  }
  std::vector<api::KindPtr> kinds;
  for (const auto& [definition, defined] : defined_) {
    kinds.insert(kinds.end(), defined.kinds.begin(), defined.kinds.end());
  }
  catalog_.set_custom(std::move(kinds));
}

Result<void> ForeignKinds::start() {
  for (const auto& informer : informers_) {
    informer->start();
  }
  const SteadyTime deadline = clock_.steady() + kSyncWithin;
  for (const auto& informer : informers_) {
    if (!informer->await_synced(deadline)) {
      return fail(Code::kTimeout, "no first list from the API server of definitions");
    }
  }
  return {};
}

void ForeignKinds::request_stop() {
  for (const auto& informer : informers_) {
    informer->request_stop();
  }
}

bool ForeignKinds::await_stopped(SteadyTime deadline) {
  bool stopped = true;
  for (const auto& informer : informers_) {
    stopped = informer->await_stopped(deadline) && stopped;
  }
  return stopped;
}

}  // namespace sluice::runtime
