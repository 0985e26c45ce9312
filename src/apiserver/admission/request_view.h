// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "api/catalog.h"
#include "base/result.h"
#include "json/value.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// A request's objects in one version of their kind.
struct VersionedObjects {
  const json::Value* object = nullptr;
  const json::Value* old = nullptr;
};

// A request as webhooks and policies look at it: with the namespace it is in, and in other versions
// of its kind. Reads what it is asked for once. Lives on the stack; not thread-safe.
class RequestView {
 public:
  RequestView(const registry::Attributes& request, const registry::Registry& registry)
      : request_(request), registry_(registry) {}

  const registry::Attributes& request() const { return request_; }

  // Of a namespace itself it is its name.
  const std::string& ns() const;

  // Null for what is in no namespace. NotFound.
  Result<const json::Value*> namespace_object();

  // Those of the namespace; while a namespace is written, its own new ones.
  Result<json::Value> namespace_labels();

  // The request's kind, then others that the same objects are served as: in another version, by
  // another group.
  const std::vector<api::KindPtr>& kinds();

  // Whether it is about an object of the kind, and not about a Scale or the like.
  bool is_whole() const;

  // The objects as `kind` shows them.
  Result<VersionedObjects> in(const api::Kind& kind);

  // Takes an object in that version over as the request's own.
  Result<void> change_object(const api::Kind& kind, json::Value object);

 private:
  const registry::Attributes& request_;
  const registry::Registry& registry_;
  std::optional<json::Value> namespace_;
  std::vector<api::KindPtr> kinds_;
  struct Converted {
    json::Value object;
    json::Value old;
  };
  std::map<std::string, Converted> converted_;  // by apiVersion
};

}  // namespace sluice::apiserver
