// SPDX-License-Identifier: Apache-2.0
#include "runtime/controller.h"

#include <utility>

#include "base/log.h"

namespace sluice::runtime {

Controller::Controller(ControllerOptions options, Reconciler& reconciler, Clock& clock)
    : options_(std::move(options)),
      reconciler_(reconciler),
      clock_(clock),
      queue_(clock, options_.backoff),
      threads_(clock) {}

Controller::~Controller() {
  request_stop();
}

void Controller::watch(Informer& informer) {
  informer.on_change([this](const Change& change) { queue_.add(api::key(change.object())); });
}

void Controller::watch_controlled(Informer& informer, const api::Kind& owner) {
  const auto enqueue = [this, kind = owner.kind,
                        version = owner.api_version()](const client::ObjectPtr& object) {
    const json::Value* reference = object == nullptr ? nullptr : api::controller_of(*object);
    if (reference != nullptr && reference->at("kind").as_string() == kind &&
        reference->at("apiVersion").as_string() == version) {
      queue_.add({api::ns(*object), reference->at("name").as_string()});
    }
  };
  informer.on_change([enqueue](const Change& change) {
    enqueue(change.before);  // the owner may have changed: the old one has work too
    enqueue(change.after);
  });
}

void Controller::watch(Informer& informer, Keys keys) {
  informer.on_change([this, keys = std::move(keys)](const Change& change) {
    for (const api::Key& key : keys(change)) {
      queue_.add(key);
    }
  });
}

Result<void> Controller::start() {
  for (std::size_t i = 0; i < options_.workers; ++i) {
    threads_.run(options_.name, [this] { work(); });
  }
  return {};
}

void Controller::work() {
  while (const auto key = queue_.get()) {
    if (options_.observe) {
      options_.observe(*key);
    }
    const SteadyTime looked = clock_.steady();
    handle(*key, looked, reconciler_.reconcile(*key));
    queue_.done(*key);
  }
}

// Delays count from when the reconciler looked at the world, not from when it was done with it.
void Controller::handle(const api::Key& key, SteadyTime looked, const Result<Requeue>& result) {
  if (result.has_value()) {
    queue_.forget(key);
    if (result->after.has_value()) {
      queue_.add_at(key, looked + *result->after);
    }
    return;
  }
  const Error& error = result.error();
  const bool final = error.code == Code::kInvalid || error.code == Code::kTooLarge ||
                     error.code == Code::kUnsupported;
  if (final) {
    queue_.forget(key);
  } else {
    queue_.retry(key);
  }
  // A conflict only means that somebody else was faster; it says nothing to a person.
  const auto level = error.code == Code::kConflict ? log::Level::kDebug : log::Level::kWarning;
  log::write(level, final ? "reconcile refused" : "reconcile failed, will retry",
             {{"controller", options_.name},
              {"key", api::to_string(key)},
              {"code", std::string(to_string(error.code))},
              {"error", error.message}});
}

}  // namespace sluice::runtime
