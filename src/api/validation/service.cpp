// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <tuple>

#include "api/label_syntax.h"
#include "api/validation/rules.h"

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
      faults.duplicate(
          item, json::Object{{"port", ports[i].at("port")}, {"protocol", ports[i].at("protocol")}});
    }
  }
}

}  // namespace

void check_service(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  faults.one_of(at.child("type"), spec.at("type"),
                {"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"});
  faults.one_of(at.child("sessionAffinity"), spec.at("sessionAffinity"), {"ClientIP", "None"});
  check_service_ports(spec, at, faults);
  const FieldPath selector = at.child("selector");
  check_labels(spec.at("selector"), selector, faults);
  if (spec.at("type").as_string() == "ExternalName") {
    faults.named(at.child("externalName"), spec.at("externalName"), dns_subdomain_fault);
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
    faults.invalid(list.item(0), now, "may not change once set");
  }
}

}  // namespace sluice::api
