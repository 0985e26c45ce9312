// SPDX-License-Identifier: Apache-2.0
#include "controllers/api_services/api_service_controller.h"

#include <algorithm>

#include "controllers/api_services/local_api_services.h"

namespace sluice::controllers {
namespace {

// A server that stopped or began to answer is noticed by then.
constexpr std::chrono::seconds kProbeEvery{30};

std::vector<api::Key> of_definition(const client::Object& definition) {
  std::vector<api::Key> keys;
  const std::string& group = definition.at("spec", "group").as_string();
  for (const json::Value& version : definition.at("spec", "versions").as_array()) {
    keys.push_back({"", version.at("name").as_string() + "." + group});
  }
  return keys;
}

bool is_served_by(const client::Object& api_service, const api::Key& service) {
  const json::Value* named = api_service.find("spec", "service");
  return named != nullptr && named->at("namespace").as_string() == service.ns &&
         named->at("name").as_string() == service.name;
}

}  // namespace

ApiServiceController::ApiServiceController(client::Client& client, runtime::Informers& informers,
                                           Clock& clock, Probe probe)
    : client_(client),
      clock_(clock),
      probe_(std::move(probe)),
      api_services_(informers.of(api::kinds::api_service())),
      definitions_(informers.of(api::kinds::custom_resource_definition())),
      services_(informers.of(api::kinds::service())) {}

void ApiServiceController::connect(runtime::Controller& controller) {
  for (const std::string& name : api_services::builtin_api_services()) {
    controller.queue().add({"", name});
  }
  controller.watch(api_services_);
  controller.watch(definitions_, [](const runtime::Change& change) {
    std::vector<api::Key> keys = of_definition(change.object());
    if (change.before != nullptr) {
      const std::vector<api::Key> before = of_definition(*change.before);
      keys.insert(keys.end(), before.begin(), before.end());
    }
    return keys;
  });
  controller.watch(services_, [this](const runtime::Change& change) {
    std::vector<api::Key> keys;
    for (const client::ObjectPtr& api_service : api_services_.list()) {
      if (is_served_by(*api_service, api::key(change.object()))) {
        keys.push_back(api::key(*api_service));
      }
    }
    return keys;
  });
}

Result<runtime::Requeue> ApiServiceController::reconcile(const api::Key& key) {
  TRY_ASSIGN(const client::ObjectPtr api_service, ensure(key));
  if (api_service == nullptr) {
    return runtime::Requeue{};
  }
  TRY(tell(*api_service, check(*api_service)));
  const bool elsewhere = api_service->find("spec", "service") != nullptr;
  return elsewhere ? runtime::Requeue{kProbeEvery} : runtime::Requeue{};
}

// From the definitions as this controller saw them change: another view of them may lag behind.
std::optional<client::Object> ApiServiceController::wanted(const std::string& name) const {
  if (auto builtin = api_services::builtin_api_service(name)) {
    return builtin;
  }
  for (const client::ObjectPtr& definition : definitions_.list()) {
    const std::string& group = definition->at("spec", "group").as_string();
    for (const json::Value& version : definition->at("spec", "versions").as_array()) {
      const std::string& number = version.at("name").as_string();
      if (version.at("served").as_bool() && number + "." + group == name &&
          api::has_condition(*definition, "Established")) {
        return api_services::custom_api_service(group, number);
      }
    }
  }
  return std::nullopt;
}

// The APIService as it should be there now; null: it should not, or somebody else's has gone.
Result<client::ObjectPtr> ApiServiceController::ensure(const api::Key& key) {
  const auto wanted = this->wanted(key.name);
  const auto found = client_.get(api::kinds::api_service(), key);
  if (found) {
    const bool ours = api::label(**found, api_services::kManaged) == "true";
    if (ours && !wanted && !api::is_being_deleted(**found)) {
      TRY(client_.remove(api::kinds::api_service(), key, {.uid = api::uid(**found)}));
      return client::ObjectPtr();
    }
    return *found;
  }
  if (found.error().code != Code::kNotFound) {
    return tl::unexpected(found.error());
  }
  return wanted ? client_.create(api::kinds::api_service(), *wanted) : client::ObjectPtr();
}

ApiServiceController::Availability ApiServiceController::check(
    const client::Object& api_service) const {
  const json::Value* named = api_service.find("spec", "service");
  if (named == nullptr) {
    return {true, "Local", "Local APIServices are always available"};
  }
  const api::Key key{named->at("namespace").as_string(), named->at("name").as_string()};
  const std::string where = "service/" + key.name + " in \"" + key.ns + "\" ";
  const client::ObjectPtr service = services_.get(key);
  if (service == nullptr) {
    return {false, "ServiceNotFound", where + "is not present"};
  }
  const std::int64_t port = named->find("port") != nullptr ? named->at("port").as_int() : 443;
  const json::Array& ports = service->at("spec", "ports").as_array();
  const bool listens = std::any_of(ports.begin(), ports.end(), [&](const json::Value& one) {
    return one.at("port").as_int() == port;
  });
  if (!listens && service->at("spec", "type").as_string() != "ExternalName") {
    return {false, "ServicePortError", where + "is not listening on port " + std::to_string(port)};
  }
  const Result<void> answered = probe_ ? probe_(api_service) : Result<void>();
  if (!answered) {
    return {false, "FailedDiscoveryCheck",
            "failing or missing response from " + key.name + "." + key.ns +
                ".svc: " + answered.error().message};
  }
  return {true, "Passed", "all checks passed"};
}

Result<void> ApiServiceController::tell(const client::Object& api_service,
                                        const Availability& found) {
  client::Object changed = api_service;
  const bool differs = api::set_condition(changed["status"],
                                          {.type = "Available",
                                           .status = found.available ? "True" : "False",
                                           .reason = found.reason,
                                           .message = found.message},
                                          clock_.now());
  if (!differs) {
    return {};
  }
  TRY(client_.update(api::kinds::api_service(), changed, client::Part::kStatus));
  return {};
}

}  // namespace sluice::controllers
