// SPDX-License-Identifier: Apache-2.0
//
// Rules about several fields of one object, for services, network policies, autoscalers, jobs and
// configurations of webhooks.
#include <algorithm>
#include <set>
#include <string>

#include "api/label_syntax.h"
#include "api/validation/type_rules.h"

namespace sluice::api {
namespace {

void check_service_exposure(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& type = object.at("type").as_string();
  if (type != "LoadBalancer" && !object.at("loadBalancerClass").is_null()) {
    faults.forbidden(at.child("loadBalancerClass"),
                     "may only be used when `type` is 'LoadBalancer'");
  }
  if (type != "LoadBalancer" && !object.at("loadBalancerSourceRanges").as_array().empty()) {
    faults.forbidden(at.child("LoadBalancerSourceRanges"),
                     "may only be used when `type` is 'LoadBalancer'");
  }
  const FieldPath ranges = at.child("LoadBalancerSourceRanges");
  const json::Array& sources = object.at("loadBalancerSourceRanges").as_array();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (const std::string fault = network_fault(sources[i].as_string()); !fault.empty()) {
      faults.invalid(ranges.item(i), sources[i], fault);
    }
  }
  const bool outside =
      type == "LoadBalancer" || type == "NodePort" || !object.at("externalIPs").as_array().empty();
  if (!outside && !object.at("externalTrafficPolicy").as_string().empty()) {
    faults.invalid(at.child("externalTrafficPolicy"), object.at("externalTrafficPolicy"),
                   "may only be set for externally-accessible services");
  }
  if (object.at("healthCheckNodePort").as_int() != 0 &&
      (type != "LoadBalancer" || object.at("externalTrafficPolicy").as_string() != "Local")) {
    faults.invalid(at.child("healthCheckNodePort"), object.at("healthCheckNodePort"),
                   "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is "
                   "'Local'");
  }
  const json::Array& ports = object.at("ports").as_array();
  const FieldPath list = at.child("ports");
  for (std::size_t i = 0; type == "ClusterIP" && i < ports.size(); ++i) {
    if (ports[i].at("nodePort").as_int() != 0) {
      const FieldPath item = list.item(i);
      faults.forbidden(item.child("nodePort"), "may not be used when `type` is 'ClusterIP'");
    }
  }
}

void check_affinity_timeout(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& seconds = object.at("timeoutSeconds");
  if (seconds.is_int() && (seconds.as_int() <= 0 || seconds.as_int() > 86400)) {
    faults.invalid(at.child("timeoutSeconds"), seconds,
                   "must be greater than 0 and less than 86400");
  }
}

void check_policy_port(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& end = object.at("endPort");
  const json::Value& port = object.at("port");
  if (end.is_null()) {
    return;
  }
  if (port.is_null()) {
    faults.invalid(at.child("endPort"), end, "may not be specified when `port` is not specified");
  } else if (port.is_string()) {
    faults.invalid(at.child("endPort"), end, "may not be specified when `port` is non-numeric");
  } else if (end.as_int() < port.as_int()) {
    faults.invalid(at.child("endPort"), port, "must be greater than or equal to `port`");
  }
}

void check_policy_peer(const json::Value& object, const FieldPath& at, Faults& faults) {
  const bool block = object.at("ipBlock").is_object();
  const bool selects =
      object.at("podSelector").is_object() || object.at("namespaceSelector").is_object();
  if (!block && !selects) {
    faults.required(at, "must specify a peer");
  } else if (block && selects) {
    faults.forbidden(at, "may not specify both ipBlock and another peer");
  }
}

void check_policy_types(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (object.at("policyTypes").as_array().size() > 2) {
    faults.invalid(at.child("policyTypes"), object.at("policyTypes"),
                   "may not specify more than two policyTypes");
  }
}

void check_scaling_rules(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& window = object.at("stabilizationWindowSeconds");
  if (window.as_int() < 0) {
    faults.invalid(at.child("stabilizationWindowSeconds"), window,
                   "must be greater than or equal to zero");
  } else if (window.as_int() > 3600) {
    faults.invalid(at.child("stabilizationWindowSeconds"), window,
                   "must be less than or equal to 3600");
  }
}

void check_metric(const json::Value& object, const FieldPath& at, Faults& faults) {
  std::string member = object.at("type").as_string();
  if (member.empty()) {
    return;
  }
  member[0] = static_cast<char>(member[0] - 'A' + 'a');
  for (const char* known : {"containerResource", "external", "object", "pods", "resource"}) {
    if (member == known && !object.at(member).is_object()) {
      faults.required(at.child(member), "must populate information for the given metric source");
    }
  }
}

void check_failure_rule(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (!object.at("onExitCodes").is_object() && object.at("onPodConditions").as_array().empty()) {
    faults.invalid(at, "specifying one of OnExitCodes and OnPodConditions is required");
  }
}

void check_exit_codes(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("values");
  const json::Array& values = object.at("values").as_array();
  if (values.empty()) {
    faults.invalid(list, json::Array(), "at least one value is required");
  }
  bool ordered = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].as_int() == 0 && object.at("operator").as_string() == "In") {
      faults.invalid(list.item(i), values[i], "must not be 0 for the In operator");
    }
    ordered = ordered && (i == 0 || values[i - 1].as_int() <= values[i].as_int());
  }
  if (!ordered) {
    faults.invalid(list, values, "must be ordered");
  }
}

