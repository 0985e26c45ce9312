// SPDX-License-Identifier: Apache-2.0
//
// The way of a request: who -> what -> may they -> in which form -> do it. Streams outlive the call
// that opened them, never this handler's state.
#include "apiserver/server.h"

#include <algorithm>
#include <optional>

#include "api/crd/custom_resource.h"
#include "apiserver/documents.h"
#include "apiserver/flow/flow_schemas.h"
#include "apiserver/metrics/metrics_page.h"
#include "apiserver/openid.h"
#include "apiserver/render.h"
#include "apiserver/request_timeout.h"
#include "apiserver/resources.h"
#include "apiserver/warnings.h"
#include "apiserver/websocket_token.h"
#include "auth/certificate_requests.h"
#include "auth/escalation.h"
#include "base/random.h"
#include "base/text.h"
#include "http/compression.h"
#include "http/wire.h"
#include "registry/followed.h"

namespace sluice::apiserver {

namespace {

constexpr std::size_t kConverters = 4;
constexpr std::size_t kWaitingConversions = 10'000;  // at most one for each watch

constexpr std::string_view kFlowControl = "flowcontrol.apiserver.k8s.io/v1";

http::SigningKey token_key(ServerDependencies& dependencies) {
  return dependencies.token_key ? std::move(*dependencies.token_key)
                                : http::SigningKey::create().value();
}

http::Response too_large() {
  return fault_response({413, "RequestEntityTooLarge",
                         "Request entity too large: limit is " + std::to_string(kMaxBody)});
}

// What upstream says of a built-in kind that is on its way out, when it does what is asked.
std::string_view deprecation_of(const api::Kind& kind, const std::string& verb) {
  if (!kind.group.empty() || !kind.serves(verb)) {
    return "";
  }
  return kind.kind == "Endpoints"
             ? "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"
         : kind.kind == "ComponentStatus" ? "v1 ComponentStatus is deprecated in v1.19+"
                                          : "";
}

class ApiServer {
 public:
  explicit ApiServer(ServerDependencies dependencies)
      : clock_(dependencies.clock),
        registry_(dependencies.registry),
        audit_(dependencies.audit),
        access_(dependencies.registry, dependencies.clock, token_key(dependencies)),
        flows_(dependencies.registry, {api::find_kind(kFlowControl, "FlowSchema"),
                                       api::find_kind(kFlowControl, "PriorityLevelConfiguration")}),
        alarms_(dependencies.clock),
        converters_("conversions", kConverters, kWaitingConversions),
        catalog_(dependencies.registry.catalog()),
        aggregator_(dependencies.aggregator),
        more_metrics_(std::move(dependencies.more_metrics)),
        documents_(dependencies.clock, catalog_, aggregator_,
                   [&registry = dependencies.registry] { return registry.health(); }),
        resources_({.registry = dependencies.registry,
                    .pods = dependencies.pods,
                    .clock = dependencies.clock,
                    .alarms = alarms_,
                    .access = access_,
                    .waiting = waiting_,
                    .converters = converters_,
                    .kubelet_client = std::move(dependencies.kubelet_client)}) {}

  http::Response handle(const http::Request& received) const {
    const std::optional<http::Request> stripped = without_websocket_token(received);
    return handle(received, stripped ? *stripped : received);
  }

 private:
  // Who asks, the request tells `as_received`.
  http::Response handle(const http::Request& as_received, const http::Request& request) const {
    const WallTime received = clock_.now();
    const SteadyTime started = clock_.steady();
    const RequestInfo info = request_info(request);
    const api::KindPtr kind = info.is_resource
                                  ? catalog_.find_resource(info.group, info.version, info.resource)
                                  : nullptr;
    Admission admission = access_.admit(as_received, info);
    registry::Notes notes{.warnings = std::exchange(admission.warnings, {})};
    http::Response response = http::compressed(
        request, negotiated(request, admission.refusal
                                         ? *std::exchange(admission.refusal, http::Response())
                                         : route(request, info, kind, admission.user(), notes)));
    add_warnings(notes.warnings, response);
    const std::string_view given = request.headers.get("Audit-Id");
    const std::string id = given.empty() ? random_uuid() : std::string(given);
    if (audit_ != nullptr) {
      audit_->write(
          {id, request, info, admission, response, received, clock_.now(), &notes.annotations});
    }
    response.headers.add("Audit-Id", id);
    tell_flow(admission.user(), info, response);
    if (response.headers.get("Cache-Control").empty()) {
      response.headers.add("Cache-Control", "no-cache, private");
    }
    // Under its own name only what is served, and paths that were answered: there is no end of
    // names that somebody might try.
    const bool known = info.is_resource ? kind != nullptr : response.status < 400;
    metrics_.count({request, info, known, response.status, clock_.steady() - started});
    return response;
  }

  // What else belongs to a request.
  struct Course {
    registry::Notes& notes;
    SteadyTime deadline;
  };

  http::Response route(const http::Request& request, const RequestInfo& info,
                       const api::KindPtr& kind, const auth::User& user,
                       registry::Notes& notes) const {
    const auto timeout = request_timeout(request.target, info);
    if (!timeout) {
      return error_response(timeout.error());
    }
    if (kind != nullptr) {
      return serve_resource(request, info, kind, user, {notes, clock_.steady() + *timeout});
    }
    if (info.is_resource) {
      return served_elsewhere(request, user);
    }
    if (info.path == "/metrics" && request.method == "GET") {
      return metrics_page(metrics_, registry_, more_metrics_);
    }
    auto description = openid_response(access_.tokens(), request);
    if (!description) {
      description = documents_.describe(request);
    }
    return description ? std::move(*description) : served_elsewhere(request, user);
  }

