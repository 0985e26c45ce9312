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

json::Value node_status(const json::Value& node, WallTime now);
json::Value node_roles(const json::Value& node, WallTime now);
json::Value node_internal_ip(const json::Value& node, WallTime now);
json::Value node_external_ip(const json::Value& node, WallTime now);

json::Value job_status(const json::Value& job, WallTime now);
json::Value job_completions(const json::Value& job, WallTime now);
json::Value job_duration(const json::Value& job, WallTime now);
json::Value job_containers(const json::Value& job, WallTime now);
json::Value job_images(const json::Value& job, WallTime now);
json::Value job_selector(const json::Value& job, WallTime now);

json::Value service_cluster_ip(const json::Value& service, WallTime now);
json::Value service_external_ip(const json::Value& service, WallTime now);
json::Value service_ports(const json::Value& service, WallTime now);
json::Value service_selector(const json::Value& service, WallTime now);

json::Value data_count(const json::Value& object, WallTime now);  // ConfigMap, Secret
json::Value secret_count(const json::Value& service_account, WallTime now);

json::Value event_last_seen(const json::Value& event, WallTime now);
json::Value event_first_seen(const json::Value& event, WallTime now);
json::Value event_object(const json::Value& event, WallTime now);
json::Value event_source(const json::Value& event, WallTime now);
json::Value event_count(const json::Value& event, WallTime now);

}  // namespace sluice::api::cells
