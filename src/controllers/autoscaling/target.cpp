// SPDX-License-Identifier: Apache-2.0
#include "controllers/autoscaling/target.h"

#include <algorithm>
#include <span>

#include "api/scale.h"

namespace sluice::controllers::autoscaling {
namespace {

constexpr int kAttempts = 5;

const api::Kind* find_in(std::span<const api::Kind> kinds, const std::string& group,
                         const std::string& name) {
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const api::Kind& kind) {
    return kind.group == group && kind.kind == name;
  });
  return found == kinds.end() ? nullptr : &*found;
}

bool has_scale(const api::Kind& kind) {
  return std::find(kind.subresources.begin(), kind.subresources.end(), "scale") !=
         kind.subresources.end();
}

}  // namespace

api::KindPtr Targets::kind_of(const std::string& group, const std::string& kind) const {
  if (const api::Kind* builtin = find_in(api::builtin_kinds(), group, kind)) {
    return {api::KindPtr(), builtin};
  }
  if (catalog_ == nullptr) {
    return nullptr;
  }
  const auto snapshot = catalog_->snapshot();
  const api::Kind* custom = find_in(snapshot->kinds, group, kind);
  return custom == nullptr ? nullptr : api::KindPtr(snapshot, custom);
}

Result<Target> Targets::find(const std::string& ns, const json::Value& reference) const {
  const std::string& version = reference.at("apiVersion").as_string();
  const std::size_t slash = version.find('/');
  const std::string group = slash == std::string::npos ? "" : version.substr(0, slash);
  const std::string& name = reference.at("kind").as_string();
  api::KindPtr kind = kind_of(group, name);
  if (kind == nullptr) {
    return fail(Code::kNotFound, "no matches for kind \"" + name + "\" in group \"" + group + "\"");
  }
  if (!has_scale(*kind)) {
    return fail(Code::kNotFound, "the server could not find the requested resource");
  }
  TRY_ASSIGN(const client::ObjectPtr object,
             client_.get(*kind, {ns, reference.at("name").as_string()}));
  json::Value scale = api::scale_of(*kind, *object);
  return Target{std::move(kind), std::move(scale)};
}

Result<void> Targets::rescale(Target target, std::int64_t replicas) const {
  const api::Key key = api::key(target.scale);
  for (int attempt = 1;; ++attempt) {
    target.scale["spec"]["replicas"] = replicas;
    const auto written = client_.update(*target.kind, target.scale, client::Part::kScale);
    if (written || written.error().code != Code::kConflict || attempt == kAttempts) {
      TRY(written);
      return {};
    }
    TRY_ASSIGN(const client::ObjectPtr object, client_.get(*target.kind, key));
    target.scale = api::scale_of(*target.kind, *object);
  }
}

}  // namespace sluice::controllers::autoscaling
