// SPDX-License-Identifier: Apache-2.0
#include "auth/token_request.h"

#include "api/validation/faults.h"
#include "base/timestamp.h"

namespace sluice::auth {

namespace {

constexpr std::int64_t kDefault = 3600;
constexpr std::int64_t kLeast = 600;
constexpr std::int64_t kMost = std::int64_t{1} << 32;
// What projected volumes ask for. Old clients do not read their token again, so it lives on while
// "warnafter" says when it should have been renewed.
constexpr std::int64_t kRenewed = 3607;
constexpr std::int64_t kExtended = 365 * 24 * 3600;

Result<void> named(const std::string& name, Result<void> checked) {
  return std::move(checked).map_error([&](Error error) {
    return with_context(std::move(error),
                        "TokenRequest.authentication.k8s.io \"" + name + "\" is invalid");
  });
}

Error conflict(const std::string& what, const std::string& name, const std::string& why) {
  return {Code::kConflict,
          "Operation cannot be fulfilled on " + what + " \"" + name + "\": " + why};
}

Result<void> check_metadata(const json::Value& metadata, const api::Key& account) {
  const api::FieldPath root;
  const api::FieldPath at = root.child("metadata");
  api::Faults faults;
  const std::string& name = metadata.at("name").as_string();
  const std::string& ns = metadata.at("namespace").as_string();
  if (!name.empty() && name != account.name) {
    faults.invalid(at.child("name"), name, "must match the service account name if specified");
  } else if (!ns.empty() && ns != account.ns) {
    faults.invalid(at.child("namespace"), ns,
                   "must match the service account namespace if specified");
  }
  return named(account.name, std::move(faults).result());
}

Result<void> check_spec(const json::Value& spec) {
  const api::FieldPath root;
  const api::FieldPath at = root.child("spec");
  api::Faults faults;
  const json::Value& duration = spec.at("expirationSeconds");
  if (duration.as_int() < kLeast) {
    faults.invalid(at.child("expirationSeconds"), duration,
                   "may not specify a duration less than 10 minutes");
  }
  if (duration.as_int() > kMost) {
    faults.invalid(at.child("expirationSeconds"), duration,
                   "may not specify a duration larger than 2^32 seconds");
  }
  return named("", std::move(faults).result());
}

json::Value reference_to(const json::Value& object) {
  return json::Object{{"name", api::name(object)}, {"uid", api::uid(object)}};
}

// What it says where it is silent, before anybody else sees it.
void apply_defaults(json::Value& request) {
  request["apiVersion"] = "authentication.k8s.io/v1";
  request["kind"] = "TokenRequest";
  if (!request.at("spec", "expirationSeconds").is_int()) {
    request["spec"]["expirationSeconds"] = kDefault;
  }
}

void fill_in(json::Value& request, const json::Value& account, WallTime now) {
  request["metadata"]["name"] = api::name(account);
  request["metadata"]["namespace"] = api::ns(account);
  request["metadata"]["uid"] = api::uid(account);
  request["metadata"]["creationTimestamp"] = format_rfc3339(now);
  json::Value& spec = request["spec"];
  if (spec.at("audiences").as_array().empty()) {
    spec["audiences"] = json::Array{kIssuer};
  }
  request.erase("status");
}

// Puts what the token is to be bound to into the claims.
class Binder {
 public:
  Binder(const registry::Registry& registry, const api::Key& account)
      : registry_(registry), account_(account) {}

  Result<void> bind(const json::Value& reference, json::Value& claims) const {
    const std::string& kind = reference.at("kind").as_string();
    const std::string& version = reference.at("apiVersion").as_string();
    const bool core = version.find('/') == std::string::npos;
    if (!core || (kind != "Pod" && kind != "Secret" && kind != "Node")) {
      return fail(Code::kBadRequest, "cannot bind token to object of type " +
                                         (core ? "/" + version : version) + ", Kind=" + kind);
    }
    const api::Kind& type = kind == "Pod"      ? api::kinds::pod()
                            : kind == "Secret" ? api::kinds::secret()
                                               : api::kinds::node();
    TRY_ASSIGN(const json::Value object, read(type, reference.at("name").as_string()));
    if (kind == "Pod") {
      TRY(bind_pod(object, claims));
    }
    const std::string& uid = reference.at("uid").as_string();
    if (!uid.empty() && uid != api::uid(object)) {
      return tl::unexpected(conflict(
          kind, api::name(object),
          "the UID in the bound object reference (" + uid +
              ") does not match the UID in record. The object might have been deleted and then "
              "recreated"));
    }
    claims[kind == "Pod" ? "pod" : kind == "Secret" ? "secret" : "node"] = reference_to(object);
    return {};
  }

