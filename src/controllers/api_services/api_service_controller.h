// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Keeps the list of APIServices true: those that this server serves itself are always there, and
// each one says whether requests for it can be answered.
class ApiServiceController final : public runtime::Reconciler {
 public:
  // Asks the server behind an APIService for its resources; may block for seconds.
  using Probe = std::function<Result<void>(const client::Object& api_service)>;

  // Without a probe, other servers are taken to answer when their service is there.
  ApiServiceController(client::Client& client, runtime::Informers& informers, Clock& clock,
                       Probe probe);

  // APIServices are work, those of changed definitions, and those behind changed services.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  struct Availability {
    bool available = false;
    std::string reason;
    std::string message;
  };
  std::optional<client::Object> wanted(const std::string& name) const;
  Result<client::ObjectPtr> ensure(const api::Key& key);
  Availability check(const client::Object& api_service) const;
  Result<void> tell(const client::Object& api_service, const Availability& found);

  client::Client& client_;
  Clock& clock_;
  const Probe probe_;
  runtime::Informer& api_services_;
  runtime::Informer& definitions_;
  runtime::Informer& services_;
};

}  // namespace sluice::controllers
