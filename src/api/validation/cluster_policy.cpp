// SPDX-License-Identifier: Apache-2.0
// The rules of small cluster kinds: classes, routes, slices.
#include "api/label_syntax.h"
#include "api/meta.h"
#include "api/validation/rules.h"

namespace sluice::api {
namespace {

constexpr std::int64_t kHighestUserPriority = 1'000'000'000;

bool is_system_class(const json::Value& object) {
  const std::string& own = name(object);
  const std::int64_t value = object.at("value").as_int();
  return (own == "system-node-critical" && value == 2'000'001'000) ||
         (own == "system-cluster-critical" && value == 2'000'000'000);
}

void check_backend(const json::Value& backend, const FieldPath& at, Faults& faults) {
  const bool resource = backend.at("resource").is_object();
  const bool service = backend.at("service").is_object();
  if (resource && service) {
    faults.invalid(at, "", "cannot set both resource and service backends");
  } else if (!resource && !service) {
    faults.invalid(at, "", "resource or service backend is required");
  } else if (service) {
    const FieldPath service_at = at.child("service");
    faults.named(service_at.child("name"), backend.at("service", "name"), dns_1035_label_fault);
    const json::Value& port = backend.at("service", "port");
    const bool named = !port.at("name").as_string().empty();
    const bool numbered = port.at("number").as_int() != 0;
    if (!named && !numbered) {
      faults.required(at, "port name or number is required");
    } else if (named && numbered) {
      faults.invalid(at, "", "cannot set both port name & port number");
    } else if (numbered) {
      const FieldPath port_at = service_at.child("port");
      faults.in_range(port_at.child("number"), port.at("number"), 1, 65535);
    }
  }
}

void check_paths(const json::Value& rule, const FieldPath& at, Faults& faults) {
  const FieldPath http_at = at.child("http");
  const FieldPath list = http_at.child("paths");
  const json::Array& paths = rule.at("http", "paths").as_array();
  if (rule.at("http").is_object() && paths.empty()) {
    faults.required(list);
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const FieldPath item = list.item(i);
    const json::Value& type = paths[i].at("pathType");
    if (type.is_null()) {
      faults.required(item.child("pathType"), "pathType must be specified");
    } else {
      faults.one_of(item.child("pathType"), type, {"Exact", "ImplementationSpecific", "Prefix"});
    }
    const std::string& path = paths[i].at("path").as_string();
    if (type.as_string() != "ImplementationSpecific" && !path.starts_with('/')) {
      faults.invalid(item.child("path"), path, "must be an absolute path");
    }
    check_backend(paths[i].at("backend"), item.child("backend"), faults);
  }
}

}  // namespace

void check_priority_class(const json::Value& object, Faults& faults) {
  const FieldPath root;
  if (name(object).starts_with("system-") && !is_system_class(object)) {
    const FieldPath metadata = root.child("metadata");
    faults.forbidden(metadata.child("name"),
                     "priority class names with 'system-' prefix are reserved for system use only. "
                     "error: " +
                         name(object) + " is not a known system priority class");
  } else if (!is_system_class(object) && object.at("value").as_int() > kHighestUserPriority) {
    faults.forbidden(root.child("value"),
                     "maximum allowed value of a user defined priority is 1000000000");
  }
  faults.one_of(root.child("preemptionPolicy"), object.at("preemptionPolicy"),
                {"PreemptLowerPriority", "Never"});
}

void check_priority_class_update(const json::Value& object, const json::Value& old,
                                 Faults& faults) {
  const FieldPath root;
  if (object.at("value").as_int() != old.at("value").as_int()) {
    faults.forbidden(root.child("value"), "may not be changed in an update.");
  }
  faults.immutable(root.child("preemptionPolicy"), object.at("preemptionPolicy"),
                   old.at("preemptionPolicy"));
}

void check_runtime_class(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const std::string& handler = object.at("handler").as_string();
  if (const std::string fault = dns_label_fault(handler); !fault.empty()) {
    faults.invalid(root.child("handler"), handler, fault);
  }
}

void check_runtime_class_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  faults.immutable(root.child("handler"), object.at("handler"), old.at("handler"));
}

void check_endpoint_slice(const json::Value& object, Faults& faults) {
  const FieldPath root;
  faults.one_of(root.child("addressType"), object.at("addressType"), {"FQDN", "IPv4", "IPv6"});
  const FieldPath list = root.child("endpoints");
  const json::Array& endpoints = object.at("endpoints").as_array();
  for (std::size_t i = 0; i < endpoints.size(); ++i) {
    const FieldPath item = list.item(i);
    if (endpoints[i].at("addresses").as_array().empty()) {
      faults.required(item.child("addresses"), "must contain at least 1 address");
    }
  }
}

void check_endpoint_slice_update(const json::Value& object, const json::Value& old,
                                 Faults& faults) {
  const FieldPath root;
  faults.immutable(root.child("addressType"), object.at("addressType"), old.at("addressType"));
}

void check_ingress(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  const json::Array& rules = spec.at("rules").as_array();
  const bool standard = spec.at("defaultBackend").is_object();
  if (rules.empty() && !standard) {
    faults.invalid(at, json::Value(), "either `defaultBackend` or `rules` must be specified");
  }
  if (standard) {
    check_backend(spec.at("defaultBackend"), at.child("defaultBackend"), faults);
  }
  const FieldPath list = at.child("rules");
  for (std::size_t i = 0; i < rules.size(); ++i) {
    check_paths(rules[i], list.item(i), faults);
  }
}

void check_ingress_class(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  if (object.at("spec", "controller").as_string().size() > 250) {
    faults.too_long(at.child("controller"), 250);
  }
}

void check_ingress_class_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  faults.immutable(at.child("controller"), object.at("spec", "controller"),
                   old.at("spec", "controller"));
}

void check_network_policy(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  check_label_selector(object.at("spec", "podSelector"), at.child("podSelector"), faults);
  const FieldPath list = at.child("policyTypes");
  const json::Array& types = object.at("spec", "policyTypes").as_array();
  for (std::size_t i = 0; i < types.size(); ++i) {
    faults.one_of(list.item(i), types[i], {"Ingress", "Egress"});
  }
}

namespace {

struct Member {
  const FieldPath& at;
  std::string_view name;
};

void check_priority(const json::Value& spec, const Member& member, std::int64_t most,
                    Faults& faults) {
  const std::int64_t priority = spec.at(member.name).as_int();
  if (priority <= 0 || priority > most) {
    faults.invalid(member.at.child(member.name), json::Value(priority),
                   "must be positive and less than " + std::to_string(most));
  }
}

// Without a service this server itself is meant.
void check_server(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const json::Value* service = spec.find("service");
  const bool insecure = spec.at("insecureSkipTLSVerify").as_bool();
  const json::Value& bundle = spec.at("caBundle");
  if (service == nullptr || service->is_null()) {
    if (!bundle.as_string().empty()) {
      faults.invalid(at.child("caBundle"), std::to_string(bundle.as_string().size()) + " bytes",
                     "local APIServices may not have a caBundle");
    }
    if (insecure) {
      faults.invalid(at.child("insecureSkipTLSVerify"), true,
                     "local APIServices may not have insecureSkipTLSVerify");
    }
    return;
  }
  const FieldPath service_at = at.child("service");
  for (const char* member : {"namespace", "name"}) {
    if (service->at(member).as_string().empty()) {
      faults.required(service_at.child(member));
    }
  }
  if (insecure && !bundle.as_string().empty()) {
    faults.invalid(at.child("insecureSkipTLSVerify"), true,
                   "may not be true if caBundle is present");
  }
}

}  // namespace

void check_api_service(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath metadata = root.child("metadata");
  const json::Value& spec = object.at("spec");
  const std::string wanted = spec.at("version").as_string() + "." + spec.at("group").as_string();
  if (name(object) != wanted) {
    faults.invalid(metadata.child("name"), name(object),
                   "must be `spec.version+\".\"+spec.group`: \"" + wanted + "\"");
  }
  const FieldPath at = root.child("spec");
  const json::Value& group = spec.at("group");
  if (!group.as_string().empty()) {
    faults.named(at.child("group"), group, dns_subdomain_fault);
  }
  faults.named(at.child("version"), spec.at("version"), dns_1035_label_fault);
  check_priority(spec, {at, "groupPriorityMinimum"}, 20000, faults);
  check_priority(spec, {at, "versionPriority"}, 1000, faults);
  check_server(spec, at, faults);
}

}  // namespace sluice::api
