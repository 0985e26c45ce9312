// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/review.h"

#include <utility>

namespace sluice::apiserver {

namespace {

// A subresource may have a kind of its own: a Scale, a Binding.
json::Value kind_of(const RequestView& view, const api::Kind& as) {
  std::string version = as.api_version();
  std::string kind(as.kind);
  if (!view.is_whole()) {
    version = view.request().subject().at("apiVersion").as_string();
    kind = view.request().subject().at("kind").as_string();
  }
  const std::size_t slash = version.find('/');
  return json::Object{{"group", slash == std::string::npos ? "" : version.substr(0, slash)},
                      {"version", slash == std::string::npos ? version : version.substr(slash + 1)},
                      {"kind", kind}};
}

json::Value resource_of(const api::Kind& as) {
  return json::Object{{"group", as.group}, {"version", as.version}, {"resource", as.plural}};
}

void put_text(json::Object& into, const char* member, const std::string& text) {
  if (!text.empty()) {
    into[member] = text;
  }
}

json::Value or_null(const json::Value* object) {
  return object == nullptr ? json::Value() : *object;
}

}  // namespace

json::Value admission_request(const RequestView& view, const api::Kind& as) {
  const registry::Attributes& request = view.request();
  json::Object document{{"kind", kind_of(view, as)}, {"resource", resource_of(as)}};
  put_text(document, "subResource", request.subresource);
  document["requestKind"] = kind_of(view, request.kind);
  document["requestResource"] = resource_of(request.kind);
  put_text(document, "requestSubResource", request.subresource);
  put_text(document, "name", request.key.name);
  put_text(document, "namespace", view.ns());
  document["operation"] = to_string(request.operation);
  document["userInfo"] = request.user;
  document["dryRun"] = request.dry_run;
  document["options"] = request.options();
  return document;
}

json::Value admission_review(const std::string& uid, json::Value request,
                             const VersionedObjects& objects) {
  json::Object whole{{"uid", uid}};
  for (json::Member& member : request.object()) {
    if (member.key == "dryRun") {
      whole["object"] = or_null(objects.object);
      whole["oldObject"] = or_null(objects.old);
    }
    whole[member.key] = std::move(member.value);
  }
  return json::Object{{"kind", "AdmissionReview"},
                      {"apiVersion", "admission.k8s.io/v1"},
                      {"request", std::move(whole)}};
}

}  // namespace sluice::apiserver
