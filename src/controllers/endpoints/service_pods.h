// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/client.h"
#include "runtime/informer.h"

namespace sluice::controllers::endpoints {

// What a service says about pods. Pure, but for the two functions over an informer.

// Its endpoints are made from pods: it has a selector and is more than another name of something.
bool follows_pods(const client::Object& service);
bool selects(const client::Object& service, const client::Object& pod);
bool is_headless(const client::Object& service);

// The address families it is served in, "IPv4" when it does not say.
std::vector<std::string> families(const client::Object& service);

// The pod's first address of a family; empty: it has none.
std::string address(const client::Object& pod, std::string_view family);

// Neither finished nor without any address.
bool is_reachable(const client::Object& pod);

// The name that a headless service gives to the pod; empty: none.
std::string host_name(const client::Object& service, const client::Object& pod);

// The ports under which the pod serves the service, as {name, port, protocol, appProtocol}, in the
// service's order. A port that the pod does not know by that name is left out.
json::Array ports(const client::Object& service, const client::Object& pod);

// What an endpoint says of a port that a service or an Endpoints object describes.
json::Value served_port(const json::Value& port, const json::Value& number);

// The pod as a targetRef.
json::Value reference(const client::Object& pod);

// Makes pods_of() answer without looking at every pod: before the informer starts.
void index_by_label(runtime::Informer& pods);
std::vector<client::ObjectPtr> pods_of(const runtime::Informer& pods,
                                       const client::Object& service);

// The services whose endpoints a change of a pod may concern.
std::vector<api::Key> services_of(const runtime::Informer& services, const runtime::Change& change);

}  // namespace sluice::controllers::endpoints
