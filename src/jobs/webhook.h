// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"

namespace sluice::jobs {

// What is told to a webhook: that a SlurmJob is over, and how.
struct Notice {
  std::string url;
  std::string body;      // JSON
  std::string key;       // to sign it with
  std::string delivery;  // "<uid>:<run>", the same however often it is sent
};

// Delivers it, or tells why not; may take some seconds.
using Notify = std::function<Result<void>(const Notice&)>;

// Whether somebody is still to be told of the end of a job; the object must not go before.
bool owes_notice(const client::Object& job);

// Tells those who want to know that a job is over. In a controller of its own, so that a server
// that does not answer holds up nobody but others like it. At least once for each run; tried again
// ever more rarely, and given up after twelve times.
class WebhookReconciler final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    runtime::Informer& jobs;
    Notify notify;
  };
  explicit WebhookReconciler(Parts parts) : parts_(std::move(parts)) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<Notice> notice_of(const client::Object& job) const;

  const Parts parts_;
};

}  // namespace sluice::jobs
