// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/service_pods.h"

#include <algorithm>

#include "api/pod_containers.h"
#include "controllers/owned/pods.h"
#include "json/strings.h"

namespace sluice::controllers::endpoints {
namespace {

constexpr const char* kByLabel = "namespace and label";

std::string label_key(const std::string& ns, const std::string& name, const std::string& value) {
  return ns + '/' + name + '=' + value;
}

bool is_of_family(const std::string& address, std::string_view family) {
  return (address.find(':') != std::string::npos) == (family == "IPv6");
}

std::optional<std::int64_t> named_port(const json::Value& container, const std::string& name,
                                       const std::string& protocol) {
  for (const json::Value& port : container.at("ports").as_array()) {
    const std::string& own = port.at("protocol").as_string();
    if (port.at("name").as_string() == name && (own.empty() ? "TCP" : own) == protocol) {
      return port.at("containerPort").as_int();
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> target_port(const client::Object& pod,
                                        const json::Value& service_port) {
  const json::Value& target = service_port.at("targetPort");
  if (!target.is_string()) {
    return target.as_int(service_port.at("port").as_int());
  }
  const std::string& protocol = service_port.at("protocol").as_string();
  for (const json::Value& container : pod.at("spec", "containers").as_array()) {
    if (const auto port = named_port(container, target.as_string(), protocol)) {
      return port;
    }
  }
  for (const json::Value& container : pod.at("spec", "initContainers").as_array()) {
    const auto port = named_port(container, target.as_string(), protocol);
    if (port && api::is_sidecar(container)) {
      return port;
    }
  }
  return std::nullopt;
}

}  // namespace

bool follows_pods(const client::Object& service) {
  return !service.at("spec", "selector").as_object().empty() &&
         service.at("spec", "type").as_string() != "ExternalName";
}

bool selects(const client::Object& service, const client::Object& pod) {
  const json::Object& selector = service.at("spec", "selector").as_object();
  return std::all_of(selector.begin(), selector.end(), [&](const json::Member& wanted) {
    const json::Value* found = pod.find("metadata", "labels", wanted.key);
    return found != nullptr && *found == wanted.value;
  });
}

bool is_headless(const client::Object& service) {
  return service.at("spec", "clusterIP").as_string() == "None";
}

std::vector<std::string> families(const client::Object& service) {
  const std::vector<std::string> found = json::to_strings(service.at("spec", "ipFamilies"));
  return found.empty() ? std::vector<std::string>{"IPv4"} : found;
}

std::string address(const client::Object& pod, std::string_view family) {
  for (const json::Value& item : pod.at("status", "podIPs").as_array()) {
    if (is_of_family(item.at("ip").as_string(), family)) {
      return item.at("ip").as_string();
    }
  }
  const std::string& first = pod.at("status", "podIP").as_string();
  return is_of_family(first, family) ? first : std::string();
}

bool is_reachable(const client::Object& pod) {
  return !owned::is_finished(pod) && !pod.at("status", "podIP").as_string().empty();
}

std::string host_name(const client::Object& service, const client::Object& pod) {
  return pod.at("spec", "subdomain").as_string() == api::name(service)
             ? pod.at("spec", "hostname").as_string()
             : std::string();
}

json::Value served_port(const json::Value& port, const json::Value& number) {
  json::Value served = json::Object{
      {"name", port.at("name").as_string()}, {"port", number}, {"protocol", port.at("protocol")}};
  if (const json::Value* application = port.find("appProtocol")) {
    served["appProtocol"] = *application;
  }
  return served;
}

json::Array ports(const client::Object& service, const client::Object& pod) {
  json::Array found;
  for (const json::Value& port : service.at("spec", "ports").as_array()) {
    const auto number = target_port(pod, port);
    if (!number) {
      continue;
    }
    found.push_back(served_port(port, *number));
  }
  return found;
}

json::Value reference(const client::Object& pod) {
  return json::Object{{"kind", "Pod"},
                      {"namespace", api::ns(pod)},
                      {"name", api::name(pod)},
                      {"uid", api::uid(pod)}};
}

void index_by_label(runtime::Informer& pods) {
  pods.add_index(kByLabel, [](const client::Object& pod) {
    std::vector<std::string> keys;
    for (const json::Member& label : pod.at("metadata", "labels").as_object()) {
      keys.push_back(label_key(api::ns(pod), label.key, label.value.as_string()));
    }
    return keys;
  });
}

std::vector<client::ObjectPtr> pods_of(const runtime::Informer& pods,
                                       const client::Object& service) {
  const json::Object& selector = service.at("spec", "selector").as_object();
  if (selector.empty()) {
    return {};
  }
  const json::Member& first = *selector.begin();
  auto found =
      pods.by_index(kByLabel, label_key(api::ns(service), first.key, first.value.as_string()));
  std::erase_if(found, [&](const client::ObjectPtr& pod) { return !selects(service, *pod); });
  return found;
}

std::vector<api::Key> services_of(const runtime::Informer& services,
                                  const runtime::Change& change) {
  std::vector<api::Key> keys;
  for (const auto& service : services.list(api::ns(change.object()))) {
    const auto chosen = [&](const client::ObjectPtr& pod) {
      return pod != nullptr && selects(*service, *pod);
    };
    if (follows_pods(*service) && (chosen(change.before) || chosen(change.after))) {
      keys.push_back(api::key(*service));
    }
  }
  return keys;
}

}  // namespace sluice::controllers::endpoints
