// SPDX-License-Identifier: Apache-2.0
#include "api/dependent_defaults.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "api/crd/definition_state.h"
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

// A controller without labels takes those of its pods.
void take_template_labels(json::Value& object) {
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
  const bool per_index = object.at("backoffLimitPerIndex").is_int();
  set_missing(object, "backoffLimit", per_index ? std::numeric_limits<std::int32_t>::max() : 6);
  set_missing(object, "completionMode", "NonIndexed");
  set_missing(object, "manualSelector", false);
  set_missing(object, "suspend", false);
  const bool by_policy = object.at("podFailurePolicy").is_object();
  set_missing(object, "podReplacementPolicy", by_policy ? "Failed" : "TerminatingOrFailed");
}

// Not a rule of JobSpec: the template in a CronJob keeps its gaps.
void job(json::Value& object) {
  take_template_labels(object);
  if (json::Value* spec = object.find("spec"); spec != nullptr && spec->is_object()) {
    job_spec(*spec);
  }
}

void replication_controller(json::Value& object) {
  take_template_labels(object);
  const json::Value labels = object.at("spec", "template", "metadata", "labels");
  if (object.at("spec", "selector").as_object().empty() && labels.is_object()) {
    object["spec"]["selector"] = labels;
  }
}

// The parameters of a rolling update, where that is the strategy.
void rolling_strategy(json::Value& object) {
  if (object.at("type").as_string() == "RollingUpdate") {
    set_missing(object, "rollingUpdate", json::Object{});
  }
}

void stateful_set_strategy(json::Value& object) {
  if (object.at("type").as_string().empty()) {
    object["type"] = "RollingUpdate";
    set_missing(object, "rollingUpdate", json::Object{});
  }
}

void stateful_set_spec(json::Value& object) {
  json::Value* claims = object.find("volumeClaimTemplates");
  if (claims == nullptr || !claims->is_array()) {
    return;
  }
  for (json::Value& claim : claims->array()) {
    if (claim.is_object()) {
      claim["apiVersion"] = "v1";
      claim["kind"] = "PersistentVolumeClaim";
      set_missing(claim["status"], "phase", "Pending");
    }
  }
}

// A volume that names no source is an empty directory.
void volume(json::Value& object) {
  if (object.as_object().size() == 1 && object.find("name") != nullptr) {
    object["emptyDir"] = json::Object{};
  }
  if (json::Value* image = object.find("image"); image != nullptr && image->is_object()) {
    const bool latest = image_tag(image->at("reference").as_string()) == "latest";
    set_missing(*image, "pullPolicy", latest ? "Always" : "IfNotPresent");
  }
}

void node_status(json::Value& object) {
  if (const json::Value capacity = object.at("capacity"); capacity.is_object()) {
    set_missing(object, "allocatable", capacity);
  }
}

// The first of the addresses is the address.
void pod_status(json::Value& object) {
  const std::string address = object.at("podIP").as_string();
  const json::Array& all = object.at("podIPs").as_array();
  const std::string first = all.empty() ? "" : all[0].at("ip").as_string();
  if (!address.empty() && first != address) {
    object["podIPs"] = json::Array{json::Object{{"ip", address}}};
  }
}

void node_spec(json::Value& object) {
  const std::string network = object.at("podCIDR").as_string();
  if (!network.empty() && object.at("podCIDRs").as_array().empty()) {
    object["podCIDRs"] = json::Array{network};
  }
}

// Adds the members of `from` that `to` lacks.
void fill_up(json::Value& owner, std::string_view to, std::string_view from) {
  const json::Value amounts = owner.at(from);
  for (const json::Member& amount : amounts.as_object()) {
    set_missing(owner[to], amount.key, amount.value);
  }
}

void device_request(json::Value& object) {
  if (object.at("allocationMode").as_string() == "ExactCount") {
    set_missing(object, "count", 1);
  }
}

void limit_range_item(json::Value& object) {
  if (object.at("type").as_string() == "Container") {
    fill_up(object, "default", "max");
    fill_up(object, "defaultRequest", "default");
    fill_up(object, "defaultRequest", "min");
  }
}

void network_policy_spec(json::Value& object) {
  if (object.at("policyTypes").as_array().empty()) {
    json::Array types = {"Ingress"};
    if (!object.at("egress").as_array().empty()) {
      types.emplace_back("Egress");
    }
    object["policyTypes"] = std::move(types);
  }
}

void subject(json::Value& object) {
  const std::string& kind = object.at("kind").as_string();
  if (object.at("apiGroup").as_string().empty() && (kind == "User" || kind == "Group")) {
    object["apiGroup"] = "rbac.authorization.k8s.io";
  }
}

void custom_resource_names(json::Value& object) {
  const std::string kind = object.at("kind").as_string();  // a copy: members are added below
  if (object.at("singular").as_string().empty()) {
    object["singular"] = to_lower(kind);
  }
  if (object.at("listKind").as_string().empty() && !kind.empty()) {
    object["listKind"] = kind + "List";
  }
}

