// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/pod_security_checks.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

std::string violations(SecurityLevel level, std::string_view spec,
                       std::string_view version = "latest", std::string_view annotations = "{}") {
  std::string text;
  const json::Value pod = json::Object{
      {"metadata", json::Object{{"annotations", json_of(annotations)}}}, {"spec", json_of(spec)}};
  for (const SecurityViolation& violation : security_violations(level, version, pod)) {
    text += (text.empty() ? "" : ", ") + violation.reason + " (" + violation.detail + ")";
  }
  return text;
}

std::string baseline(std::string_view spec, std::string_view version = "latest",
                     std::string_view annotations = "{}") {
  return violations(SecurityLevel::kBaseline, spec, version, annotations);
}

// The reasons alone, which tell what counts.
std::string restricted_reasons(std::string_view version, std::string_view spec) {
  std::string text;
  const json::Value pod = json::Object{{"spec", json_of(spec)}};
  for (const SecurityViolation& violation :
       security_violations(SecurityLevel::kRestricted, version, pod)) {
    text += (text.empty() ? "" : ", ") + violation.reason;
  }
  return text;
}

TEST(PodSecurityChecks, BaselineKeepsPodsOffTheHost) {
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

TEST(PodSecurityChecks, BaselineKeepsPodsInTheirConfinement) {
  EXPECT_EQ(baseline(R"({"securityContext":{"seLinuxOptions":{"type":"x","user":"u"}},
                         "containers":[{"name":"c","securityContext":{"seLinuxOptions":{
                         "role":"r","type":"container_t"}}}]})"),
            "seLinuxOptions (pod and container \"c\" set forbidden "
            "securityContext.seLinuxOptions: type \"x\"; user may not be set; role may not be "
            "set)");
  EXPECT_EQ(baseline(R"({"securityContext":{"appArmorProfile":{"type":"Unconfined"}},
                         "containers":[{"name":"c","securityContext":{"appArmorProfile":{
                         "type":"Localhost"}}}]})"),
            "forbidden AppArmor profile (pod must not set AppArmor profile type to "
            "\"Unconfined\")");
  EXPECT_EQ(baseline(R"({"containers":[{"name":"c"}]})", "v1.0",
                     R"({"container.apparmor.security.beta.kubernetes.io/c":"unconfined",
                         "container.apparmor.security.beta.kubernetes.io/d":"localhost/x"})"),
            "forbidden AppArmor profile (annotation must not set AppArmor profile type to "
            "\"container.apparmor.security.beta.kubernetes.io/c=\"unconfined\"\")");
  EXPECT_EQ(baseline(R"({"securityContext":{"windowsOptions":{"hostProcess":true}},
                         "containers":[{"name":"c","securityContext":{"windowsOptions":{
                         "hostProcess":true}}}]})"),
            "hostProcess (pod and container \"c\" must not set "
            "securityContext.windowsOptions.hostProcess=true)");
}

TEST(PodSecurityChecks, ProbesOfOtherHostsCountSince34) {
  constexpr std::string_view kSpec = R"({"containers":[
      {"name":"d","livenessProbe":{"httpGet":{"host":"h"}},"startupProbe":{"tcpSocket":{}}},
      {"name":"c","lifecycle":{"preStop":{"tcpSocket":{"host":"a"}}}}]})";
  EXPECT_EQ(baseline(kSpec, "v1.33"), "");
  EXPECT_EQ(baseline(kSpec, "v1.34"),
            "probe or lifecycle host (containers \"c\", \"d\" use probe or lifecycle hosts "
            "\"a\", \"h\")");
}

