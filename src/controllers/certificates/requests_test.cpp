// SPDX-License-Identifier: Apache-2.0
#include "controllers/certificates/requests.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::controllers::certificates {
namespace {

using std::chrono::hours;

constexpr const char* kClient = "kubernetes.io/kube-apiserver-client";
constexpr const char* kKubelet = "kubernetes.io/kube-apiserver-client-kubelet";
constexpr const char* kServing = "kubernetes.io/kubelet-serving";

Notary::Subject node() {
  return {.name = "system:node:n1", .organizations = {"system:nodes"}};
}

std::string misfit(const char* signer, const Notary::Subject& subject,
                   const std::vector<std::string>& usages) {
  const auto fits = check_fit(signer, subject, usages);
  return fits ? "" : fits.error().message;
}

TEST(CertificateRequests, ClientsMayBeAnybody) {
  EXPECT_EQ(misfit(kClient, {.name = "ann", .organizations = {}}, {"client auth"}), "");
  EXPECT_EQ(misfit(kClient, {}, {"server auth"}),
            "invalid usage for client certificate: server auth");
  EXPECT_EQ(misfit(kClient, {}, {"digital signature"}),
            "missing required usage for client certificate: client auth");
}

TEST(CertificateRequests, KubeletsAreNodes) {
  const std::vector<std::string> usages{"client auth", "digital signature"};
  EXPECT_EQ(misfit(kKubelet, node(), usages), "");
  EXPECT_EQ(misfit(kKubelet, {.name = "x", .organizations = {"a", "system:nodes"}}, usages),
            "subject organization is not system:nodes");
  EXPECT_EQ(misfit(kKubelet, {.name = "x", .organizations = {"system:nodes"}}, usages),
            "subject common name does not begin with system:node:");
  EXPECT_EQ(misfit(kKubelet, node(), {"client auth"}),
            "usages did not match [client auth digital signature key encipherment]");
  Notary::Subject placed = node();
  placed.ip_addresses = 1;
  EXPECT_EQ(misfit(kKubelet, placed, usages), "IP subjectAltNames are not allowed");
}

TEST(CertificateRequests, KubeletsServeSomewhere) {
  const std::vector<std::string> usages{"server auth", "digital signature", "key encipherment"};
  EXPECT_EQ(misfit(kServing, node(), usages), "DNS or IP subjectAltName is required");
  Notary::Subject placed = node();
  placed.dns_names = 1;
  EXPECT_EQ(misfit(kServing, placed, usages), "");
  placed.uris = 1;
  EXPECT_EQ(misfit(kServing, placed, usages), "URI subjectAltNames are not allowed");
}

TEST(CertificateRequests, TheLegacySignerTakesAll) {
  EXPECT_EQ(misfit("kubernetes.io/legacy-unknown", {}, {"any"}), "");
  EXPECT_FALSE(is_known_signer("example.com/mine"));
}

TEST(CertificateRequests, OfKubeletsMayBeApprovedForTheirAuthors) {
  const auto grounds = [](const std::string& author, const std::string& signer) {
    std::string names;
    const auto request =
        json::parse(R"({"spec":{"username":")" + author + R"(","signerName":")" + signer +
                    R"(","usages":["digital signature","client auth"]}})");
    for (const Ground& ground : grounds_for_approval(request.value(), node())) {
      names += ground.subresource + " ";
    }
    return names;
  };
  EXPECT_EQ(grounds("system:node:n1", kKubelet), "selfnodeclient nodeclient ");
  EXPECT_EQ(grounds("system:bootstrap:x", kKubelet), "nodeclient ");
  EXPECT_EQ(grounds("system:node:n1", kClient), "");
}

TEST(CertificateRequests, LastAsAskedWithinLimits) {
  const auto of = [](const char* spec) { return length(json::parse(spec).value()); };
  EXPECT_EQ(of(R"({"spec":{}})"), hours(24 * 365));
  EXPECT_EQ(of(R"({"spec":{"expirationSeconds":7200}})"), hours(2));
  EXPECT_EQ(of(R"({"spec":{"expirationSeconds":60}})"), std::chrono::minutes(10));
  EXPECT_EQ(of(R"({"spec":{"expirationSeconds":2000000000}})"), hours(24 * 365));
}

std::string cleaned(const std::string& status, std::optional<WallTime> expires = std::nullopt) {
  const auto time =
      cleaned_at(json::parse(R"({"metadata":{"creationTimestamp":"2030-01-01T00:00:00Z"},)" +
                             (R"("status":{)" + status + "}}"))
                     .value(),
                 expires);
  return time ? format_rfc3339(*time) : "never";
}
std::string condition(const std::string& type) {
  return R"("conditions":[{"type":")" + type +
         R"(","status":"True","lastUpdateTime":"2030-01-01T10:00:00Z"}])";
}

TEST(CertificateRequests, GoWhenTheyAreOfNoUse) {
  EXPECT_EQ(cleaned(""), "2030-01-02T00:00:00Z");
  EXPECT_EQ(cleaned(condition("Approved")), "2030-01-02T10:00:00Z");
  EXPECT_EQ(cleaned(condition("Approved") + R"(,"certificate":"x")"), "2030-01-01T11:00:00Z");
  EXPECT_EQ(cleaned(condition("Denied")), "2030-01-01T11:00:00Z");
  EXPECT_EQ(cleaned(condition("Failed")), "2030-01-01T11:00:00Z");
  EXPECT_EQ(cleaned(condition("Other")), "never");
  const WallTime end = *parse_rfc3339("2030-01-01T10:10:00Z");
  EXPECT_EQ(cleaned(condition("Approved") + R"(,"certificate":"x")", end), "2030-01-01T10:10:00Z");
}

TEST(CertificateRequests, AwaitTheirSignatureWhenApproved) {
  const auto awaits = [](const std::string& status) {
    return awaits_signature(json::parse(R"({"status":{)" + status + "}}").value());
  };
  EXPECT_TRUE(awaits(condition("Approved")));
  EXPECT_FALSE(awaits(condition("Denied")));
  EXPECT_FALSE(awaits(""));
  EXPECT_FALSE(awaits(condition("Approved") + R"(,"certificate":"x")"));
}

}  // namespace
}  // namespace sluice::controllers::certificates
