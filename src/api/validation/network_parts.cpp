// SPDX-License-Identifier: Apache-2.0
//
// Rules about several fields of one object, for ingresses, endpoints, network policies and
// autoscalers.
#include <arpa/inet.h>

#include <array>
#include <cstring>
#include <optional>
#include <set>
#include <string>

#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "api/validation/type_rules.h"
#include "base/text.h"

namespace sluice::api {
namespace {

void check_host(const json::Value& host, const FieldPath& at, Faults& faults) {
  const std::string& name = host.as_string();
  if (name.empty()) {
    return;
  }
  if (address_fault(name).empty()) {
    faults.invalid(at, host, "must be a DNS name, not an IP address");
  } else if (name.find('*') == std::string::npos) {
    faults.named(at, host, dns_subdomain_fault);
  } else {
    faults.named(at, host, wildcard_domain_fault);
  }
}

void check_ingress_rule(const json::Value& object, const FieldPath& at, Faults& faults) {
  check_host(object.at("host"), at.child("host"), faults);
}

void check_ingress_tls(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("hosts");
  const json::Array& hosts = object.at("hosts").as_array();
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const bool wild = hosts[i].as_string().find('*') != std::string::npos;
    faults.named(list.item(i), hosts[i], wild ? wildcard_domain_fault : dns_subdomain_fault);
  }
  if (!object.at("secretName").as_string().empty()) {
    faults.named(at.child("secretName"), object.at("secretName"), dns_subdomain_fault);
  }
}

void check_ingress_path(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& path = object.at("path");
  if (object.at("pathType").as_string() == "ImplementationSpecific") {
    return;
  }
  for (const char* bad : {"//", "/./", "/../", "%2f", "%2F"}) {
    if (path.as_string().find(bad) != std::string::npos) {
      faults.invalid(at.child("path"), path, "must not contain '" + std::string(bad) + "'");
    }
  }
  for (const char* bad : {"/..", "/."}) {
    if (path.as_string().ends_with(bad)) {
      faults.invalid(at.child("path"), path, "cannot end with '" + std::string(bad) + "'");
    }
  }
}

// The class used to be an annotation.
void check_ingress_annotation(const json::Value& object, const FieldPath& at, Faults& faults) {
  constexpr std::string_view kClass = "kubernetes.io/ingress.class";
  const json::Value& noted = object.at("metadata", "annotations", kClass);
  const json::Value& named = object.at("spec", "ingressClassName");
  if (noted.is_string() && named.is_string() && !(noted == named)) {
    const FieldPath annotations = at.child("annotations");
    faults.invalid(annotations.child(kClass), noted,
                   "must match `ingressClassName` when both are specified");
  }
}

void check_class_parameters(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& scope = object.at("scope");
  const json::Value& ns = object.at("namespace");
  if (scope.is_null()) {
    faults.required(at.child("scope"));
  }
  if (scope.as_string() == "Namespace" && ns.as_string().empty()) {
    faults.required(at.child("namespace"), "`parameters.scope` is set to 'Namespace'");
  }
  if (scope.as_string() == "Cluster" && !ns.is_null()) {
    faults.forbidden(at.child("namespace"), "`parameters.scope` is set to 'Cluster'");
  }
}

using Bits = std::array<unsigned char, 16>;

struct Network {
  Bits address{};
  int family = AF_INET;
  std::int64_t prefix = 0;
};

std::optional<Network> network_of(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (!network_fault(text).empty()) {
    return std::nullopt;
  }
  Network network{.family = text.find(':') == std::string_view::npos ? AF_INET : AF_INET6};
  network.prefix = parse_int(text.substr(slash + 1)).value_or(0);
  const std::string address(text.substr(0, slash));
  ::inet_pton(network.family, address.c_str(), network.address.data());
  return network;
}

bool bit(const Bits& bits, std::int64_t index) {
  const auto at = static_cast<std::size_t>(index);
  return (bits.at(at / 8) >> (7U - at % 8U) & 1U) != 0;
}

bool is_inside(const Network& inner, const Network& outer) {
  if (inner.family != outer.family || inner.prefix <= outer.prefix) {
    return false;
  }
  for (std::int64_t i = 0; i < outer.prefix; ++i) {
    if (bit(inner.address, i) != bit(outer.address, i)) {
      return false;
    }
  }
  return true;
}

void check_block(const json::Value& object, const FieldPath& at, Faults& faults) {
  const auto outer = network_of(object.at("cidr").as_string());
  const FieldPath list = at.child("except");
  const json::Array& excepted = object.at("except").as_array();
  for (std::size_t i = 0; i < excepted.size(); ++i) {
    const auto inner = network_of(excepted[i].as_string());
    if (!inner) {
      faults.invalid(list.item(i), excepted[i], network_fault(excepted[i].as_string()));
    } else if (outer && !is_inside(*inner, *outer)) {
      faults.invalid(list.item(i), excepted[i], "must be a strict subset of `cidr`");
    }
  }
}

void check_slice(const json::Value& object, const FieldPath& at, Faults& faults) {
  const bool named = object.at("addressType").as_string() == "FQDN";
  const FieldPath list = at.child("endpoints");
  const json::Array& endpoints = object.at("endpoints").as_array();
  for (std::size_t i = 0; i < endpoints.size(); ++i) {
    const FieldPath item = list.item(i);
    const FieldPath addresses_at = item.child("addresses");
    const json::Array& addresses = endpoints[i].at("addresses").as_array();
    for (std::size_t j = 0; j < addresses.size(); ++j) {
      const std::string& address = addresses[j].as_string();
      const std::string fault =
          named ? dns_subdomain_fault(address) : remote_address_fault(address);
      if (!fault.empty()) {
        faults.invalid(addresses_at.item(j), addresses[j], fault);
      }
    }
  }
  std::set<std::string> names;
  const FieldPath ports_at = at.child("ports");
  const json::Array& ports = object.at("ports").as_array();
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (!names.insert(ports[i].at("name").as_string()).second) {
      const FieldPath item = ports_at.item(i);
      faults.duplicate(item.child("name"), ports[i].at("name").as_string());
    }
  }
}

