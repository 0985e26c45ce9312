// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"
#include "controllers/api_services/api_service_controller.h"
#include "runtime/custom_informers.h"
#include "runtime/event_recorder.h"
#include "runtime/informers.h"
#include "runtime/manager.h"

namespace sluice::controllers {

// The controllers of the embedded control plane, connected to their informers. Construct before the
// informers start, destroy after they have stopped. Client, informers and clock must outlive it.
class Builtin {
 public:
  struct Options;
  Builtin(client::Client& client, runtime::Informers& informers, Clock& clock,
          const Options& options);
  ~Builtin();

  static std::span<const std::string_view> names();

  // After the informers.
  void add_to(runtime::Manager& manager);

 private:
  class Part;
  template <class Reconciler>
  class PartOf;
  class Assembly;

  std::unique_ptr<runtime::CustomInformers> custom_;  // null: no custom kinds are known
  std::vector<std::unique_ptr<runtime::EventRecorder>> recorders_;
  std::vector<std::unique_ptr<Part>> parts_;
};

struct Builtin::Options {
  const api::Catalog* catalog = nullptr;                       // of custom kinds; null: none
  std::span<const std::string_view> names = Builtin::names();  // those that are to run
  ApiServiceController::Probe probe = nullptr;                 // of servers behind APIServices
  std::string ca_pem = {};             // of kube-root-ca.crt in every namespace
  std::filesystem::path volumes = {};  // where claims of the class "sluice" get their directories
};

}  // namespace sluice::controllers
