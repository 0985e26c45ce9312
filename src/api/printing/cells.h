// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "json/value.h"

// The cells of `kubectl get` that are more than a field of the object. All are Column::Cell.
namespace sluice::api::cells {

json::Value age(const json::Value& object, WallTime now);

json::Value pod_ready(const json::Value& pod, WallTime now);
json::Value pod_status(const json::Value& pod, WallTime now);
json::Value pod_restarts(const json::Value& pod, WallTime now);
json::Value pod_ip(const json::Value& pod, WallTime now);
json::Value pod_node(const json::Value& pod, WallTime now);
json::Value pod_nominated_node(const json::Value& pod, WallTime now);
json::Value pod_readiness_gates(const json::Value& pod, WallTime now);

json::Value metrics_cpu(const json::Value& pod_metrics, WallTime now);
json::Value metrics_memory(const json::Value& pod_metrics, WallTime now);

json::Value node_status(const json::Value& node, WallTime now);
json::Value node_roles(const json::Value& node, WallTime now);
json::Value node_internal_ip(const json::Value& node, WallTime now);
json::Value node_external_ip(const json::Value& node, WallTime now);
json::Value node_os_image(const json::Value& node, WallTime now);
json::Value node_kernel(const json::Value& node, WallTime now);
json::Value node_runtime(const json::Value& node, WallTime now);

json::Value job_status(const json::Value& job, WallTime now);
json::Value job_completions(const json::Value& job, WallTime now);
json::Value job_duration(const json::Value& job, WallTime now);
json::Value job_containers(const json::Value& job, WallTime now);
json::Value job_images(const json::Value& job, WallTime now);
json::Value job_selector(const json::Value& job, WallTime now);

json::Value cron_job_containers(const json::Value& cron_job, WallTime now);
json::Value cron_job_images(const json::Value& cron_job, WallTime now);
json::Value cron_job_suspend(const json::Value& cron_job, WallTime now);
json::Value template_containers(const json::Value& pod_template, WallTime now);
json::Value template_images(const json::Value& pod_template, WallTime now);
json::Value replicas_ready(const json::Value& workload, WallTime now);
json::Value controller_name(const json::Value& object, WallTime now);
json::Value autoscaler_reference(const json::Value& autoscaler, WallTime now);
json::Value autoscaler_targets(const json::Value& autoscaler, WallTime now);

json::Value phase(const json::Value& object, WallTime now);  // volumes and claims
json::Value volume_access_modes(const json::Value& volume, WallTime now);
json::Value volume_claim(const json::Value& volume, WallTime now);
json::Value volume_class(const json::Value& object, WallTime now);  // of volumes and claims
json::Value claim_capacity(const json::Value& claim, WallTime now);
json::Value claim_access_modes(const json::Value& claim, WallTime now);
json::Value storage_class_name(const json::Value& storage_class, WallTime now);
json::Value driver_audiences(const json::Value& driver, WallTime now);

json::Value slice_ports(const json::Value& slice, WallTime now);
json::Value slice_addresses(const json::Value& slice, WallTime now);
json::Value endpoint_addresses(const json::Value& endpoints, WallTime now);
json::Value ingress_hosts(const json::Value& ingress, WallTime now);
json::Value ingress_address(const json::Value& ingress, WallTime now);
json::Value ingress_ports(const json::Value& ingress, WallTime now);
json::Value ingress_parameters(const json::Value& ingress_class, WallTime now);
json::Value address_parent(const json::Value& address, WallTime now);
json::Value claim_state(const json::Value& claim, WallTime now);

json::Value api_service(const json::Value& service, WallTime now);
json::Value api_service_available(const json::Value& service, WallTime now);
json::Value binding_role(const json::Value& binding, WallTime now);
json::Value binding_users(const json::Value& binding, WallTime now);
json::Value binding_groups(const json::Value& binding, WallTime now);
json::Value binding_accounts(const json::Value& binding, WallTime now);
json::Value certificate_duration(const json::Value& request, WallTime now);
json::Value certificate_condition(const json::Value& request, WallTime now);
json::Value policy_parameters(const json::Value& policy, WallTime now);
json::Value binding_parameters(const json::Value& binding, WallTime now);
json::Value quota_requests(const json::Value& quota, WallTime now);
json::Value quota_limits(const json::Value& quota, WallTime now);
json::Value schema_dangling(const json::Value& flow_schema, WallTime now);

json::Value service_cluster_ip(const json::Value& service, WallTime now);
json::Value service_external_ip(const json::Value& service, WallTime now);
json::Value service_ports(const json::Value& service, WallTime now);
json::Value service_selector(const json::Value& service, WallTime now);

json::Value data_count(const json::Value& object, WallTime now);  // ConfigMap, Secret

json::Value event_last_seen(const json::Value& event, WallTime now);
json::Value event_first_seen(const json::Value& event, WallTime now);
json::Value event_object(const json::Value& event, WallTime now);
json::Value event_source(const json::Value& event, WallTime now);
json::Value event_count(const json::Value& event, WallTime now);

}  // namespace sluice::api::cells