void check_scaling_target(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& version = object.at("scaleTargetRef", "apiVersion").as_string();
  const json::Value& kind = object.at("scaleTargetRef", "kind");
  const bool core =
      kind.as_string() == "ReplicationController" || version.find('/') != std::string::npos;
  if (version.empty() && !core) {
    const FieldPath target = at.child("scaleTargetRef");
    faults.invalid(target.child("apiVersion"), "", "apiVersion must specify API group");
  }
  if (object.at("minReplicas").is_int() && object.at("minReplicas").as_int() == 0) {
    bool outside = false;
    for (const json::Value& metric : object.at("metrics").as_array()) {
      const std::string& type = metric.at("type").as_string();
      outside = outside || type == "Object" || type == "External";
    }
    if (!outside) {
      faults.forbidden(at.child("metrics"),
                       "must specify at least one Object or External metric to support scaling to "
                       "zero replicas");
    }
  }
}

void check_resource_target(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& target = object.at("target");
  const FieldPath inside = at.child("target");
  const std::string& type = target.at("type").as_string();
  if (!type.empty() && type != "Utilization" && type != "Value" && type != "AverageValue") {
    faults.invalid(inside.child("type"), type,
                   "must be either Utilization, Value, or AverageValue");
  }
  const json::Value& utilization = target.at("averageUtilization");
  if (utilization.is_null() && target.at("averageValue").is_null()) {
    faults.required(inside.child("averageUtilization"),
                    "must set either a target raw value or a target utilization");
  } else if (utilization.is_int() && utilization.as_int() < 1) {
    faults.invalid(inside.child("averageUtilization"), utilization, "must be greater than 0");
  }
}

void check_scaling_policy(const json::Value& object, const FieldPath& at, Faults& faults) {
  for (const char* member : {"value", "periodSeconds"}) {
    const json::Value& number = object.at(member);
    if (number.as_int() <= 0) {
      faults.invalid(at.child(member), number.as_int(), "must be greater than zero");
    }
  }
  if (object.at("periodSeconds").as_int() > 1800) {
    faults.invalid(at.child("periodSeconds"), object.at("periodSeconds"),
                   "must be less than or equal to 1800");
  }
}

constexpr ObjectRule kRules[] = {
    {"autoscaling.v2.ContainerResourceMetricSource", check_resource_target},
    {"autoscaling.v2.HPAScalingPolicy", check_scaling_policy},
    {"autoscaling.v2.HorizontalPodAutoscalerSpec", check_scaling_target, true},
    {"autoscaling.v2.ResourceMetricSource", check_resource_target},
    {"discovery.v1.EndpointSlice", check_slice},
    {"networking.v1.HTTPIngressPath", check_ingress_path},
    {"networking.v1.IPBlock", check_block},
    {"networking.v1.Ingress", check_ingress_annotation},
    {"networking.v1.IngressClassParametersReference", check_class_parameters},
    {"networking.v1.IngressRule", check_ingress_rule},
    {"networking.v1.IngressTLS", check_ingress_tls},
};

}  // namespace

std::span<const ObjectRule> network_part_rules() {
  return kRules;
}

}  // namespace sluice::api
