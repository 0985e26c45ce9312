// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <tuple>

#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "api/validation/type_rules.h"

namespace sluice::api {
namespace {

void check_target(const json::Value& target, const FieldPath& at, Faults& faults) {
  if (target.is_string()) {
    faults.named(at, target, port_name_fault);
  } else {
    faults.in_range(at, target, 1, 65535);
  }
}

void check_port(const json::Value& port, bool needs_name, const FieldPath& at, Faults& faults) {
  if (needs_name || !port.at("name").as_string().empty()) {
    faults.named(at.child("name"), port.at("name"), dns_label_fault);
  }
  faults.in_range(at.child("port"), port.at("port"), 1, 65535);
  faults.one_of(at.child("protocol"), port.at("protocol"), {"SCTP", "TCP", "UDP"});
  check_target(port.at("targetPort"), at.child("targetPort"), faults);
}

void check_service_ports(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("ports");
  const json::Array& ports = spec.at("ports").as_array();
  const std::string& type = spec.at("type").as_string();
  if (ports.empty() && type != "ExternalName" && spec.at("clusterIP").as_string() != "None") {
    faults.required(list);
  }
  std::set<std::string> names;
  std::set<std::tuple<std::string, std::int64_t>> numbers;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const FieldPath item = list.item(i);
    check_port(ports[i], ports.size() > 1, item, faults);
    const json::Value& name = ports[i].at("name");
    if (!name.as_string().empty() && !names.insert(name.as_string()).second) {
      faults.duplicate(item.child("name"), name);
    }
    const auto number =
        std::tuple(ports[i].at("protocol").as_string(), ports[i].at("port").as_int());
    if (!numbers.insert(number).second) {
      faults.duplicate(item, json::Object{{"Name", ""},
                                          {"Protocol", ports[i].at("protocol")},
                                          {"AppProtocol", json::Value()},
                                          {"Port", ports[i].at("port")},
                                          {"TargetPort", 0},
                                          {"NodePort", 0}});
    }
  }
}

bool is_headless(const json::Value& spec) {
  return spec.at("clusterIP").as_string() == "None";
}

// Whether all addresses can be read; else there is no point in comparing them.
bool check_each_address(const json::Array& addresses, const FieldPath& at, Faults& faults) {
  bool good = true;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const std::string& address = addresses[i].as_string();
    if (i == 0 && address == "None") {
      if (addresses.size() > 1) {
        good = false;
        faults.invalid(at, addresses, "'None' must be the first and only value");
      }
    } else if (const std::string fault = address_fault(address); !fault.empty()) {
      good = false;
      faults.invalid(at.item(i), addresses[i], fault);
    }
  }
  return good;
}

void check_families(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const json::Array& addresses = spec.at("clusterIPs").as_array();
  const json::Array& families = spec.at("ipFamilies").as_array();
  for (std::size_t i = 0; i < addresses.size() && i < families.size(); ++i) {
    const bool old_family = addresses[i].as_string().find(':') == std::string::npos;
    const char* family = old_family ? "IPv4" : "IPv6";
    if (!is_headless(spec) && families[i].as_string() != family) {
      faults.invalid(at.item(i), addresses[i],
                     "expected an " + families[i].as_string() +
                         " value as indicated by `ipFamilies[" + std::to_string(i) + "]`");
    }
  }
}

void check_addresses(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("clusterIPs");
  const json::Array& addresses = spec.at("clusterIPs").as_array();
  const std::string& first = spec.at("clusterIP").as_string();
  if (first.empty() && !addresses.empty()) {
    faults.invalid(list, addresses, "must be empty when `clusterIP` is not specified");
  } else if (!first.empty() && addresses.empty()) {
    faults.required(list);
  } else if (!first.empty() && addresses[0].as_string() != first) {
    faults.invalid(list, addresses, "first value must match `clusterIP`");
  }
  const bool good = check_each_address(addresses, list, faults);
  if (addresses.size() > 2) {
    faults.invalid(list, addresses, "may only hold up to 2 values");
  }
  if (good) {
    check_families(spec, list, faults);
  }
}

// What each type cannot have.
void check_address_of_type(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const std::string& type = spec.at("type").as_string();
  const FieldPath list = at.child("clusterIPs");
  if (is_headless(spec) && (type == "NodePort" || type == "LoadBalancer")) {
    faults.invalid(list.item(0), spec.at("clusterIP"),
                   "may not be set to 'None' for " + type + " services");
  }
  for (const char* member : {"clusterIPs", "ipFamilies", "ipFamilyPolicy"}) {
    const json::Value& value = spec.at(member);
    if (type == "ExternalName" && (!value.as_array().empty() || value.is_string())) {
      faults.forbidden(at.child(member), "may not be set for ExternalName services");
    }
  }
}

}  // namespace

void check_service_status(const json::Value& object, const json::Value&, Faults& faults) {
  const FieldPath root;
  const FieldPath status = root.child("status");
  const FieldPath at = status.child("loadBalancer");
  if (object.at("spec", "type").as_string() != "LoadBalancer" &&
      !object.at("status", "loadBalancer", "ingress").as_array().empty()) {
    faults.forbidden(at.child("ingress"), "may only be used when `spec.type` is 'LoadBalancer'");
  }
}

void check_service(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  faults.one_of(at.child("type"), spec.at("type"),
                {"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"});
  faults.one_of(at.child("sessionAffinity"), spec.at("sessionAffinity"), {"ClientIP", "None"});
  check_address_of_type(spec, at, faults);
  check_service_ports(spec, at, faults);
  const FieldPath selector = at.child("selector");
  check_labels(spec.at("selector"), selector, faults);
  if (spec.at("type").as_string() == "ExternalName") {
    faults.named(at.child("externalName"), spec.at("externalName"), dns_subdomain_fault);
  } else {
    check_addresses(spec, at, faults);
  }
}

void check_service_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& before = old.at("spec", "clusterIP");
  const json::Value& now = object.at("spec", "clusterIP");
  const bool external = object.at("spec", "type").as_string() == "ExternalName" ||
                        old.at("spec", "type").as_string() == "ExternalName";
  if (!before.as_string().empty() && !external && !(before == now)) {
    const FieldPath list = at.child("clusterIPs");
    faults.invalid(list.item(0), object.at("spec", "clusterIPs"), "may not change once set");
  }
}

}  // namespace sluice::api
