// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "client/client.h"
#include "controllers/endpoints/slice_plan.h"
#include "runtime/controller.h"
#include "runtime/informers.h"

namespace sluice::controllers::endpoints {

// Writes the slices of one manager: those that carry its name. Thread-safe for different services.
class SliceKeeper {
 public:
  // Adds an index to the slices' informer: construct before the informers start.
  SliceKeeper(client::Client& client, runtime::Informers& informers, std::string manager);

  // Makes a change of one of its slices work for the service it belongs to.
  void connect(runtime::Controller& controller);

  // The slices that hold the endpoints of a service.
  std::vector<client::ObjectPtr> slices_of(const api::Key& service) const;

  // Makes them hold the groups; Conflict or AlreadyExists when what it saw was outdated.
  Result<void> keep(const client::Object& owner, json::Value labels,
                    const std::vector<SliceGroup>& groups);
  Result<void> remove_all(const api::Key& service);

 private:
  Result<void> remove(const client::Object& slice);

  client::Client& client_;
  runtime::Informer& slices_;
  const std::string manager_;
};

}  // namespace sluice::controllers::endpoints
