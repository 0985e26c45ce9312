// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/kind.h"
#include "api/meta.h"
#include "base/result.h"
#include "json/value.h"
#include "registry/admission.h"
#include "store/store.h"

// The built-in admission rules, one file each, in Kubernetes' words and under its names. Rules that
// change objects see them with their defaults but not validated yet; what is not a rule's concern
// passes untouched.
namespace sluice::registry {

// NamespaceLifecycle: a namespaced object needs its namespace, and none that is being emptied; some
// namespaces stay.
Result<void> namespace_lifecycle(const store::Store& store, Attributes& request);

// LimitRanger: containers get the namespace's default requests and limits; what breaks its bounds
// is refused.
Result<void> limit_ranger_defaults(const store::Store& store, Attributes& request);
Result<void> limit_ranger(const store::Store& store, Attributes& request);

// ServiceAccount: a pod runs as an account that exists, may ask the API for it with a token, and
// uses only what secrets the account allows it.
Result<void> service_account_token(const store::Store& store, Attributes& request);
Result<void> service_account(const store::Store& store, Attributes& request);

// TaintNodesByCondition: no pods for a new node until it is ready.
Result<void> node_taint(const store::Store& store, Attributes& request);

// Priority: a pod's class becomes its number; one class at most is everybody's default.
Result<void> only_default_priority(const store::Store& store, Attributes& request);
Result<void> priority(const store::Store& store, Attributes& request);

// DefaultTolerationSeconds: a pod stays five minutes on a node that is not ready or out of reach.
Result<void> default_toleration_seconds(const store::Store& store, Attributes& request);

// DefaultStorageClass: a claim that names no class gets the default one.
Result<void> default_storage_class(const store::Store& store, Attributes& request);

// DefaultIngressClass: an ingress that names no class gets the default one.
Result<void> default_ingress_class(const store::Store& store, Attributes& request);

// StorageObjectInUseProtection: claims, volumes and their classes stay until nobody uses them.
Result<void> storage_in_use(const store::Store& store, Attributes& request);

// A CertificateSigningRequest says who made it, whatever it says.
Result<void> certificate_requester(const store::Store& store, Attributes& request);

// PersistentVolumeClaimResize: a claim grows only if it is bound and its class allows it.
Result<void> claim_resize(const store::Store& store, Attributes& request);

// PodSecurity: pods keep to the level their namespace's labels name; workloads whose pods would not
// are warned of, and so is a namespace that becomes stricter than its pods.
Result<void> pod_security(const store::Store& store, Attributes& request);

// RuntimeClass: a pod's class exists and gives it overhead and places to run.
Result<void> runtime_class(const store::Store& store, Attributes& request);

// PodTopologyLabels: a pod carries the zone and the region of the node it is bound to.
Result<void> pod_topology_labels(const store::Store& store, Attributes& request);

// Access to devices that others use is for namespaces that an administrator labelled so.
Result<void> device_admin_access(const store::Store& store, Attributes& request);

// Whether the request is for the kind itself and not for a subresource of it.
bool is_for(const Attributes& request, const api::Kind& kind);

// The stored object; nothing when there is none. With a `mark`, one whose text does not have it
// comes as null, so that it need not be parsed.
Result<std::optional<json::Value>> find_stored(const store::Store& store, const api::Kind& kind,
                                               const api::Key& key, std::string_view mark = "");

// Every stored object of the kind, or those in one namespace; with a `mark`, only those whose text
// has it, so that the others need not be parsed.
Result<std::vector<json::Value>> stored(const store::Store& store, const api::Kind& kind,
                                        const std::string& ns = "", std::string_view mark = "");

}  // namespace sluice::registry
