// SPDX-License-Identifier: Apache-2.0
#include "api/apply/reset_fields.h"

#include "base/text.h"

namespace sluice::api {
namespace {

struct Exception {
  std::string_view resource;  // "pods", "deployments.apps"
  std::string_view subresource;
  std::string_view paths;  // "spec metadata.labels"
};

constexpr Exception kExceptions[] = {
    {"apiservices.apiregistration.k8s.io", "status", "spec metadata"},
    {"certificatesigningrequests.certificates.k8s.io", "", "spec status"},
    {"certificatesigningrequests.certificates.k8s.io", "approval", "spec status.certificate"},
    {"certificatesigningrequests.certificates.k8s.io", "status", "spec status.conditions"},
    {"csinodes.storage.k8s.io", "status", "metadata spec"},
    {"deployments.apps", "status", "spec metadata.labels"},
    {"flowschemas.flowcontrol.apiserver.k8s.io", "status", "metadata spec"},
    {"namespaces", "finalize", "status"},
    {"pods", "status", "spec metadata.deletionTimestamp metadata.ownerReferences"},
    {"prioritylevelconfigurations.flowcontrol.apiserver.k8s.io", "status", "metadata spec"},
    {"resourceclaims.resource.k8s.io", "status", "metadata spec"},
    {"servicecidrs.networking.k8s.io", "status", "metadata spec"},
    {"validatingadmissionpolicies.admissionregistration.k8s.io", "status", "metadata spec"},
    {"volumeattachments.storage.k8s.io", "status", "metadata spec"},
};

std::string_view paths_of(const Kind& kind, std::string_view subresource) {
  const std::string resource = kind.qualified_resource();
  for (const Exception& exception : kExceptions) {
    if (exception.resource == resource && exception.subresource == subresource) {
      return exception.paths;
    }
  }
  if (subresource.empty()) {
    return kind.has_status ? "status" : "";
  }
  return subresource == "status" ? "spec" : "";
}

}  // namespace

FieldSet reset_fields(const Kind& kind, std::string_view subresource) {
  FieldSet set;
  for (const std::string_view path : split(paths_of(kind, subresource), ' ')) {
    std::vector<PathElement> elements;
    for (const std::string_view name : split(path, '.')) {
      elements.push_back(PathElement::field(name));
    }
    if (!path.empty()) {
      set.insert(elements);
    }
  }
  return set;
}

}  // namespace sluice::api
