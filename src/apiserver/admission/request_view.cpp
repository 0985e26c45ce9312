// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/request_view.h"

#include <utility>

#include "api/forms/form.h"

namespace sluice::apiserver {

using registry::Operation;

const std::string& RequestView::ns() const {
  return &request_.kind == &api::kinds::namespace_() ? request_.key.name : request_.key.ns;
}

Result<const json::Value*> RequestView::namespace_object() {
  if (!request_.kind.namespaced || request_.key.ns.empty()) {
    return nullptr;
  }
  if (!namespace_) {
    TRY_ASSIGN(const auto stored, registry_.get(api::kinds::namespace_(), {"", request_.key.ns}));
    TRY_ASSIGN(namespace_, stored.decode());
  }
  return &*namespace_;
}

Result<json::Value> RequestView::namespace_labels() {
  if (&request_.kind == &api::kinds::namespace_()) {
    const bool written = request_.subresource.empty() && request_.object != nullptr;
    const json::Value* source = written ? request_.object : request_.old;
    return source == nullptr ? json::Value() : source->at("metadata", "labels");
  }
  TRY_ASSIGN(const json::Value* home, namespace_object());
  return home == nullptr ? json::Value() : home->at("metadata", "labels");
}

// Kinds of one stored form are one kind: of a group's versions, and of two groups (events).
const std::vector<api::KindPtr>& RequestView::kinds() {
  if (!kinds_.empty()) {
    return kinds_;
  }
  const api::Kind& own = request_.kind;
  kinds_.push_back(api::KindPtr(api::KindPtr(), &own));
  if (own.custom == nullptr) {
    for (const api::Kind& other : api::builtin_kinds()) {
      if (&other != &own && other.plural == own.plural &&
          &api::stored_kind(other) == &api::stored_kind(own)) {
        kinds_.push_back(api::KindPtr(api::KindPtr(), &other));
      }
    }
    return kinds_;
  }
  const auto served = registry_.catalog().snapshot();
  for (const api::KindPtr& other : served->custom) {
    if (other->group == own.group && other->plural == own.plural && other->version != own.version) {
      kinds_.push_back(other);
    }
  }
  return kinds_;
}

bool RequestView::is_whole() const {
  return request_.subresource.empty() ||
         request_.subject().at("kind").as_string() == request_.kind.kind;
}

Result<VersionedObjects> RequestView::in(const api::Kind& kind) {
  const std::string version = kind.api_version();
  if (version == request_.kind.api_version() || !is_whole()) {
    return VersionedObjects{request_.object, request_.old};
  }
  auto found = converted_.find(version);
  if (found == converted_.end()) {
    Converted made;
    if (request_.object != nullptr) {
      TRY_ASSIGN(made.object, registry_.convert(request_.kind, kind, *request_.object));
    }
    if (request_.old != nullptr) {
      TRY_ASSIGN(made.old, registry_.convert(request_.kind, kind, *request_.old));
    }
    found = converted_.emplace(version, std::move(made)).first;
  }
  return VersionedObjects{request_.object == nullptr ? nullptr : &found->second.object,
                          request_.old == nullptr ? nullptr : &found->second.old};
}

Result<void> RequestView::change_object(const api::Kind& kind, json::Value object) {
  if (kind.api_version() != request_.kind.api_version() && is_whole()) {
    TRY_ASSIGN(object, registry_.convert(kind, request_.kind, object));
  }
  *request_.object = std::move(object);
  converted_.clear();
  return {};
}

}  // namespace sluice::apiserver
