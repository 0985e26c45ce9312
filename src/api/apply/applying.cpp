// SPDX-License-Identifier: Apache-2.0
#include "api/apply/applying.h"

#include <algorithm>
#include <map>
#include <utility>

#include "api/apply/check_config.h"
#include "api/apply/conflicts.h"
#include "api/apply/last_applied.h"
#include "api/apply/owned_fields.h"
#include "api/apply/reset_fields.h"
#include "api/apply/typed_merge.h"
#include "api/apply/versioned_changes.h"
#include "api/meta.h"
#include "base/timestamp.h"

namespace sluice::api {
namespace {

constexpr const char* kBeforeFirstApply = "before-first-apply";

// An object and who owns what of it.
struct Owned {
  json::Value object;  // without managedFields
  ManagedFields managed;
};

// "default/web; apps/v1, Kind=Deployment", as Kubernetes names a document in errors
std::string describe(const Kind& kind, const json::Value& config) {
  return ns(config) + "/" + name(config) + "; " + std::string(kind.group) + "/" +
         std::string(kind.version) + ", Kind=" + std::string(kind.kind);
}

Result<void> check(const Kind& kind, const json::Value& config) {
  const std::string& version = config.at("apiVersion").as_string();
  const std::string& name = config.at("kind").as_string();
  if (version != kind.api_version() || name != kind.kind) {
    const bool core = version.find('/') == std::string::npos;
    return fail(Code::kBadRequest, "invalid object type: " + (core ? "/" : std::string()) +
                                       version + ", Kind=" + name);
  }
  if (!config.at("metadata", "managedFields").is_null()) {
    return fail(Code::kBadRequest, "metadata.managedFields must be nil");
  }
  auto checked = check_config(*kind.schema, config);
  if (!checked) {
    return tl::unexpected(
        with_context(std::move(checked).error(),
                     "failed to create typed patch object (" + describe(kind, config) + ")"));
  }
  return {};
}

// What applying makes of an object, and what it takes from others for it.
struct Outcome {
  Owned next;
  ManagedFields conflicts;
};

// Applies one document.
class Application {
 public:
  Application(const FieldWriter& writer, const json::Value& config)
      : writer_(writer),
        type_(ValueType::of(*writer.kind.schema)),
        config_(config),
        versions_(writer) {}

  Outcome apply(const Owned& live) {
    Owned next{typed_merge(type_, live.object, config_), live.managed};
    const ManagedEntry before = last_entry(next.managed);
    const FieldSet reset = reset_fields(writer_.kind, writer_.subresource);
    own_entry(next.managed).fields = without(owned_fields(type_, config_), reset);
    next.object = pruned(next, before);
    VersionedChanges changes(writer_, live.object, next.object);
    ManagedFields conflicts = take_from_others(changes, next.managed);
    ManagedEntry& own = own_entry(next.managed);
    own.fields = without_identity(std::move(own.fields));
    if (!(next.object == live.object)) {
      own.time = format_rfc3339(writer_.now);
    }
    std::erase_if(next.managed, [](const ManagedEntry& entry) { return entry.fields.empty(); });
    return {std::move(next), std::move(conflicts)};
  }

 private:
  bool is_own(const ManagedEntry& entry) const {
    return entry.applied && entry.manager == writer_.manager &&
           entry.subresource == writer_.subresource;
  }

  // What the writer applied last time, in the version of then.
  ManagedEntry last_entry(const ManagedFields& managed) const {
    const auto found = std::find_if(managed.begin(), managed.end(),
                                    [&](const ManagedEntry& entry) { return is_own(entry); });
    return found == managed.end() ? ManagedEntry() : *found;
  }

  ManagedEntry& own_entry(ManagedFields& managed) const {
    const auto found = std::find_if(managed.begin(), managed.end(),
                                    [&](const ManagedEntry& entry) { return is_own(entry); });
    if (found != managed.end()) {
      found->api_version = writer_.kind.api_version();
      return *found;
    }
    managed.push_back({.manager = writer_.manager,
                       .applied = true,
                       .api_version = writer_.kind.api_version(),
                       .subresource = writer_.subresource});
    return managed.back();
  }

  // Takes out of the merged object what was applied last time and is claimed by nobody now. An
  // object that cannot be shown in the version of then stays as it is.
  json::Value pruned(const Owned& merged, const ManagedEntry& before) {
    if (before.fields.empty() || versions_.find(before.api_version) == nullptr) {
      return merged.object;
    }
    auto result = prune(merged, before);
    return result ? std::move(*result) : merged.object;
  }