TEST(PodSecurityChecks, AnOldVersionOfTheBaselineIsWhatItWas) {
  constexpr std::string_view kSeccomp =
      R"({"securityContext":{"seccompProfile":{"type":"Unconfined"}},"containers":[{"name":"c"}]})";
  constexpr std::string_view kAnnotation =
      R"({"container.seccomp.security.alpha.kubernetes.io/c":"unconfined"})";
  EXPECT_EQ(baseline(kSeccomp, "v1.18", kAnnotation),
            "seccompProfile (forbidden annotation "
            "container.seccomp.security.alpha.kubernetes.io/c=\"unconfined\")");
  EXPECT_EQ(baseline(kSeccomp, "v1.19", kAnnotation),
            "seccompProfile (pod must not set securityContext.seccompProfile.type to "
            "\"Unconfined\")");
  constexpr std::string_view kEngine =
      R"({"securityContext":{"seLinuxOptions":{"type":"container_engine_t"}}})";
  EXPECT_NE(baseline(kEngine, "v1.30"), "");
  EXPECT_EQ(baseline(kEngine, "v1.31"), "");
  constexpr std::string_view kSysctls = R"({"securityContext":{"sysctls":[
      {"name":"net.ipv4.ip_local_reserved_ports"},{"name":"net.ipv4.tcp_fin_timeout"},
      {"name":"net.ipv4.tcp_rmem"}]}})";
  EXPECT_EQ(baseline(kSysctls, "v1.27"),
            "forbidden sysctls (net.ipv4.tcp_fin_timeout, net.ipv4.tcp_rmem)");
  EXPECT_EQ(baseline(kSysctls, "v1.31"), "forbidden sysctls (net.ipv4.tcp_rmem)");
  EXPECT_EQ(baseline(kSysctls, "v1.99"), "");
}

TEST(PodSecurityChecks, TheRestrictedLevelGrewStricter) {
  constexpr std::string_view kSpec = R"({"securityContext":{"runAsUser":0},"containers":[
      {"name":"c","securityContext":{"capabilities":{"add":["SYS_ADMIN"]}}}]})";
  EXPECT_EQ(restricted_reasons("v1.7", kSpec), "non-default capabilities, runAsNonRoot != true");
  EXPECT_EQ(restricted_reasons("v1.8", kSpec),
            "non-default capabilities, allowPrivilegeEscalation != false, runAsNonRoot != true");
  EXPECT_EQ(restricted_reasons("v1.22", kSpec),
            "allowPrivilegeEscalation != false, unrestricted capabilities, runAsNonRoot != true, "
            "seccompProfile");
  EXPECT_EQ(restricted_reasons("v1.23", kSpec),
            "allowPrivilegeEscalation != false, unrestricted capabilities, runAsNonRoot != true, "
            "runAsUser=0, seccompProfile");
}

TEST(PodSecurityChecks, PodsForWindowsAndWithOwnUsersAreAskedForLessLately) {
  constexpr std::string_view kWindows = R"({"os":{"name":"windows"},"containers":[{"name":"c"}]})";
  EXPECT_EQ(restricted_reasons("v1.24", kWindows),
            "allowPrivilegeEscalation != false, unrestricted capabilities, runAsNonRoot != true, "
            "seccompProfile");
  EXPECT_EQ(restricted_reasons("v1.25", kWindows), "runAsNonRoot != true");

  constexpr std::string_view kOwn = R"({"hostUsers":false,"os":{"name":"windows"},"containers":[
      {"name":"c","securityContext":{"procMount":"Unmasked","runAsUser":0}}]})";
  EXPECT_EQ(restricted_reasons("v1.34", kOwn), "procMount, runAsNonRoot != true, runAsUser=0");
  EXPECT_EQ(restricted_reasons("latest", kOwn), "procMount");
  EXPECT_NE(baseline(kOwn, "v1.34"), "");
  EXPECT_EQ(baseline(kOwn), "");
}

TEST(PodSecurityChecks, PrivilegedPodsMayAnything) {
  EXPECT_EQ(violations(SecurityLevel::kPrivileged, R"({"hostNetwork":true})"), "");
}

}  // namespace
}  // namespace sluice::registry
