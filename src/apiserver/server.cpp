// SPDX-License-Identifier: Apache-2.0
//
// The way of a request: who -> what -> may they -> in which form -> do it. Streams outlive the call
// that opened them, never this handler's state.
#include "apiserver/server.h"

#include "apiserver/documents.h"
#include "apiserver/resources.h"
#include "base/random.h"
#include "http/compression.h"

namespace sluice::apiserver {

namespace {

class ApiServer {
 public:
  explicit ApiServer(ServerDependencies dependencies)
      : authorize_(std::move(dependencies.authorize)),
        alarms_(dependencies.clock),
        documents_(dependencies.clock),
        resources_({.registry = dependencies.registry,
                    .pods = dependencies.pods,
                    .clock = dependencies.clock,
                    .alarms = alarms_}) {}

  http::Response handle(const http::Request& request) const {
    http::Response response = http::compressed(request, negotiated(request, route(request)));
    const std::string_view audit_id = request.headers.get("Audit-Id");
    response.headers.add("Audit-Id", audit_id.empty() ? random_uuid() : std::string(audit_id));
    if (response.headers.get("Cache-Control").empty()) {
      response.headers.add("Cache-Control", "no-cache, private");
    }
    return response;
  }

 private:
  http::Response route(const http::Request& request) const {
    const RequestInfo info = request_info(request);
    const auto user = authenticate(request);
    if (!user) {
      return error_response(user.error());
    }
    if (!authorize_(*user, info)) {
      return error_response(
          forbidden(*user, info),
          {.name = info.name, .group = info.group, .resource = info.resource, .kind = ""});
    }
    if (PodStreams::needs_create(info)) {
      RequestInfo creating = info;
      creating.verb = "create";
      if (!authorize_(*user, creating)) {
        return error_response(
            forbidden(*user, creating),
            {.name = info.name, .group = info.group, .resource = info.resource, .kind = ""});
      }
    }
    if (info.is_resource) {
      return serve_resource(request, info);
    }
    auto description = documents_.describe(request);
    return description ? std::move(*description) : unknown_path();
  }

  http::Response serve_resource(const http::Request& request, const RequestInfo& info) const {
    const api::Kind* kind = api::find_resource(info.group, info.version, info.resource);
    if (kind == nullptr) {
      return unknown_path();
    }
    if (request.body.size() > kMaxBody) {
      return fault_response({413, "RequestEntityTooLarge",
                             "Request entity too large: limit is " + std::to_string(kMaxBody)});
    }
    auto output = choose_output(request, Endpoint::of(*kind, info.verb == "watch"));
    if (!output && !Resources::answers_by_itself(info.subresource)) {
      return fault_response(output.error());
    }
    return resources_.handle({.request = request,
                              .info = info,
                              .kind = *kind,
                              .output = output ? std::move(*output) : Output()});
  }

  const Authorizer authorize_;
  AlarmClock alarms_;
  const Documents documents_;
  const Resources resources_;
};

}  // namespace

bool is_quick(const http::Request& request) {
  if (request.method != "GET") {
    return false;
  }
  const RequestInfo info = request_info(request);
  return info.is_resource && info.verb == "get" && info.subresource.empty() &&
         api::find_resource(info.group, info.version, info.resource) != nullptr;
}

http::Handler make_handler(ServerDependencies dependencies) {
  // Shared because handlers are copyable; the state itself is used by many threads.
  auto server = std::make_shared<ApiServer>(std::move(dependencies));
  return [server](const http::Request& request) { return server->handle(request); };
}

}  // namespace sluice::apiserver
