// SPDX-License-Identifier: Apache-2.0
#include "apiserver/resources.h"

#include <algorithm>

#include "api/crd/custom_resource.h"
#include "api/subresources.h"
#include "apiserver/admission/connect_options.h"
#include "apiserver/options.h"
#include "apiserver/render.h"
#include "apiserver/streams/websocket_stream.h"
#include "apiserver/watch_stream.h"
#include "apiserver/worker_stream.h"
#include "auth/reviews.h"
#include "base/random.h"

namespace sluice::apiserver {

namespace {

bool contains(std::span<const std::string_view> list, std::string_view entry) {
  return std::find(list.begin(), list.end(), entry) != list.end();
}

// A namespaced object is addressed through its namespace; other kinds never are.
bool well_addressed(const Call& call) {
  if (!call.kind.namespaced) {
    return !call.info.through_namespace;
  }
  const bool all_namespaces = call.info.verb == "list" || call.info.verb == "watch";
  return call.info.through_namespace || (call.info.name.empty() && all_namespaces);
}

// A page that is no longer kept: the Status carries the token that goes on with the current state.
http::Response refuse_page(const Call& call, Error error) {
  const auto token = std::find_if(error.causes.begin(), error.causes.end(), [](const auto& cause) {
    return cause.field == "metadata.continue";
  });
  if (error.code != Code::kExpired || token == error.causes.end()) {
    return refuse(call, error);
  }
  const std::string next = token->message;
  error.causes.erase(token);
  json::Value status = to_status(error);
  status["metadata"]["continue"] = next;
  return status_response(status);
}

// As upstream: a watch from forgotten history starts well and at once ends with an error event.
http::Response expired_watch(const Call& call, const EventWriter& writer, const Error& error) {
  if (wants_websocket(call.request)) {
    return event_over_websocket(call.request, writer.error(error));
  }
  http::Response response;
  response.content_type = writer.content_type();
  response.body = writer.error(error);
  return response;
}

bool tells_components(const api::Kind& kind) {
  return kind.is_virtual && kind.kind == "ComponentStatus";
}

// There are no components that could be asked how they are; those who do get none.
http::Response component_statuses(const Call& call, WallTime now) {
  if (call.info.verb == "list") {
    return list_response(call, {}, now);
  }
  const std::string kind(call.kind.singular);
  return call.info.verb == "get"
             ? error_response(
                   {Code::kNotFound, kind + " \"" + call.info.name + "\" not found"},
                   {.name = call.info.name, .kind = kind})
             : method_not_allowed();
}

}  // namespace

bool Resources::answers_by_itself(std::string_view subresource) {
  return PodStreams::serves(subresource) || subresource == "proxy";
}

http::Response Resources::handle(const Call& call) const {
  const std::string& subresource = call.info.subresource;
  const bool watched = call.info.verb == "watch";  // by the old path, below which there are none
  if (!subresource.empty() && (watched || !contains(call.kind.subresources, subresource))) {
    return unknown_path();
  }
  if (!well_addressed(call)) {
    const bool wrong_method = call.kind.namespaced && call.info.ns.empty();
    return wrong_method ? method_not_allowed() : unknown_path();
  }
  if (subresource.empty()) {
    return handle_object(call);
  }
  if (answers_by_itself(subresource)) {
    return connect(call);
  }
  return handle_subresource(call);
}

// Reads and writes of a part of the object, but for those that are acts on it: the table says which
// verbs there are.
http::Response Resources::handle_subresource(const Call& call) const {
  const std::string& subresource = call.info.subresource;
  const std::string& verb = call.info.verb;
  if (!api::subresource_serves(call.kind, subresource, verb)) {
    return method_not_allowed();
  }
  if (verb == "create") {
    return subresource == "binding"    ? bind(call)
           : subresource == "eviction" ? evict(call)
                                       : issue_token(call);
  }
  if (subresource == "scale" && verb != "patch") {
    return verb == "get" ? get_scale(call) : update_scale(call);
  }
  return verb == "get" ? get(call) : verb == "update" ? update(call) : patch(call);
}

http::Response Resources::connect(const Call& call) const {
  json::Value options = connect_options(call.kind, call.info.subresource, call.request.target);
  if (!options.is_null()) {
    const auto admitted =
        parts_.registry.admit_connect(call.kind, {.key = call.key(),
                                                  .subresource = call.info.subresource,
                                                  .object = std::move(options),
                                                  .by = call.requester()});
    if (!admitted) {
      return refuse(call, admitted.error());
    }
  }
  return call.info.subresource == "proxy" ? proxy_.handle(call) : streams_.handle(call);
}

http::Response Resources::handle_object(const Call& call) const {
  const std::string& verb = call.info.verb;
  const bool named = !call.info.name.empty();
  if (call.kind.plural == "bindings" && call.kind.is_virtual && verb == "create" && !named) {
    return bind(call);
  }
  if (tells_components(call.kind)) {
    return component_statuses(call, parts_.clock.now());
  }
  if (call.kind.is_virtual && !auth::Reviews::answers(call.kind) &&
      !registry::Measurements::tells(call.kind)) {
    return unknown_path();
  }
  if (auth::Reviews::answers(call.kind) && named) {
    return unknown_path();
  }
  if (!contains(call.kind.verbs, verb) || (verb == "create" && named) ||
      ((verb == "update" || verb == "patch") && !named)) {
    return method_not_allowed();
  }
  if (verb == "get") {
    return get(call);
  }
  if (verb == "list") {
    return list(call);
  }
  if (verb == "watch") {
    return watch(call);
  }
  if (verb == "create") {
    if (call.kind.custom != nullptr && call.kind.custom->terminating) {
      return fault_response({405, "MethodNotAllowed",
                             "create not allowed while custom resource definition is "
                             "terminating"});
    }
    return auth::Reviews::answers(call.kind) ? review(call) : create(call);
  }
  if (verb == "update") {
    return update(call);
  }
  if (verb == "patch") {
    return patch(call);
  }
  return verb == "delete" ? remove(call) : remove_collection(call);
}

http::Response Resources::get_scale(const Call& call) const {
  const auto scale = parts_.registry.get_scale(call.kind, call.key());
  return scale ? object_response(call, 200, *scale, parts_.clock.now())
               : refuse(call, scale.error());
}

http::Response Resources::get(const Call& call) const {
  const auto object = parts_.registry.get(call.kind, call.key(), call.option("resourceVersion"));
  if (!object) {
    return refuse(call, object.error());
  }
  return object_response(call, 200, *object, parts_.clock.now());
}

http::Response Resources::list(const Call& call) const {
  const auto request = list_request(call);
  if (!request) {
    return refuse(call, request.error());
  }
  const auto page = parts_.registry.list(call.kind, *request);
  if (!page) {
    return refuse_page(call, page.error());
  }
  return list_response(call, *page, parts_.clock.now());
}

// A watch without a limit of its own ends after a random time, so that clients spread out.
std::chrono::seconds Resources::default_timeout() {
  constexpr std::int64_t kLeast = 1800;
  const std::string bytes = random_bytes(2);
  const auto high = static_cast<unsigned char>(bytes[0]);
  const auto low = static_cast<unsigned char>(bytes[1]);
  return std::chrono::seconds(kLeast + (high * 256 + low) % kLeast);
}

http::Response Resources::watch(const Call& call) const {
  const auto request = watch_request(call);
  if (!request) {
    return refuse(call, request.error());
  }
  const auto timeout = watch_timeout(call);
  if (!timeout) {
    return refuse(call, timeout.error());
  }
  EventWriter writer(call.kind, call.output, parts_.clock, call.kept);
  auto watch = parts_.registry.watch(call.kind, *request);
  if (!watch) {
    return watch.error().code == Code::kExpired ? expired_watch(call, writer, watch.error())
                                                : refuse(call, watch.error());
  }
  const std::string content_type = writer.content_type();
  const bool waits = (*watch)->may_wait();
  std::unique_ptr<Stream> stream = std::make_unique<WatchStream>(
      std::move(*watch), std::move(writer),
      WatchStream::Timing{timeout->value_or(default_timeout()), request->bookmarks}, parts_.clock,
      parts_.alarms);
  if (waits) {
    stream = std::make_unique<WorkerStream>(std::move(stream), parts_.converters);
  }
  if (wants_websocket(call.request)) {
    return watch_over_websocket(call.request, std::move(stream));
  }
  http::Response response;
  response.content_type = content_type;
  response.stream = std::move(stream);
  return response;
}

}  // namespace sluice::apiserver