 private:
  Result<json::Value> read(const api::Kind& kind, const std::string& name) const {
    TRY_ASSIGN(const auto stored, registry_.get(kind, {kind.namespaced ? account_.ns : "", name}));
    return stored.decode();
  }

  Result<void> bind_pod(const json::Value& pod, json::Value& claims) const {
    if (pod.at("spec", "serviceAccountName").as_string() != account_.name) {
      return fail(Code::kBadRequest, "cannot bind token for serviceaccount \"" + account_.name +
                                         "\" to pod running with different serviceaccount name.");
    }
    const std::string& node = pod.at("spec", "nodeName").as_string();
    if (!node.empty()) {
      const auto object = read(api::kinds::node(), node);
      claims["node"] = object ? reference_to(*object) : json::Object{{"name", node}};
    }
    return {};
  }

  const registry::Registry& registry_;
  const api::Key& account_;
};

Result<void> check_uid(const json::Value& request, const json::Value& account) {
  const std::string& uid = request.at("metadata", "uid").as_string();
  if (uid.empty() || uid == api::uid(account)) {
    return {};
  }
  return tl::unexpected(conflict("TokenRequest.authentication.k8s.io", api::name(account),
                                 "the UID in the token request (" + uid +
                                     ") does not match the UID of the service account (" +
                                     api::uid(account) + ")"));
}

// `about` is what is said of the account and of what the token is bound to.
json::Value make_claims(const json::Value& spec, json::Value about, WallTime now) {
  const std::int64_t start =
      std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  const json::Value& audiences = spec.at("audiences");
  const std::int64_t asked = spec.at("expirationSeconds").as_int();
  std::int64_t length = asked;
  if (asked == kRenewed && about.find("pod") != nullptr && audiences == json::Array{kIssuer}) {
    about["warnafter"] = start + asked;
    length = kExtended;
  }
  return json::Object{{"aud", audiences},
                      {"exp", start + length},
                      {"iat", start},
                      {"kubernetes.io", std::move(about)},
                      {"nbf", start}};
}

}  // namespace

Result<json::Value> TokenIssuer::issue(const api::Key& key, json::Value request,
                                       const registry::WriteOptions& options) const {
  const api::Kind& kind = api::kinds::service_account();
  const registry::Registry::Posted posted{.key = key, .subresource = "token", .options = options};
  apply_defaults(request);
  TRY(registry.mutate_posted(kind, posted, request));
  TRY(check_metadata(request.at("metadata"), key));
  TRY_ASSIGN(const auto stored, registry.get(kind, key));
  TRY_ASSIGN(const json::Value account, stored.decode());
  TRY(check_uid(request, account));
  const WallTime now = clock.now();
  fill_in(request, account, now);
  const json::Value& spec = request.at("spec");
  TRY(check_spec(spec));
  TRY(registry.validate_posted(kind, posted, request));
  json::Value about = json::Object{{"namespace", key.ns}};
  if (const json::Value* reference = spec.find("boundObjectRef")) {
    TRY(Binder(registry, key).bind(*reference, about));
  }
  about["serviceaccount"] = reference_to(account);
  json::Value claims = make_claims(spec, std::move(about), now);
  claims["sub"] = service_account_name(key);
  TRY_ASSIGN(std::string token, tokens.sign(std::move(claims)));
  const std::chrono::seconds asked(spec.at("expirationSeconds").as_int());
  request["status"] = json::Object{{"token", std::move(token)},
                                   {"expirationTimestamp", format_rfc3339(now + asked)}};
  return request;
}

}  // namespace sluice::auth
