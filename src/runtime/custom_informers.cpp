// SPDX-License-Identifier: Apache-2.0
#include "runtime/custom_informers.h"

#include <utility>

namespace sluice::runtime {

namespace {

constexpr std::chrono::seconds kSyncWithin{60};

}  // namespace

struct CustomInformers::Source {
  Source(client::Client& client, api::KindPtr the_kind, Clock& clock)
      : kind(std::move(the_kind)), informer(client, *kind, clock) {}

  const api::KindPtr kind;
  Informer informer;
};

CustomInformers::CustomInformers(client::Client& client, Clock& clock, const api::Catalog& catalog)
    : client_(client), clock_(clock), catalog_(catalog), threads_(clock) {}

CustomInformers::~CustomInformers() {
  request_stop();
}

void CustomInformers::add_index(const std::string& name, Informer::IndexValues values) {
  indexes_.try_emplace(name, std::move(values));
}

std::vector<CustomInformers::InformerPtr> CustomInformers::all() const {
  std::vector<InformerPtr> informers;
  const std::scoped_lock lock(mutex_);
  for (const auto& [resource, source] : sources_) {
    informers.emplace_back(source, &source->informer);
  }
  return informers;
}

CustomInformers::InformerPtr CustomInformers::of(const std::string& qualified_resource) const {
  const std::scoped_lock lock(mutex_);
  const auto found = sources_.find(qualified_resource);
  return found == sources_.end() ? nullptr : InformerPtr(found->second, &found->second->informer);
}

Result<void> CustomInformers::start() {
  const auto kinds = catalog_.snapshot();
  adjust(*kinds);
  const SteadyTime deadline = clock_.steady() + kSyncWithin;
  for (const auto& [resource, source] : sources_) {
    if (!source->informer.await_synced(deadline)) {
      return fail(Code::kTimeout, "no first list from the API server of " + resource);
    }
  }
  threads_.run("custom-kinds", [this, epoch = kinds->epoch] { follow(epoch); });
  return {};
}

void CustomInformers::follow(std::uint64_t epoch) {
  while (const auto kinds = catalog_.await_change(epoch, stop_.get_token())) {
    epoch = kinds->epoch;
    adjust(*kinds);
  }
}

// An informer has ended before it is let go: its thread may hold the last reference otherwise.
void CustomInformers::adjust(const api::Catalog::Snapshot& kinds) {
  Sources next;
  for (const api::KindPtr& kind : kinds.custom) {
    const std::string resource = kind->qualified_resource();
    const auto known = sources_.find(resource);
    if (next.contains(resource)) {
      continue;  // another version of the same objects
    }
    if (known != sources_.end() && known->second->kind == kind) {
      next.emplace(resource, known->second);
      continue;
    }
    if (known != sources_.end()) {
      known->second->informer.request_stop();
      known->second->informer.await_stopped(SteadyTime::max());
    }
    next.emplace(resource, make(kind, known == sources_.end() ? nullptr : known->second.get()));
  }
  {
    const std::scoped_lock lock(mutex_);
    if (stop_.stop_requested()) {
      return;
    }
    std::swap(sources_, next);
    for (const auto& [resource, source] : sources_) {
      source->informer.start();
    }
  }
  for (const auto& [resource, source] : next) {
    if (sources_.contains(resource)) {
      continue;
    }
    source->informer.request_stop();
    source->informer.await_stopped(SteadyTime::max());
    if (is_undefined(resource)) {
      for (const client::ObjectPtr& object : source->informer.list()) {
        tell(*source->kind, {object, nullptr});
      }
    }
  }
}

// A definition goes after its objects; while it is only not served, they are still there.
bool CustomInformers::is_undefined(const std::string& resource) const {
  const auto found = client_.get(api::kinds::custom_resource_definition(), {"", resource});
  return !found && found.error().code == Code::kNotFound;
}

CustomInformers::SourcePtr CustomInformers::make(const api::KindPtr& kind,
                                                 const Source* before) const {
  auto source = std::make_shared<Source>(client_, kind, clock_);
  for (const auto& [name, values] : indexes_) {
    source->informer.add_index(name, values);
  }
  if (before != nullptr) {
    source->informer.begin_with(before->informer.list());
  }
  source->informer.on_change(
      [this, kind = kind.get()](const Change& change) { tell(*kind, change); });
  return source;
}

void CustomInformers::tell(const api::Kind& kind, const Change& change) const {
  for (const Handler& handler : handlers_) {
    handler(kind, change);
  }
}

void CustomInformers::request_stop() {
  const std::scoped_lock lock(mutex_);
  stop_.request_stop();
  for (const auto& [resource, source] : sources_) {
    source->informer.request_stop();
  }
}

bool CustomInformers::await_stopped(SteadyTime deadline) {
  if (!threads_.await(deadline)) {
    return false;
  }
  bool stopped = true;
  for (const auto& [resource, source] : sources_) {
    stopped = source->informer.await_stopped(deadline) && stopped;
  }
  return stopped;
}

}  // namespace sluice::runtime