  // Below groups that are served there is a router, which knows that it does not know.
  http::Response not_served(std::string_view path) const {
    const auto parts = split(path.substr(1), '/');
    if (parts.size() < 2 || (parts[0] != "api" && parts[0] != "apis")) {
      return page_not_found();
    }
    if (parts[0] == "api") {
      return unknown_path();
    }
    const auto kinds = catalog_.snapshot();
    const bool known = std::any_of(kinds->kinds.begin(), kinds->kinds.end(),
                                   [&](const auto& kind) { return kind.group == parts[1]; });
    return known ? unknown_path() : page_not_found();
  }

  // Which flow the request belonged to. Nothing waits its turn here: requests are short, and those
  // that stay open have their own bounds.
  void tell_flow(const auth::User& user, const RequestInfo& info, http::Response& response) const {
    if (response.status == 401 || Resources::answers_by_itself(info.subresource)) {
      return;
    }
    const auto schemas = flows_.current();
    const auto flow = schemas ? (*schemas)->classify(user, info) : std::nullopt;
    if (flow) {
      response.headers.add("X-Kubernetes-Pf-Flowschema-Uid", flow->schema);
      response.headers.add("X-Kubernetes-Pf-Prioritylevel-Uid", flow->level);
    }
  }

  // By the server behind an APIService, or not at all.
  http::Response served_elsewhere(const http::Request& request, const auth::User& user) const {
    auto response =
        aggregator_ != nullptr ? aggregator_->serve(request, user, waiting_) : std::nullopt;
    return response ? std::move(*response) : not_served(request.target.path);
  }

  // Nobody may hand out what they do not have.
  registry::WriteCheck write_check(const api::Kind& kind, const RequestInfo& info,
                                   const auth::User& user) const {
    if (kind.group == "rbac.authorization.k8s.io") {
      return [this, &user](const json::Value& object, const json::Value* current) {
        return auth::check_escalation(access_.rbac(), user, object, current);
      };
    }
    if (kind.kind == "CertificateSigningRequest" && kind.custom == nullptr) {
      return [this, &user, &info](const json::Value& object, const json::Value* current) {
        return auth::check_certificate_write(access_.rbac(), user, info.subresource, object,
                                             current);
      };
    }
    return {};
  }

  // Who may change things may not therefore make them, as PUT and apply do of what is not there.
  registry::CreateCheck create_check(const RequestInfo& info, const auth::User& user) const {
    if (info.verb != "update" && info.verb != "patch") {
      return {};
    }
    return [this, &info, &user]() -> Result<void> {
      auth::Attributes wanted = info;
      wanted.verb = "create";
      const auth::Decision decision = access_.rbac().decide(user, wanted);
      return decision.allowed ? Result<void>()
                              : tl::unexpected(auth::forbidden(user, wanted, decision.reason));
    };
  }

  http::Response serve_resource(const http::Request& request, const RequestInfo& info,
                                const api::KindPtr& kind, const auth::User& user,
                                const Course& course) const {
    if (request.body.size() > kMaxBody) {
      return too_large();
    }
    auto output = choose_output(request, Endpoint::of(*kind, info.verb == "watch"));
    if (!output && !Resources::answers_by_itself(info.subresource)) {
      return fault_response(output.error());
    }
    http::Response response = resources_.handle(
        {.request = request,
         .info = info,
         .kind = *kind,
         .kept = kind,
         .output = output ? std::move(*output) : Output(),
         .user = user,
         .check = write_check(*kind, info, user),
         .may_create = create_check(info, user),
         .notes = &course.notes,
         .time_left = [this, end = course.deadline] { return end - clock_.steady(); }});
    const std::string deprecation = kind->custom != nullptr
                                        ? kind->custom->deprecation
                                        : std::string(deprecation_of(*kind, info.verb));
    if (!deprecation.empty()) {
      add_warnings({deprecation}, response);
    }
    return response;
  }

  const Clock& clock_;
  const registry::Registry& registry_;
  AuditLog* const audit_;
  const Access access_;
  const registry::Followed<FlowSchemas> flows_;
  mutable RequestMetrics metrics_;  // thread-safe
  AlarmClock alarms_;
  mutable WaitingRoom waiting_;  // thread-safe
  WorkerPool converters_;        // their streams use what is above
  const api::Catalog& catalog_;
  const Aggregator* const aggregator_;
  const std::function<void(Exposition&)> more_metrics_;
  const Documents documents_;
  const Resources resources_;
};

}  // namespace

http::Response refuse_unseen(int status, std::string message) {
  return status == 413 ? too_large() : http::plain_response(status, std::move(message));
}

bool is_quick(const http::Request& request) {
  if (request.method != "GET") {
    return false;
  }
  const RequestInfo info = request_info(request);
  if (!info.is_resource || info.verb != "get" || !info.subresource.empty()) {
    return false;
  }
  const api::Kind* kind = api::find_resource(info.group, info.version, info.resource);
  return kind != nullptr && !kind->is_virtual;
}

http::Handler make_handler(ServerDependencies dependencies) {
  // Shared because handlers are copyable; the state itself is used by many threads.
  auto server = std::make_shared<ApiServer>(std::move(dependencies));
  return [server](const http::Request& request) { return server->handle(request); };
}

}  // namespace sluice::apiserver
