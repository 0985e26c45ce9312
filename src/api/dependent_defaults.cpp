// SPDX-License-Identifier: Apache-2.0
#include "api/dependent_defaults.h"

#include <string>
#include <string_view>

#include "base/text.h"

namespace sluice::api {
namespace {

void set_missing(json::Value& object, std::string_view member, json::Value value) {
  if (object.at(member).is_null()) {
    object[member] = std::move(value);
  }
}

// The tag of an image reference; "latest" when it has neither tag nor digest.
std::string_view image_tag(std::string_view image) {
  if (image.find('@') != std::string_view::npos) {
    return "";
  }
  const std::size_t slash = image.rfind('/');
  const std::size_t colon = image.rfind(':');
  const bool tagged =
      colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash);
  return tagged ? image.substr(colon + 1) : "latest";
}

void container(json::Value& object) {
  const bool latest = image_tag(object.at("image").as_string()) == "latest";
  set_missing(object, "imagePullPolicy", latest ? "Always" : "IfNotPresent");
}

void requests_from_limits(json::Value& owner) {
  const json::Value limits = owner.at("resources", "limits");
  for (const json::Member& limit : limits.as_object()) {
    set_missing(owner["resources"]["requests"], limit.key, limit.value);
  }
}

void host_ports(json::Value& container) {
  json::Value* ports = container.find("ports");
  if (ports == nullptr || !ports->is_array()) {
    return;
  }
  for (json::Value& port : ports->array()) {
    set_missing(port, "hostPort", port.at("containerPort"));
  }
}

void pod(json::Value& object) {
  json::Value* spec = object.find("spec");
  if (spec == nullptr || !spec->is_object()) {
    return;
  }
  set_missing(*spec, "enableServiceLinks", true);
  for (const char* list : {"containers", "initContainers"}) {
    json::Value* containers = spec->find(list);
    if (containers == nullptr || !containers->is_array()) {
      continue;
    }
    for (json::Value& item : containers->array()) {
      requests_from_limits(item);
      if (spec->at("hostNetwork").as_bool()) {
        host_ports(item);
      }
    }
  }
}

// The two names of the service account are one field under an old and a new name.
void pod_spec(json::Value& object) {
  const std::string name = object.at("serviceAccountName").as_string().empty()
                               ? object.at("serviceAccount").as_string()
                               : object.at("serviceAccountName").as_string();
  if (!name.empty()) {
    object["serviceAccountName"] = name;
    object["serviceAccount"] = name;
  }
}

void job(json::Value& object) {
  const json::Value& template_labels = object.at("spec", "template", "metadata", "labels");
  if (object.at("metadata", "labels").as_object().empty() && template_labels.is_object()) {
    json::Value labels = template_labels;
    object["metadata"]["labels"] = std::move(labels);
  }
}

void job_spec(json::Value& object) {
  if (object.at("completions").is_null() && object.at("parallelism").is_null()) {
    object["completions"] = 1;
  }
  set_missing(object, "parallelism", 1);
  const bool by_policy = object.at("podFailurePolicy").is_object();
  set_missing(object, "podReplacementPolicy", by_policy ? "Failed" : "TerminatingOrFailed");
}

void service_spec(json::Value& object) {
  const std::string type = object.at("type").as_string();  // a copy: members are added below
  if (type != "ExternalName") {
    set_missing(object, "internalTrafficPolicy", "Cluster");
  }
  if (type == "NodePort" || type == "LoadBalancer") {
    set_missing(object, "externalTrafficPolicy", "Cluster");
  }
  if (type == "LoadBalancer") {
    set_missing(object, "allocateLoadBalancerNodePorts", true);
  }
  if (object.at("sessionAffinity").as_string() == "ClientIP") {
    set_missing(object["sessionAffinityConfig"]["clientIP"], "timeoutSeconds", 10800);
  }
}

void service_port(json::Value& object) {
  const json::Value port = object.at("port");
  const json::Value& target = object.at("targetPort");
  if (target.is_null() || target == json::Value(0) || target == json::Value("")) {
    object["targetPort"] = port;
  }
}

// stringData is write-only: it ends up in data.
void secret(json::Value& object) {
  const json::Value texts = object.at("stringData");
  object.erase("stringData");
  for (const json::Member& text : texts.as_object()) {
    object["data"][text.key] = base64_encode(text.value.as_string());
  }
}

struct Rule {
  std::string_view schema;
  void (*apply)(json::Value& object);
};
constexpr Rule kRules[] = {
    {"io.k8s.api.batch.v1.Job", job},
    {"io.k8s.api.batch.v1.JobSpec", job_spec},
    {"io.k8s.api.core.v1.Container", container},
    {"io.k8s.api.core.v1.EphemeralContainer", container},
    {"io.k8s.api.core.v1.Pod", pod},
    {"io.k8s.api.core.v1.PodSpec", pod_spec},
    {"io.k8s.api.core.v1.Secret", secret},
    {"io.k8s.api.core.v1.ServicePort", service_port},
    {"io.k8s.api.core.v1.ServiceSpec", service_spec},
};

}  // namespace

void apply_dependent_defaults(const Schema& schema, json::Value& object) {
  for (const Rule& rule : kRules) {
    if (rule.schema == schema.name) {
      rule.apply(object);
    }
  }
}

}  // namespace sluice::api
