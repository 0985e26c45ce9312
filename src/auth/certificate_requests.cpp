// SPDX-License-Identifier: Apache-2.0
#include "auth/certificate_requests.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"
#include "http/certificate_request.h"

namespace sluice::auth {
namespace {

constexpr const char* kGroup = "certificates.k8s.io";
constexpr const char* kClientSigner = "kubernetes.io/kube-apiserver-client";

tl::unexpected<Error> refuse(const json::Value& object, const std::string& why) {
  return fail(Code::kForbidden, "certificatesigningrequests." + std::string(kGroup) + " \"" +
                                    api::name(object) + "\" is forbidden: " + why);
}

bool may(const Rbac& rbac, const User& user, const std::string& verb, const std::string& signer) {
  const std::string everyone_of_domain = signer.substr(0, signer.find('/')) + "/*";
  for (const std::string& name : {signer, everyone_of_domain}) {
    const Attributes wish{.verb = verb,
                          .is_resource = true,
                          .group = kGroup,
                          .version = "*",
                          .resource = "signers",
                          .name = name};
    if (rbac.decide(user, wish).allowed) {
      return true;
    }
  }
  return false;
}

Result<void> check_signer(const Rbac& rbac, const User& user, const std::string& verb,
                          const json::Value& current) {
  const std::string& signer = current.at("spec", "signerName").as_string();
  if (may(rbac, user, verb, signer)) {
    return {};
  }
  return refuse(current,
                "user not permitted to " + verb + " requests with signerName \"" + signer + "\"");
}

Result<void> check_subject(const json::Value& object) {
  if (object.at("spec", "signerName").as_string() != kClientSigner) {
    return {};
  }
  const auto pem = base64_decode(object.at("spec", "request").as_string());
  const auto subject = http::parse_certificate_request(pem.value_or(""));
  if (!subject) {
    return refuse(object, "failed to parse CSR: " + subject.error().message);
  }
  const auto& groups = subject->organizations;
  if (std::find(groups.begin(), groups.end(), kMasters) != groups.end()) {
    return refuse(object, "use of " + std::string(kClientSigner) +
                              " signer with system:masters group is not allowed");
  }
  return {};
}

bool same_status(const json::Value& object, const json::Value& current) {
  return object.at("status", "certificate") == current.at("status", "certificate") &&
         object.at("status", "conditions").as_array() ==
             current.at("status", "conditions").as_array();
}

}  // namespace

Result<void> check_certificate_write(const Rbac& rbac, const User& user,
                                     std::string_view subresource, const json::Value& object,
                                     const json::Value* current) {
  if (current == nullptr) {
    return check_subject(object);
  }
  if (subresource == "approval") {
    return check_signer(rbac, user, "approve", *current);
  }
  if (subresource == "status" && !same_status(object, *current)) {
    return check_signer(rbac, user, "sign", *current);
  }
  return {};
}

}  // namespace sluice::auth
