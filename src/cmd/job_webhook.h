// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/options.h"
#include "client/client.h"
#include "http/server.h"

namespace sluice::cmd {

// Where the validating webhook for SlurmJobs is, for the API server of another Kubernetes.
struct JobWebhookOptions {
  std::string listen;   // ADDRESS:PORT; empty: there is none
  std::string address;  // HOST[:PORT], as the API server reaches it; empty: as it listens
  std::string service;  // NAMESPACE/NAME[:PORT] instead
};
std::vector<Option> job_webhook_options(JobWebhookOptions& options);

// Serves it and tells the API server of it (ValidatingWebhookConfiguration). Its authority is kept
// in a Secret, so that several operators and restarts have the same. Null: there is none. Invalid
// names the option. The client outlives it.
Result<std::unique_ptr<http::Server>> serve_job_webhook(const JobWebhookOptions& options,
                                                        client::Client& client, const Clock& clock);

}  // namespace sluice::cmd
