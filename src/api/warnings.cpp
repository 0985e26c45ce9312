// SPDX-License-Identifier: Apache-2.0
#include "api/warnings.h"

#include <utility>

#include "api/crd/definition_warnings.h"
#include "api/label_syntax.h"
#include "api/meta.h"
#include "api/pod_warnings.h"
#include "api/schema.h"
#include "base/text.h"

namespace sluice::api {
namespace {

using Warnings = std::vector<std::string>;

void append(Warnings& to, Warnings more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void warn_of_name(const json::Value& object, std::string_view used_in, Warnings& warnings) {
  if (const std::string fault = dns_label_fault(name(object)); !fault.empty()) {
    warnings.push_back("metadata.name: this is used in " + std::string(used_in) +
                       ", which can result in surprising behavior; a DNS label is recommended: [" +
                       fault + "]");
  }
}

// Who changes pods is hardly ever a person.
Warnings of_pod(const json::Value& object, const json::Value* old) {
  Warnings warnings;
  if (old == nullptr) {
    warn_of_name(object, "the Pod's hostname", warnings);
    append(warnings, pod_warnings(object, ""));
  }
  return warnings;
}

// An unchanged template has been warned of.
void warn_of_template(const json::Value& object, const json::Value* old, Warnings& warnings) {
  const json::Value& pod = object.at("spec", "template");
  if (old == nullptr || !(old->at("spec", "template") == pod)) {
    append(warnings, pod_warnings(pod, "spec.template"));
  }
}

Warnings of_named_workload(const json::Value& object, const json::Value* old) {
  Warnings warnings;
  if (old == nullptr) {
    warn_of_name(object, "Pod names and hostnames", warnings);
  }
  warn_of_template(object, old, warnings);
  return warnings;
}

Warnings of_daemon_set(const json::Value& object, const json::Value* old) {
  Warnings warnings;
  warn_of_template(object, old, warnings);
  return warnings;
}

Warnings of_stateful_set(const json::Value& object, const json::Value* old) {
  Warnings warnings;
  warn_of_template(object, old, warnings);
  if (object.at("spec", "revisionHistoryLimit").as_int() < 0) {
    warnings.emplace_back(
        "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= "
        "0 is recommended");
  }
  return warnings;
}

Warnings of_cron_job(const json::Value& object, const json::Value* old) {
  Warnings warnings;
  if (old == nullptr) {
    warn_of_name(object, "Pod names and hostnames", warnings);
  }
  append(warnings, pod_warnings(object.at("spec", "jobTemplate", "spec", "template"),
                                "spec.jobTemplate.spec.template"));
  return warnings;
}

void warn_of_old_class(const json::Value& object, Warnings& warnings) {
  constexpr const char* kAnnotation = "volume.beta.kubernetes.io/storage-class";
  if (object.find("metadata", "annotations", kAnnotation) != nullptr) {
    warnings.push_back("metadata.annotations[" + std::string(kAnnotation) +
                       "]: deprecated since v1.8; use \"storageClassName\" attribute instead");
  }
}

Warnings of_volume(const json::Value& object, const json::Value*) {
  Warnings warnings;
  warn_of_old_class(object, warnings);
  if (object.at("spec", "persistentVolumeReclaimPolicy").as_string() == "Recycle") {
    warnings.emplace_back(
        "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, "
        "the recommended approach is to use dynamic provisioning.");
  }
  return warnings;
}

Warnings of_claim(const json::Value& object, const json::Value*) {
  Warnings warnings;
  warn_of_old_class(object, warnings);
  return warnings;
}

// Only what can be seen without cryptography.
Warnings of_secret(const json::Value& object, const json::Value*) {
  if (object.at("type").as_string() != "kubernetes.io/tls") {
    return {};
  }
  constexpr std::string_view kBegin = "-----BEGIN";
  for (const auto& [member, input] : {std::pair{"tls.crt", "certificate"}, {"tls.key", "key"}}) {
    const auto text = base64_decode(object.at("data", member).as_string());
    if (!text || text->find(kBegin) == std::string::npos) {
      return {"tls: failed to find any PEM data in " + std::string(input) + " input"};
    }
  }
  return {};
}

Warnings of_service(const json::Value& object, const json::Value*) {
  if (object.at("spec", "trafficDistribution").as_string() == "PreferClose") {
    return {R"(spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone")"};
  }
  return {};
}

Warnings of_endpoint_slice(const json::Value& object, const json::Value*) {
  if (object.at("addressType").as_string() == "FQDN") {
    return {"spec.addressType: FQDN endpoints are deprecated"};
  }
  return {};
}

Warnings of_ingress(const json::Value& object, const json::Value* old) {
  constexpr const char* kAnnotation = "kubernetes.io/ingress.class";
  if (old == nullptr && object.find("metadata", "annotations", kAnnotation) != nullptr) {
    return {"annotation \"" + std::string(kAnnotation) +
            "\" is deprecated, please use 'spec.ingressClassName' instead"};
  }
  return {};
}

struct KindWarnings {
  std::string_view schema;  // of the kind
  Warnings (*find)(const json::Value& object, const json::Value* old);
};

constexpr KindWarnings kKinds[] = {
    {"io.k8s.api.apps.v1.DaemonSet", of_daemon_set},
    {"io.k8s.api.apps.v1.Deployment", of_named_workload},
    {"io.k8s.api.apps.v1.ReplicaSet", of_named_workload},
    {"io.k8s.api.apps.v1.StatefulSet", of_stateful_set},
    {"io.k8s.api.batch.v1.CronJob", of_cron_job},
    {"io.k8s.api.batch.v1.Job", of_named_workload},
    {"io.k8s.api.core.v1.PersistentVolume", of_volume},
    {"io.k8s.api.core.v1.PersistentVolumeClaim", of_claim},
    {"io.k8s.api.core.v1.Pod", of_pod},
    {"io.k8s.api.core.v1.ReplicationController", of_named_workload},
    {"io.k8s.api.core.v1.Secret", of_secret},
    {"io.k8s.api.core.v1.Service", of_service},
    {"io.k8s.api.discovery.v1.EndpointSlice", of_endpoint_slice},
    {"io.k8s.api.networking.v1.Ingress", of_ingress},
    {"io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
     definition_warnings},
};

}  // namespace

std::vector<std::string> warnings(const Kind& kind, const json::Value& object,
                                  const json::Value* old) {
  if (kind.custom != nullptr) {
    return {};
  }
  for (const KindWarnings& warnings : kKinds) {
    if (warnings.schema == kind.schema->name) {
      return warnings.find(object, old);
    }
  }
  return {};
}

}  // namespace sluice::api
