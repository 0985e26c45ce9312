// SPDX-License-Identifier: Apache-2.0
//
// The verbs that change something.
#include "apiserver/body.h"
#include "apiserver/document.h"
#include "apiserver/options.h"
#include "apiserver/render.h"
#include "apiserver/resources.h"
#include "apiserver/warnings.h"
#include "apiserver/write_call.h"
#include "json/text.h"
#include "registry/errors.h"

namespace sluice::apiserver {

namespace {

// What DELETE answers when the object is gone and its kind does not show it.
http::Response deleted_response(const Call& call, const json::Value& object) {
  json::Object details{{"name", call.info.name}};
  if (!call.kind.group.empty()) {
    details["group"] = call.kind.group;
  }
  details["kind"] = call.kind.plural;
  details["uid"] = api::uid(object);
  return document_response(200,
                           json::Object{{"kind", "Status"},
                                        {"apiVersion", "v1"},
                                        {"metadata", json::Object()},
                                        {"status", "Success"},
                                        {"details", std::move(details)}},
                           call.output);
}

// About a pod, whatever the request addressed.
http::Response refuse_pod(const Error& error, const std::string& name) {
  return error_response(error, {.name = name, .kind = "pods"});
}

// Errors of server-side apply name no object, and a document that does not fit has no reason.
http::Response refuse_apply(const Call& call, const Error& error) {
  if (error.code == Code::kInternal) {
    return fault_response({500, "", error.message});
  }
  const bool conflict = error.code == Code::kConflict && !error.causes.empty();
  return conflict ? error_response(error) : refuse(call, error);
}

}  // namespace

http::Response Resources::written(const Call& call, const Result<registry::Written>& written,
                                  int status) const {
  if (!written) {
    return refuse(call, written.error());
  }
  http::Response response =
      object_response(call, written->created ? 201 : status, written->object, parts_.clock.now());
  add_warnings(written->warnings, response);
  return response;
}

http::Response Resources::create(const Call& call) const {
  auto write = read_write(call, "CreateOptions");
  if (!write) {
    return std::move(write).error();
  }
  const std::string name = api::name(write->document);
  const auto created =
      parts_.registry.create(call.kind, call.key().ns, std::move(write->document), write->options);
  return created ? written(call, created, 201) : refuse(call, created.error(), name);
}

http::Response Resources::update(const Call& call) const {
  auto write = read_write(call, "UpdateOptions");
  if (!write) {
    return std::move(write).error();
  }
  if (api::name(write->document).empty()) {
    return refuse(call, registry::nameless(call.info.name));
  }
  const registry::UpdateRequest request{.key = call.key(),
                                        .object = std::move(write->document),
                                        .subresource = call.info.subresource,
                                        .options = std::move(write->options)};
  return written(call, parts_.registry.update(call.kind, request), 200);
}

http::Response Resources::patch(const Call& call) const {
  auto type = patch_type(call);
  if (!type) {
    return std::move(type).error();
  }
  auto options = patch_options(call, *type);
  if (!options) {
    return refuse(call, options.error());
  }
  auto body = decode_patch(call, *type);
  if (!body) {
    return std::move(body).error();
  }
  options->write.duplicate_fields = std::move(body->duplicates);
  const registry::PatchRequest request{.key = call.key(),
                                       .patch = {*type, std::move(body->document), options->force},
                                       .subresource = call.info.subresource,
                                       .options = std::move(options->write)};
  const auto patched = call.info.subresource == "scale"
                           ? parts_.registry.patch_scale(call.kind, request)
                           : parts_.registry.patch(call.kind, request);
  if (!patched && *type == client::PatchType::kApply) {
    return refuse_apply(call, patched.error());
  }
  return written(call, patched, 200);
}

http::Response Resources::remove(const Call& call) const {
  auto body = decode_delete_options(call);
  if (!body) {
    return std::move(body).error();
  }
  // Only who asks in this old way is told that the deletion is not done yet.
  const bool tells = orphan_dependents(call, *body) == false;
  const auto request = remove_request(call, std::move(*body));
  if (!request) {
    return refuse(call, request.error());
  }
  const auto removed = parts_.registry.remove(call.kind, *request);
  if (!removed) {
    return refuse(call, removed.error());
  }
  if (!removed->gone || call.kind.returns_deleted) {
    const int status = tells && !removed->gone ? 202 : 200;
    return object_response(call, status, removed->object, parts_.clock.now());
  }
  const auto object = removed->object.decode();
  return object ? deleted_response(call, *object) : refuse(call, object.error());
}

http::Response Resources::remove_collection(const Call& call) const {
  auto body = decode_delete_options(call);
  if (!body) {
    return std::move(body).error();
  }
  const auto which = list_request(call);
  if (!which) {
    return refuse(call, which.error());
  }
  const auto how = remove_request(call, std::move(*body));
  if (!how) {
    return refuse(call, how.error());
  }
  const auto removed = parts_.registry.remove_collection(call.kind, *which, *how);
  if (!removed) {
    return refuse(call, removed.error());
  }
  return list_response(call, *removed, parts_.clock.now());
}

// The answer to a binding is a Status, not the pod. POST bindings is about the pod that the binding
// is named after.
http::Response Resources::bind(const Call& call) const {
  auto write = read_part(call);
  if (!write) {
    return std::move(write).error();
  }
  api::Key pod = call.key();
  if (pod.name.empty()) {
    pod.name = api::name(write->document);
  }
  if (pod.name.empty()) {
    return fault_response({400, "BadRequest", "Name parameter required."});
  }
  const auto bound = parts_.registry.bind(pod, std::move(write->document), write->options);
  if (!bound) {
    return bound.error().code == Code::kInvalid ? fault_response({500, "", bound.error().message})
                                                : refuse_pod(bound.error(), pod.name);
  }
  http::Response response = document_response(201,
                                              json::Object{{"kind", "Status"},
                                                           {"apiVersion", "v1"},
                                                           {"metadata", json::Object()},
                                                           {"status", "Success"},
                                                           {"code", 201}},
                                              call.output);
  add_warnings(write->warnings, response);
  return response;
}

http::Response Resources::evict(const Call& call) const {
  auto write = read_part(call);
  if (!write) {
    return std::move(write).error();
  }
  const auto status =
      parts_.registry.evict(call.key(), std::move(write->document), write->options);
  if (!status) {
    return refuse(call, status.error());
  }
  http::Response response = status->at("status").as_string() == "Failure"
                                ? status_response(*status)
                                : document_response(201, *status, call.output);
  add_warnings(write->warnings, response);
  return response;
}

http::Response Resources::update_scale(const Call& call) const {
  auto write = read_write(call, "UpdateOptions");
  if (!write) {
    return std::move(write).error();
  }
  const registry::UpdateRequest request{.key = call.key(),
                                        .object = std::move(write->document),
                                        .options = std::move(write->options)};
  return written(call, parts_.registry.update_scale(call.kind, request), 200);
}

}  // namespace sluice::apiserver
