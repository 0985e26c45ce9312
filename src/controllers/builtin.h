// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"
#include "controllers/access/token_secrets.h"
#include "controllers/api_services/api_service_controller.h"
#include "controllers/certificates/approving_controller.h"
#include "controllers/certificates/notary.h"
#include "controllers/nodes/node_lifecycle.h"
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

  // Who a controller is to admission, webhooks and managedFields: as in Kubernetes, each is a
  // service account of kube-system; the scheduler and the server itself are users.
  struct Actor {
    std::string user;
    std::string component;
  };

  // After the informers.
  void add_to(runtime::Manager& manager);

 private:
  class Part;
  template <class Reconciler>
  class PartOf;
  class Assembly;

  std::vector<std::unique_ptr<client::Client>> clients_;
  std::unique_ptr<runtime::CustomInformers> custom_;  // null: no custom kinds are known
  std::vector<std::unique_ptr<runtime::EventRecorder>> recorders_;
  std::vector<std::unique_ptr<Part>> parts_;
};

struct Builtin::Options {
  const api::Catalog* catalog = nullptr;                       // of custom kinds; null: none
  std::span<const std::string_view> names = Builtin::names();  // those that are to run
  ApiServiceController::Probe probe = nullptr;                 // of servers behind APIServices
  // Makes the client of one controller; null: all share the one given. It lives as long as Builtin.
  std::function<std::unique_ptr<client::Client>(const Actor&)> act_as = nullptr;
  std::string ca_pem = {};             // of kube-root-ca.crt in every namespace
  std::filesystem::path volumes = {};  // where claims of the class "sluice" get their directories
  NodeGrace node_grace = {};
  Notary notary = {};                                 // without a key no certificates are signed
  RequestReview review = nullptr;                     // null: no request is approved
  TokenMaker tokens = nullptr;                        // null: secrets get no tokens
  std::function<void(const api::Key&)> observe = {};  // called before each reconcile; may be empty
};

}  // namespace sluice::controllers
