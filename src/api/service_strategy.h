// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/value.h"

namespace sluice::api {

// What the fields of a Service that depend on each other become before validation: part of
// prepare_create and prepare_update.

// spec.clusterIPs says what spec.clusterIP says.
void create_service(json::Value& service);

// What was allocated stays where the caller does not mention it, and goes where the new type has no
// use for it.
void change_service(json::Value& service, const json::Value& old);

// Types other than ExternalName have addresses; two of them ports on the nodes; one of those, when
// traffic stays local, a port for health checks.
bool has_address(const json::Value& service);
bool has_node_ports(const json::Value& service);
bool has_health_port(const json::Value& service);

}  // namespace sluice::api
