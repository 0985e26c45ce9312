// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "controllers/owned/expectations.h"
#include "controllers/owned/pods.h"
#include "controllers/setting.h"
#include "runtime/controller.h"
#include "runtime/event_recorder.h"
#include "runtime/informers.h"

namespace sluice::controllers::owned {

// Keeps the pods of owners of one kind: finds them, creates and deletes them, tells people, and
// knows what was asked for but not yet seen. Thread-safe for different owners.
class PodKeeper {
 public:
  // Adds an index to the pods' informer: construct before the informers start. `finalizer` comes
  // and goes with ownership.
  PodKeeper(const Setting& setting, const api::Kind& owners, std::string_view finalizer = {});

  // Makes owners work, and changes of pods for those who own them or could adopt them.
  void connect(runtime::Controller& controller);

  // Reconciles an owner once all that was asked for has been seen; one that is gone is done with.
  Result<runtime::Requeue> when_settled(
      const api::Key& owner,
      const std::function<Result<runtime::Requeue>(const client::Object&)>& reconcile);

  // How long to wait for what is not yet seen before the pods may be counted; zero: nothing is.
  Duration wait(const api::Key& owner) { return expectations_.remaining(owner); }

  // The pods of an owner, after adopting and releasing what is due. Pods that `concerned` is false
  // for are left alone.
  Result<Pods> claim(const client::Object& owner,
                     const std::function<bool(const client::Object&)>& concerned = nullptr);

  // The pod's name is chosen by the caller: see new_pod_name().
  Result<void> create(const client::Object& owner, const client::Object& pod);

  // Creates up to 500 pods, several at the same time (see slow_start.h); `make`, which any thread
  // may call, is given 0, 1, ….
  Result<void> create_some(const client::Object& owner, std::int64_t count,
                           const std::function<client::Object(std::size_t)>& make);

  // Deletes them at the same time.
  Result<void> remove(const client::Object& owner, const Pods& pods);
  Result<void> remove(const client::Object& owner, const client::Object& pod);

 private:
  client::Client& client_;
  runtime::Informer& owners_;
  runtime::Informer& pods_;
  runtime::EventRecorder& events_;
  const std::string_view finalizer_;
  Expectations expectations_;
};

}  // namespace sluice::controllers::owned