// Rules for scaling that name something get the rest filled in.
void autoscaler_behavior(json::Value& object) {
  for (const char* direction : {"scaleUp", "scaleDown"}) {
    const bool up = std::string_view(direction) == "scaleUp";
    json::Value& rules = object[direction];
    set_missing(rules, "selectPolicy", "Max");
    json::Array policies;
    if (up) {
      set_missing(rules, "stabilizationWindowSeconds", 0);
      policies.push_back(json::Object{{"type", "Pods"}, {"value", 4}, {"periodSeconds", 15}});
    }
    policies.push_back(json::Object{{"type", "Percent"}, {"value", 100}, {"periodSeconds", 15}});
    set_missing(rules, "policies", std::move(policies));
  }
}

void queuing(json::Value& object) {
  for (const auto& [member, number] :
       {std::pair("queues", 64), std::pair("handSize", 8), std::pair("queueLengthLimit", 50)}) {
    if (object.at(member).as_int() == 0) {
      object[member] = number;
    }
  }
}

void flow_schema_spec(json::Value& object) {
  if (object.at("matchingPrecedence").as_int() == 0) {
    object["matchingPrecedence"] = 1000;
  }
}

void service_spec(json::Value& object) {
  const std::string type = object.at("type").as_string();  // a copy: members are added below
  if (type != "ExternalName") {
    set_missing(object, "internalTrafficPolicy", "Cluster");
  }
  const bool by_address = type == "ClusterIP" && !object.at("externalIPs").as_array().empty();
  if (type == "NodePort" || type == "LoadBalancer" || by_address) {
    set_missing(object, "externalTrafficPolicy", "Cluster");
  }
  if (type == "LoadBalancer") {
    set_missing(object, "allocateLoadBalancerNodePorts", true);
  }
  if (object.at("sessionAffinity").as_string() == "ClientIP") {
    set_missing(object["sessionAffinityConfig"]["clientIP"], "timeoutSeconds", 10800);
  } else if (object.at("sessionAffinity").as_string() == "None") {
    object.erase("sessionAffinityConfig");
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

void namespace_label(json::Value& object) {
  const std::string name = object.at("metadata", "name").as_string();
  if (!name.empty()) {
    object["metadata"]["labels"]["kubernetes.io/metadata.name"] = name;
  }
}

// Clients of old versions find the template's generation here; the registry counts it.
void daemon_set(json::Value& object) {
  set_missing(object["metadata"]["annotations"], "deprecated.daemonset.template.generation", "0");
}

struct Rule {
  std::string_view schema;
  void (*apply)(json::Value& object);
};
constexpr Rule kRules[] = {
    {"io.k8s.api.apps.v1.DaemonSet", daemon_set},
    {"io.k8s.api.apps.v1.DaemonSetUpdateStrategy", rolling_strategy},
    {"io.k8s.api.apps.v1.DeploymentStrategy", rolling_strategy},
    {"io.k8s.api.apps.v1.StatefulSetSpec", stateful_set_spec},
    {"io.k8s.api.apps.v1.StatefulSetUpdateStrategy", stateful_set_strategy},
    {"io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior", autoscaler_behavior},
    {"io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
     default_definition},
    {"io.k8s.api.batch.v1.Job", job},
    {"io.k8s.api.core.v1.Container", container},
    {"io.k8s.api.core.v1.EphemeralContainer", container},
    {"io.k8s.api.core.v1.LimitRangeItem", limit_range_item},
    {"io.k8s.api.core.v1.Namespace", namespace_label},
    {"io.k8s.api.core.v1.NodeSpec", node_spec},
    {"io.k8s.api.core.v1.NodeStatus", node_status},
    {"io.k8s.api.core.v1.Pod", pod},
    {"io.k8s.api.core.v1.PodSpec", pod_spec},
    {"io.k8s.api.core.v1.PodStatus", pod_status},
    {"io.k8s.api.core.v1.ReplicationController", replication_controller},
    {"io.k8s.api.core.v1.Secret", secret},
    {"io.k8s.api.core.v1.ServicePort", service_port},
    {"io.k8s.api.core.v1.ServiceSpec", service_spec},
    {"io.k8s.api.core.v1.Volume", volume},
    {"io.k8s.api.flowcontrol.v1.FlowSchemaSpec", flow_schema_spec},
    {"io.k8s.api.flowcontrol.v1.QueuingConfiguration", queuing},
    {"io.k8s.api.networking.v1.NetworkPolicySpec", network_policy_spec},
    {"io.k8s.api.rbac.v1.Subject", subject},
    {"io.k8s.api.resource.v1.DeviceSubRequest", device_request},
    {"io.k8s.api.resource.v1.ExactDeviceRequest", device_request},
    {"io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames",
     custom_resource_names},
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
