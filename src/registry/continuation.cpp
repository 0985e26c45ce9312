// SPDX-License-Identifier: Apache-2.0
#include "registry/continuation.h"

#include "base/text.h"
#include "json/text.h"

namespace sluice::registry {
namespace {

constexpr std::string_view kVersion = "meta.k8s.io/v1";

}  // namespace

std::string Continuation::token() const {
  const std::int64_t revision_number = revision == 0 ? -1 : static_cast<std::int64_t>(revision);
  return base64url_encode(
      json::write(json::Object{{"v", kVersion}, {"rv", revision_number}, {"start", start}}));
}

Result<Continuation> Continuation::parse(std::string_view token) {
  const auto refused = [](const std::string& why) {
    return fail(Code::kBadRequest, "invalid continue token: continue key is not valid: " + why);
  };
  const auto text = base64url_decode(token);
  if (!text.has_value()) {
    return refused("illegal base64 data");
  }
  const auto value = json::parse(*text);
  if (!value.has_value()) {
    return refused(value.error().message);
  }
  if (value->at("v").as_string() != kVersion) {
    return refused("server does not recognize this encoded version " + value->at("v").as_string());
  }
  if (!value->at("rv").is_int() || !value->at("start").is_string()) {
    return refused("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  }
  const std::int64_t revision = value->at("rv").as_int();
  return Continuation{revision <= 0 ? 0 : static_cast<store::Revision>(revision),
                      value->at("start").as_string()};
}

}  // namespace sluice::registry
