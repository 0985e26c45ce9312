// SPDX-License-Identifier: Apache-2.0
#include "controllers/certificates/requests.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "base/timestamp.h"
#include "json/strings.h"

namespace sluice::controllers::certificates {
namespace {

using Usages = std::vector<std::string>;

constexpr std::string_view kKubeletClient = "kubernetes.io/kube-apiserver-client-kubelet";
constexpr std::chrono::hours kLongest{24 * 365};
constexpr std::chrono::minutes kShortest{10};
constexpr std::chrono::hours kKeptWhenDone{1};
constexpr std::chrono::hours kKeptWhenPending{24};

Result<void> misfit(const std::string& why) {
  return fail(Code::kInvalid, why);
}

bool are(const Usages& usages, const std::set<std::string>& wanted) {
  return std::set<std::string>(usages.begin(), usages.end()) == wanted;
}

// The encipherment is for RSA keys.
Result<void> check_usages(const Usages& usages, const std::string& purpose) {
  if (are(usages, {"digital signature", "key encipherment", purpose}) ||
      are(usages, {"digital signature", purpose})) {
    return {};
  }
  std::set<std::string> wanted{"digital signature", "key encipherment", purpose};
  std::string list;
  for (const std::string& usage : wanted) {
    list += (list.empty() ? "" : " ") + usage;
  }
  return misfit("usages did not match [" + list + "]");
}

Result<void> check_organization(const Notary::Subject& subject) {
  return subject.organizations == std::vector<std::string>{"system:nodes"}
             ? Result<void>()
             : misfit("subject organization is not system:nodes");
}

Result<void> check_name(const Notary::Subject& subject) {
  return subject.name.starts_with("system:node:")
             ? Result<void>()
             : misfit("subject common name does not begin with system:node:");
}

Result<void> check_kubelet_serving(const Notary::Subject& subject, const Usages& usages) {
  TRY(check_organization(subject));
  if (subject.dns_names + subject.ip_addresses == 0) {
    return misfit("DNS or IP subjectAltName is required");
  }
  if (subject.emails > 0) {
    return misfit("Email subjectAltNames are not allowed");
  }
  if (subject.uris > 0) {
    return misfit("URI subjectAltNames are not allowed");
  }
  TRY(check_usages(usages, "server auth"));
  return check_name(subject);
}

Result<void> check_kubelet_client(const Notary::Subject& subject, const Usages& usages) {
  TRY(check_organization(subject));
  if (subject.dns_names > 0) {
    return misfit("DNS subjectAltNames are not allowed");
  }
  if (subject.emails > 0) {
    return misfit("Email subjectAltNames are not allowed");
  }
  if (subject.ip_addresses > 0) {
    return misfit("IP subjectAltNames are not allowed");
  }
  if (subject.uris > 0) {
    return misfit("URI subjectAltNames are not allowed");
  }
  TRY(check_name(subject));
  return check_usages(usages, "client auth");
}

Result<void> check_client(const Notary::Subject&, const Usages& usages) {
  for (const std::string& usage : usages) {
    if (usage != "digital signature" && usage != "key encipherment" && usage != "client auth") {
      return misfit("invalid usage for client certificate: " + usage);
    }
  }
  if (std::find(usages.begin(), usages.end(), "client auth") == usages.end()) {
    return misfit("missing required usage for client certificate: client auth");
  }
  return {};
}

Result<void> check_nothing(const Notary::Subject&, const Usages&) {
  return {};
}

struct Signer {
  std::string_view name;
  Result<void> (*check)(const Notary::Subject& subject, const Usages& usages);
};
constexpr std::array kSigners = std::to_array<Signer>({
    {"kubernetes.io/kube-apiserver-client", check_client},
    {kKubeletClient, check_kubelet_client},
    {"kubernetes.io/kubelet-serving", check_kubelet_serving},
    {"kubernetes.io/legacy-unknown", check_nothing},
});

const Signer* find_signer(std::string_view name) {
  const auto* found = std::find_if(kSigners.begin(), kSigners.end(),
                                   [&](const Signer& signer) { return signer.name == name; });
  return found == kSigners.end() ? nullptr : found;
}

std::optional<WallTime> since(const json::Value* condition, Duration kept) {
  if (condition == nullptr) {
    return std::nullopt;
  }
  const auto updated = parse_rfc3339(condition->at("lastUpdateTime").as_string());
  return updated ? std::optional(*updated + kept) : std::nullopt;
}

}  // namespace

std::string request_pem(const client::Object& request) {
  return base64_decode(request.at("spec", "request").as_string()).value_or("");
}

std::vector<std::string> usages(const client::Object& request) {
  return json::to_strings(request.at("spec", "usages"));
}

bool is_issued(const client::Object& request) {
  return !request.at("status", "certificate").as_string().empty();
}

bool is_decided(const client::Object& request) {
  return api::condition(request, "Approved") != nullptr ||
         api::condition(request, "Denied") != nullptr;
}

bool awaits_signature(const client::Object& request) {
  return !is_issued(request) && api::condition(request, "Approved") != nullptr &&
         api::condition(request, "Denied") == nullptr && !api::has_condition(request, "Failed");
}

bool is_known_signer(std::string_view signer) {
  return find_signer(signer) != nullptr;
}

Result<void> check_fit(std::string_view signer, const Notary::Subject& subject,
                       const std::vector<std::string>& usages) {
  const Signer* known = find_signer(signer);
  return known == nullptr ? misfit("unrecognized signerName: \"" + std::string(signer) + "\"")
                          : known->check(subject, usages);
}

std::vector<Ground> grounds_for_approval(const client::Object& request,
                                         const Notary::Subject& subject) {
  if (request.at("spec", "signerName").as_string() != kKubeletClient ||
      !check_kubelet_client(subject, usages(request))) {
    return {};
  }
  std::vector<Ground> grounds;
  if (request.at("spec", "username").as_string() == subject.name) {
    grounds.push_back(
        {"selfnodeclient",
         "Auto approving self kubelet client certificate after SubjectAccessReview."});
  }
  grounds.push_back(
      {"nodeclient", "Auto approving kubelet client certificate after SubjectAccessReview."});
  return grounds;
}

Duration length(const client::Object& request) {
  const json::Value& asked = request.at("spec", "expirationSeconds");
  return asked.is_int()
             ? std::clamp<Duration>(std::chrono::seconds(asked.as_int()), kShortest, kLongest)
             : Duration(kLongest);
}

std::optional<WallTime> cleaned_at(const client::Object& request,
                                   const std::optional<WallTime>& expires) {
  std::optional<WallTime> first;
  const auto consider = [&](const std::optional<WallTime>& time) {
    if (time && (!first || *time < *first)) {
      first = time;
    }
  };
  const json::Value* approved = api::condition(request, "Approved");
  consider(since(api::condition(request, "Denied"), kKeptWhenDone));
  consider(since(api::condition(request, "Failed"), kKeptWhenDone));
  consider(since(approved, is_issued(request) ? kKeptWhenDone : kKeptWhenPending));
  if (approved != nullptr && is_issued(request)) {
    consider(expires);
  }
  if (request.at("status", "conditions").as_array().empty()) {
    const auto created = parse_rfc3339(request.at("metadata", "creationTimestamp").as_string());
    consider(created ? std::optional(*created + kKeptWhenPending) : std::nullopt);
  }
  return first;
}

}  // namespace sluice::controllers::certificates