  // Doing so in three steps keeps what is not owned by anybody but stands inside of something that
  // is. Each owner's claim is looked at in the owner's version.
  Result<json::Value> prune(const Owned& merged, const ManagedEntry& before) {
    const std::string& now = writer_.kind.api_version();
    const std::string& then = before.api_version;
    const ValueType type = type_in(then);
    const FieldSet last = with_named_fields(type, before.fields);
    TRY_ASSIGN(const json::Value whole, versions_.convert(merged.object, now, then));
    json::Value rest = without_fields(type, whole, last);
    std::string version = then;
    for (const auto& [claimed_in, claimed] : claims(merged.managed, then)) {
      const ValueType part = type_in(claimed_in);
      TRY_ASSIGN(const json::Value all, versions_.convert(merged.object, now, claimed_in));
      TRY_ASSIGN(rest, versions_.convert(rest, version, claimed_in));
      const FieldSet kept = set_union(all_of(part, rest), with_named_fields(part, claimed));
      rest = without_fields(part, all, difference(all_of(part, all), kept));
      version = claimed_in;
    }
    TRY_ASSIGN(rest, versions_.convert(rest, version, then));
    const FieldSet removed =
        intersection(difference(all_of(type, whole), all_of(type, rest)), last);
    return versions_.convert(without_fields(type, whole, removed), then, now);
  }

  // What is owned, by version; at least in that one.
  std::map<std::string, FieldSet> claims(const ManagedFields& managed, const std::string& version) {
    std::map<std::string, FieldSet> result{{version, {}}};
    for (const ManagedEntry& entry : managed) {
      const bool known =
          writer_.versions != nullptr && versions_.find(entry.api_version) != nullptr;
      FieldSet& set = result[known ? entry.api_version : version];
      set = set_union(std::move(set), entry.fields);
    }
    return result;
  }

  ValueType type_in(const std::string& api_version) {
    return ValueType::of(*versions_.find(api_version)->schema);
  }

  static FieldSet all_of(const ValueType& type, const json::Value& object) {
    return with_named_fields(type, owned_fields(type, object));
  }

  ManagedFields take_from_others(VersionedChanges& changes, ManagedFields& managed) const {
    ManagedFields conflicts;
    for (ManagedEntry& entry : managed) {
      const Comparison* theirs = changes.in(entry.api_version);
      if (is_own(entry) || theirs == nullptr) {
        continue;
      }
      if (FieldSet taken = intersection(entry.fields, theirs->written); !taken.empty()) {
        conflicts.push_back({entry.manager, entry.applied, entry.api_version, entry.subresource,
                             entry.time, std::move(taken)});
      }
      entry.fields = difference(std::move(entry.fields), theirs->written);
      entry.fields = difference(std::move(entry.fields), theirs->removed);
    }
    return conflicts;
  }

  const FieldWriter& writer_;
  const ValueType type_;
  const json::Value& config_;
  ManagerVersions versions_;
};

// Who owned what before anybody applied is not known apart.
Result<Owned> owned_object(const FieldWriter& writer, const json::Value& live) {
  Owned owned{live, {}};
  if (const json::Value* list = live.find("metadata", "managedFields")) {
    auto managed = decode_managed_fields(*list);
    if (!managed) {
      return fail(Code::kInternal, "failed to decode managed fields: " + managed.error().message);
    }
    owned.managed = std::move(*managed);
    ManagerVersions versions(writer);
    std::erase_if(owned.managed, [&](const ManagedEntry& entry) {
      return versions.find(entry.api_version) == nullptr;
    });
    for (ManagedEntry& entry : owned.managed) {
      const Kind& kind = *versions.find(entry.api_version);
      entry.fields = with_atomic_fields(ValueType::of(*kind.schema), entry.fields);
    }
    owned.object["metadata"].erase("managedFields");
  }
  if (owned.managed.empty()) {
    FieldWriter before = writer;
    before.manager = kBeforeFirstApply;
    record_update(before, json::Object(), owned.object, owned.managed);
  }
  return owned;
}

// kubectl may take from its former self: what client-side apply left in the object.
void forgive(const FieldSet& allowed, ManagedFields& conflicts) {
  for (ManagedEntry& entry : conflicts) {
    entry.fields = difference(std::move(entry.fields), allowed);
  }
  std::erase_if(conflicts, [](const ManagedEntry& entry) { return entry.fields.empty(); });
}

}  // namespace

Result<json::Value> apply_config(const FieldWriter& writer, const json::Value& live,
                                 const json::Value& config, bool force) {
  TRY(check(writer.kind, config));
  TRY_ASSIGN(const Owned owned, owned_object(writer, live));
  Outcome outcome = Application(writer, config).apply(owned);
  const bool kubectl = writer.manager == "kubectl";
  if (kubectl && !force && !outcome.conflicts.empty()) {
    forgive(last_applied_fields(writer.kind, owned.object), outcome.conflicts);
  }
  if (!force && !outcome.conflicts.empty()) {
    return tl::unexpected(apply_conflict(std::move(outcome.conflicts)));
  }
  json::Value& object = outcome.next.object;
  if (kubectl) {
    refresh_last_applied(config, object);
  }
  if (!outcome.next.managed.empty()) {
    object["metadata"]["managedFields"] = encode_managed_fields(outcome.next.managed);
  }
  return std::move(object);
}

}  // namespace sluice::api