void check_index_limits(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (object.at("completionMode").as_string() == "Indexed") {
    return;
  }
  if (object.at("backoffLimitPerIndex").is_int()) {
    faults.invalid(at.child("backoffLimitPerIndex"), object.at("backoffLimitPerIndex"),
                   "requires indexed completion mode");
  }
}

void check_client_config(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (object.at("url").is_string() == object.at("service").is_object()) {
    faults.required(at, "exactly one of url or service is required");
  }
}

void check_webhook(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& name = object.at("name");
  if (name.as_string().empty()) {
    faults.required(at.child("name"));
  } else if (const std::string fault = dns_subdomain_fault(name.as_string()); !fault.empty()) {
    faults.invalid(at.child("name"), name, fault);
  } else if (std::count(name.as_string().begin(), name.as_string().end(), '.') < 2) {
    faults.invalid(at.child("name"), name,
                   "should be a domain with at least three segments separated by dots");
  }
  const std::string& effects = object.at("sideEffects").as_string();
  if (object.at("sideEffects").is_null()) {
    faults.required(at.child("sideEffects"), "must specify one of None, NoneOnDryRun");
  } else if (effects != "None" && effects != "NoneOnDryRun") {
    faults.unsupported(at.child("sideEffects"), effects, {"None", "NoneOnDryRun"});
  }
  const json::Value& timeout = object.at("timeoutSeconds");
  if (timeout.is_int() && (timeout.as_int() < 1 || timeout.as_int() > 30)) {
    faults.invalid(at.child("timeoutSeconds"), timeout,
                   "the timeout value must be between 1 and 30 seconds");
  }
}

void check_review_versions(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Array& versions = object.at("admissionReviewVersions").as_array();
  const FieldPath list = at.child("admissionReviewVersions");
  if (versions.empty()) {
    faults.required(list, "must specify one of v1, v1beta1");
    return;
  }
  std::set<std::string> seen;
  bool known = false;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const std::string& version = versions[i].as_string();
    known = known || version == "v1" || version == "v1beta1";
    if (!seen.insert(version).second) {
      faults.invalid(list.item(i), versions[i], "duplicate version");
    }
  }
  if (!known) {
    faults.invalid(list, versions, "must include at least one of v1, v1beta1");
  }
}

constexpr ObjectRule kRules[] = {
    {"admissionregistration.v1.MutatingWebhook", check_webhook},
    {"admissionregistration.v1.MutatingWebhook", check_review_versions, true},
    {"admissionregistration.v1.ValidatingWebhook", check_webhook},
    {"admissionregistration.v1.ValidatingWebhook", check_review_versions, true},
    {"admissionregistration.v1.WebhookClientConfig", check_client_config},
    {"autoscaling.v2.HPAScalingRules", check_scaling_rules},
    {"autoscaling.v2.MetricSpec", check_metric},
    {"batch.v1.JobSpec", check_index_limits},
    {"batch.v1.PodFailurePolicyOnExitCodesRequirement", check_exit_codes},
    {"batch.v1.PodFailurePolicyRule", check_failure_rule},
    {"core.v1.ClientIPConfig", check_affinity_timeout},
    {"core.v1.ServiceSpec", check_service_exposure},
    {"networking.v1.NetworkPolicyPeer", check_policy_peer},
    {"networking.v1.NetworkPolicyPort", check_policy_port},
    {"networking.v1.NetworkPolicySpec", check_policy_types},
};

}  // namespace

std::span<const ObjectRule> policy_part_rules() {
  return kRules;
}

}  // namespace sluice::api
