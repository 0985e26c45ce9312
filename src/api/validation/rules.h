// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/field_path.h"
#include "api/kind.h"
#include "api/validation/faults.h"
#include "json/value.h"

namespace sluice::api {

// The rules of single kinds and of the parts they share. Each adds what is wrong to `faults`.
// Objects are type-checked and defaulted.

void check_metadata(const Kind& kind, const json::Value& object, Faults& faults);
void check_metadata_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_labels(const json::Value& labels, const FieldPath& at, Faults& faults);
json::Value in_key_order(const json::Value& labels);  // as upstream shows them
void check_label_selector(const json::Value& selector, const FieldPath& at, Faults& faults);

void check_pod_spec(const json::Value& spec, const FieldPath& at, Faults& faults);
void check_containers(const json::Value& spec, const FieldPath& at, Faults& faults);
void check_resources(const json::Value& resources, const FieldPath& at, Faults& faults);
void check_volumes(const json::Value& spec, const FieldPath& at, Faults& faults);

// Of a pod or a template: what annotations say of AppArmor and seccomp, and whether fields, where
// they are new, say the same.
void check_profiles(const json::Value& pod, const FieldPath& annotations_at, Faults& faults);
void check_profiles_agree(const json::Value& pod, const FieldPath& spec_at, Faults& faults);
void check_profiles_update(const json::Value& object, const json::Value& old, Faults& faults);

void check_pod(const json::Value& object, Faults& faults);
void check_pod_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_new_pod(const json::Value& object, Faults& faults);
void check_ephemeral_containers(const json::Value& spec, const FieldPath& at, Faults& faults);
void check_ephemeral_containers_update(const json::Value& object, const json::Value& old,
                                       Faults& faults);
void check_deployment_status(const json::Value& object, const json::Value& old, Faults& faults);
void check_replica_set_status(const json::Value& object, const json::Value& old, Faults& faults);
void check_job_status(const json::Value& object, const json::Value& old, Faults& faults);
void check_pod_status(const json::Value& object, const json::Value& old, Faults& faults);
void check_resize(const json::Value& object, const json::Value& old, Faults& faults);
void check_job(const json::Value& object, Faults& faults);
void check_job_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_service(const json::Value& object, Faults& faults);
void check_service_status(const json::Value& object, const json::Value& old, Faults& faults);
void check_service_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_config_map(const json::Value& object, Faults& faults);
void check_config_map_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_secret(const json::Value& object, Faults& faults);
void check_secret_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_lease(const json::Value& object, Faults& faults);
void check_event(const json::Value& object, Faults& faults);
void check_new_event(const json::Value& object, Faults& faults);  // through events.k8s.io
void check_new_event_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_node(const json::Value& object, Faults& faults);
void check_node_update(const json::Value& object, const json::Value& old, Faults& faults);

void check_deployment(const json::Value& object, Faults& faults);
void check_replica_set(const json::Value& object, Faults& faults);
void check_daemon_set(const json::Value& object, Faults& faults);
void check_stateful_set(const json::Value& object, Faults& faults);
void check_stateful_set_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_selector_stays(const json::Value& object, const json::Value& old, Faults& faults);
void check_replication_controller(const json::Value& object, Faults& faults);
void check_pod_template(const json::Value& object, Faults& faults);
void check_cron_job(const json::Value& object, Faults& faults);
void check_disruption_budget(const json::Value& object, Faults& faults);
void check_autoscaler(const json::Value& object, Faults& faults);

void check_device_class(const json::Value& object, Faults& faults);
void check_resource_claim(const json::Value& object, Faults& faults);
void check_resource_claim_template(const json::Value& object, Faults& faults);
void check_devices_stay(const json::Value& object, const json::Value& old, Faults& faults);
void check_resource_slice(const json::Value& object, Faults& faults);
void check_resource_slice_update(const json::Value& object, const json::Value& old, Faults& faults);

void check_role(const json::Value& object, Faults& faults);
void check_cluster_role(const json::Value& object, Faults& faults);
void check_role_binding(const json::Value& object, Faults& faults);
void check_cluster_role_binding(const json::Value& object, Faults& faults);
void check_role_binding_update(const json::Value& object, const json::Value& old, Faults& faults);

void check_claim_spec(const json::Value& spec, const FieldPath& at, Faults& faults);
void check_claim(const json::Value& object, Faults& faults);
void check_claim_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_volume(const json::Value& object, Faults& faults);
void check_volume_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_storage_class(const json::Value& object, Faults& faults);
void check_csi_driver_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_attachment_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_attributes_class_update(const json::Value& object, const json::Value& old,
                                   Faults& faults);
void check_revision_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_quota_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_storage_class_update(const json::Value& object, const json::Value& old, Faults& faults);

void check_priority_class(const json::Value& object, Faults& faults);
void check_priority_class_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_runtime_class(const json::Value& object, Faults& faults);
void check_runtime_class_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_endpoint_slice(const json::Value& object, Faults& faults);
void check_endpoint_slice_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_ingress(const json::Value& object, Faults& faults);
void check_ingress_class_update(const json::Value& object, const json::Value& old, Faults& faults);
void check_ingress_class(const json::Value& object, Faults& faults);
void check_network_policy(const json::Value& object, Faults& faults);
void check_api_service(const json::Value& object, Faults& faults);
void check_certificate_request(const json::Value& object, Faults& faults);
void check_certificate_approval(const json::Value& object, const json::Value& old, Faults& faults);
void check_certificate_status(const json::Value& object, const json::Value& old, Faults& faults);

}  // namespace sluice::api
