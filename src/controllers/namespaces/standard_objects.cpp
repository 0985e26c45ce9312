// SPDX-License-Identifier: Apache-2.0
#include "controllers/namespaces/standard_objects.h"

namespace sluice::controllers {
namespace {

constexpr const char* kAccount = "default";
constexpr const char* kAuthority = "kube-root-ca.crt";
constexpr const char* kFile = "ca.crt";

client::Object document(std::string_view kind, const char* name, const std::string& ns) {
  return json::Object{{"apiVersion", "v1"},
                      {"kind", kind},
                      {"metadata", json::Object{{"name", name}, {"namespace", ns}}}};
}

// Somebody made it first, or the namespace is about to end: both are fine.
Result<void> unless_settled(const Result<client::ObjectPtr>& created) {
  if (created || created.error().code == Code::kAlreadyExists ||
      created.error().code == Code::kNotFound || created.error().code == Code::kForbidden) {
    return {};
  }
  return tl::unexpected(created.error());
}

}  // namespace

StandardObjects::StandardObjects(client::Client& client, runtime::Informers& informers,
                                 std::string ca_pem)
    : client_(client),
      ca_pem_(std::move(ca_pem)),
      namespaces_(informers.of(api::kinds::namespace_())),
      accounts_(informers.of(api::kinds::service_account())),
      config_maps_(informers.of(api::kinds::config_map())) {}

void StandardObjects::connect(runtime::Controller& controller) {
  controller.watch(namespaces_);
  const auto home_of = [](const char* name) {
    return [name](const runtime::Change& change) {
      const client::Object& object = change.object();
      return api::name(object) == name ? std::vector<api::Key>{{"", api::ns(object)}}
                                       : std::vector<api::Key>{};
    };
  };
  controller.watch(accounts_, home_of(kAccount));
  controller.watch(config_maps_, home_of(kAuthority));
}

Result<runtime::Requeue> StandardObjects::reconcile(const api::Key& key) {
  const client::ObjectPtr home = namespaces_.get(key);
  if (home == nullptr || api::is_being_deleted(*home)) {
    return runtime::Requeue{};
  }
  TRY(ensure_account(key.name));
  if (!ca_pem_.empty()) {
    TRY(ensure_authority(key.name));
  }
  return runtime::Requeue{};
}

Result<void> StandardObjects::ensure_account(const std::string& ns) {
  if (accounts_.get({ns, kAccount}) != nullptr) {
    return {};
  }
  return unless_settled(
      client_.create(api::kinds::service_account(), document("ServiceAccount", kAccount, ns)));
}

Result<void> StandardObjects::ensure_authority(const std::string& ns) {
  const client::ObjectPtr found = config_maps_.get({ns, kAuthority});
  const json::Value data = json::Object{{kFile, ca_pem_}};
  if (found != nullptr && found->at("data") == data) {
    return {};
  }
  client::Object wanted = document("ConfigMap", kAuthority, ns);
  wanted["data"] = data;
  if (found == nullptr) {
    return unless_settled(client_.create(api::kinds::config_map(), wanted));
  }
  wanted["metadata"] = found->at("metadata");
  TRY(client_.update(api::kinds::config_map(), wanted));
  return {};
}

}  // namespace sluice::controllers
