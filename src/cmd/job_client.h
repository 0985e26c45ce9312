// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "http/client.h"

namespace sluice::cmd {

// SlurmJobs of the server that a kubeconfig names, as its user sees them. One thread.
class JobClient {
 public:
  // `ns`: empty for the context's own.
  static Result<JobClient> connect(const std::string& kubeconfig, const std::string& ns);

  // In the namespace of this client; whatever name the object has is kept.
  Result<client::ObjectPtr> create(client::Object job);
  Result<std::vector<client::ObjectPtr>> list(bool all_namespaces);

  // Asks the operator to cancel it. The object stays.
  Result<void> cancel(const std::string& name);

  // Calls `show` with the job as it is and whenever it changes, until it is over, and returns it as
  // it was then. Lost connections are made again. Timeout, NotFound when it is deleted.
  Result<client::ObjectPtr> wait(const std::string& name, std::optional<Duration> patience,
                                 const std::function<void(const client::Object&)>& show);

  struct LogRequest {
    std::string name;
    std::string container;  // empty: the only one
    bool follow = false;
    std::optional<std::int64_t> tail;
  };
  Result<void> logs(const LogRequest& request, const std::function<void(std::string_view)>& write);

 private:
  struct Parts;
  explicit JobClient(std::shared_ptr<Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<Parts> parts_;  // shared only to be copyable
};

}  // namespace sluice::cmd
