// SPDX-License-Identifier: Apache-2.0
#include "registry/address_objects.h"

#include <algorithm>
#include <map>
#include <utility>

#include "api/meta.h"
#include "base/log.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

constexpr const char* kFamily = "ipaddress.kubernetes.io/ip-family";
constexpr const char* kManagedBy = "ipaddress.kubernetes.io/managed-by";
constexpr const char* kAllocator = "ipallocator.k8s.io";

std::string path_of(const json::Value& service) {
  return api::ns(service) + "/" + api::name(service);
}

std::vector<std::string> addresses_of(const json::Value& service) {
  std::vector<std::string> addresses;
  for (const json::Value& address : service.at("spec", "clusterIPs").as_array()) {
    if (!address.as_string().empty() && address.as_string() != "None") {
      addresses.push_back(address.as_string());
    }
  }
  return addresses;
}

std::vector<std::string> missing_from(const std::vector<std::string>& others,
                                      std::vector<std::string> addresses) {
  std::erase_if(addresses, [&](const std::string& address) {
    return std::find(others.begin(), others.end(), address) != others.end();
  });
  return addresses;
}

json::Value address_object(const std::string& address, const json::Value& service) {
  const bool v6 = address.find(':') != std::string::npos;
  return json::Object{
      {"apiVersion", "networking.k8s.io/v1"},
      {"kind", "IPAddress"},
      {"metadata", json::Object{{"name", address},
                                {"labels", json::Object{{kFamily, v6 ? "IPv6" : "IPv4"},
                                                        {kManagedBy, kAllocator}}}}},
      {"spec", json::Object{{"parentRef", json::Object{{"resource", "services"},
                                                       {"namespace", api::ns(service)},
                                                       {"name", api::name(service)}}}}}};
}

Result<void> make(Registry& registry, const std::string& address, const json::Value& service) {
  const api::Kind& kind = api::kinds::ip_address();
  const auto made = registry.create(kind, "", address_object(address, service),
                                    {.field_manager = "kube-apiserver"});
  if (made || made.error().code != Code::kAlreadyExists) {
    return made ? Result<void>() : tl::unexpected(made.error());
  }
  TRY_ASSIGN(const StoredObject stored, registry.get(kind, {"", address}));
  TRY_ASSIGN(const json::Value there, stored.decode());
  if (service_of_address(there) == path_of(service)) {
    return {};
  }
  return fail(Code::kConflict, "failed to allocate IP " + address + ": it was just taken");
}

Result<std::vector<json::Value>> all(const Registry& registry, const api::Kind& kind) {
  TRY_ASSIGN(const ListPage page, registry.list(kind, {}));
  std::vector<json::Value> objects;
  for (const StoredObject& item : page.items) {
    TRY_ASSIGN(json::Value object, item.decode());
    objects.push_back(std::move(object));
  }
  return objects;
}

}  // namespace

std::string service_of_address(const json::Value& address) {
  const json::Value& parent = address.at("spec", "parentRef");
  const bool service =
      parent.at("group").as_string().empty() && parent.at("resource").as_string() == "services";
  return service ? parent.at("namespace").as_string() + "/" + parent.at("name").as_string() : "";
}

Result<AddressObjects> AddressObjects::reserve(Registry& registry, const api::Kind& kind,
                                               const json::Value& before,
                                               const json::Value& after) {
  AddressObjects objects(registry);
  if (&kind != &api::kinds::service()) {
    return objects;
  }
  const std::vector<std::string> had = addresses_of(before);
  const std::vector<std::string> has = addresses_of(after);
  objects.left_ = missing_from(has, had);
  for (const std::string& address : missing_from(had, has)) {
    TRY(make(registry, address, after));
    objects.made_.push_back(address);
  }
  return objects;
}

AddressObjects::AddressObjects(AddressObjects&& other) noexcept
    : registry_(other.registry_),
      made_(std::exchange(other.made_, {})),
      left_(std::exchange(other.left_, {})) {}

AddressObjects::~AddressObjects() {
  remove(made_);
}

void AddressObjects::settle() {
  made_.clear();
  remove(left_);
}

void AddressObjects::remove(const std::vector<std::string>& addresses) noexcept {
  for (const std::string& address : addresses) {
    const auto removed = registry_.remove(api::kinds::ip_address(), {.key = {"", address}});
    if (!removed && removed.error().code != Code::kNotFound) {
      log::warning("an address stays reserved until the next start",
                   {{"address", address}, {"error", removed.error().message}});
    }
  }
}

Result<void> repair_addresses(Registry& registry) {
  TRY_ASSIGN(const auto services, all(registry, api::kinds::service()));
  TRY_ASSIGN(const auto addresses, all(registry, api::kinds::ip_address()));
  std::map<std::string, std::string> owners;  // of addresses, by what services say
  for (const json::Value& service : services) {
    for (const std::string& address : addresses_of(service)) {
      owners[address] = path_of(service);
      if (const auto made = make(registry, address, service); !made) {
        log::warning("an address of a service is held by another object",
                     {{"service", path_of(service)}, {"address", address}});
      }
    }
  }
  for (const json::Value& address : addresses) {
    if (api::label(address, kManagedBy) == kAllocator &&
        owners[api::name(address)] != service_of_address(address)) {
      TRY(registry.remove(api::kinds::ip_address(), {.key = api::key(address)}));
    }
  }
  return {};
}

}  // namespace sluice::registry
