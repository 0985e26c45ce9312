// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/pod_security_checks.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

std::string violations(SecurityLevel level, std::string_view spec) {
  std::string text;
  for (const SecurityViolation& violation : security_violations(level, json_of(spec))) {
    text += (text.empty() ? "" : ", ") + violation.reason + " (" + violation.detail + ")";
  }
  return text;
}

TEST(PodSecurityChecks, BaselineKeepsPodsOffTheHost) {
  const auto baseline = [](std::string_view spec) {
    return violations(SecurityLevel::kBaseline, spec);
  };
  EXPECT_EQ(baseline(R"({"containers":[{"name":"c"}]})"), "");
  EXPECT_EQ(baseline(R"({"hostNetwork":true,"hostPID":true})"),
            "host namespaces (hostNetwork=true, hostPID=true)");
  EXPECT_EQ(baseline(R"({"volumes":[{"name":"v","hostPath":{"path":"/"}}]})"),
            "hostPath volumes (volume \"v\")");
  EXPECT_EQ(baseline(R"({"containers":[{"name":"a","ports":[{"hostPort":80}]},
                                       {"name":"b","ports":[{"hostPort":81}]}]})"),
            "hostPort (containers \"a\", \"b\" use hostPorts 80, 81)");
  EXPECT_EQ(baseline(R"({"containers":[{"name":"c","securityContext":{"privileged":true,
                         "procMount":"Unmasked","capabilities":{"add":["KILL","SYS_ADMIN"]},
                         "seccompProfile":{"type":"Unconfined"}}}]})"),
            "non-default capabilities (container \"c\" must not include \"SYS_ADMIN\" in "
            "securityContext.capabilities.add), privileged (container \"c\" must not set "
            "securityContext.privileged=true), procMount (container \"c\" must not set "
            "securityContext.procMount to \"Unmasked\"), seccompProfile (container \"c\" must not "
            "set securityContext.seccompProfile.type to \"Unconfined\")");
  EXPECT_EQ(baseline(R"({"securityContext":{"sysctls":[{"name":"kernel.msgmax"}]}})"),
            "forbidden sysctls (kernel.msgmax)");
}

TEST(PodSecurityChecks, RestrictedWantsEverythingSaid) {
  EXPECT_EQ(
      violations(SecurityLevel::kRestricted, R"({"containers":[{"name":"c"}]})"),
      "allowPrivilegeEscalation != false (container \"c\" must set "
      "securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "
      "\"c\" must set securityContext.capabilities.drop=[\"ALL\"]), runAsNonRoot != true (pod "
      "or container \"c\" must set securityContext.runAsNonRoot=true), seccompProfile (pod or "
      "container \"c\" must set securityContext.seccompProfile.type to \"RuntimeDefault\" or "
      "\"Localhost\")");
  EXPECT_EQ(violations(SecurityLevel::kRestricted, R"({"securityContext":{"runAsNonRoot":true,
      "seccompProfile":{"type":"RuntimeDefault"}},"volumes":[{"name":"e","emptyDir":{}}],
      "containers":[{"name":"c","securityContext":{"allowPrivilegeEscalation":false,
      "capabilities":{"drop":["ALL"],"add":["NET_BIND_SERVICE"]}}}]})"),
            "");
  EXPECT_EQ(violations(SecurityLevel::kRestricted, R"({"securityContext":{"runAsNonRoot":false,
      "runAsUser":0,"seccompProfile":{"type":"RuntimeDefault"}},
      "volumes":[{"name":"n","nfs":{}}]})"),
            "restricted volume types (volume \"n\" uses restricted volume type \"nfs\"), "
            "runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false), "
            "runAsUser=0 (pod must not set runAsUser=0)");
}

TEST(PodSecurityChecks, PrivilegedPodsMayAnything) {
  EXPECT_EQ(violations(SecurityLevel::kPrivileged, R"({"hostNetwork":true})"), "");
}

}  // namespace
}  // namespace sluice::registry
