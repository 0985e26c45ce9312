// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

std::string faults_of(std::string_view type, const char* text) {
  return faults_of(container_part_rules(), type, text);
}

TEST(ContainerParts, SourcesOfTheEnvironmentAreOneEach) {
  EXPECT_EQ(faults_of("core.v1.Container", R"({"envFrom":[{}]})"),
            "x.envFrom: Invalid value: \"\": must specify one of: `configMapRef` or `secretRef`\n");
  EXPECT_EQ(
      faults_of("core.v1.Container", R"({"envFrom":[{"configMapRef":{},"secretRef":{}}]})"),
      "x.envFrom: Invalid value: \"\": may not have more than one field specified at a time\n");
  EXPECT_NE(faults_of("core.v1.Container", R"({"envFrom":[{"prefix":"1=a","secretRef":{}}]})"), "");
  EXPECT_EQ(faults_of("core.v1.Container", R"({"envFrom":[{"secretRef":{}}]})"), "");
}

TEST(ContainerParts, MountsStayInTheirVolume) {
  EXPECT_EQ(faults_of("core.v1.Container", R"({"volumeMounts":[{"subPath":"/y"}]})"),
            "x.volumeMounts.subPath: Invalid value: \"/y\": must be a relative path\n");
  EXPECT_NE(faults_of("core.v1.Container", R"({"volumeMounts":[{"subPath":"a/../b"}]})"), "");
  EXPECT_NE(
      faults_of("core.v1.Container", R"({"volumeMounts":[{"subPath":"a","subPathExpr":"b"}]})"),
      "");
  EXPECT_NE(
      faults_of("core.v1.Container", R"({"volumeMounts":[{"mountPropagation":"Bidirectional"}]})"),
      "");
  EXPECT_EQ(
      faults_of("core.v1.Container", R"({"securityContext":{"privileged":true},)"
                                     R"("volumeMounts":[{"mountPropagation":"Bidirectional"}]})"),
      "");
  EXPECT_NE(faults_of("core.v1.Container", R"({"volumeMounts":[{"recursiveReadOnly":"Enabled"}]})"),
            "");
}

TEST(ContainerParts, FieldsOfPodsThatCanBeShown) {
  EXPECT_EQ(faults_of("core.v1.EnvVarSource", R"({"fieldRef":{"fieldPath":"status.podIP"}})"), "");
  EXPECT_EQ(
      faults_of("core.v1.EnvVarSource", R"({"fieldRef":{"fieldPath":"metadata.labels['a']"}})"),
      "");
  EXPECT_EQ(faults_of("core.v1.EnvVarSource", R"({"fieldRef":{"fieldPath":"metadata.bad"}})"),
            "x.fieldRef.fieldPath: Invalid value: \"metadata.bad\": error converting fieldPath: "
            "field label not supported: metadata.bad\n");
  EXPECT_NE(faults_of("core.v1.EnvVarSource", R"({"fieldRef":{"fieldPath":"status.phase"}})"), "");
  EXPECT_EQ(faults_of("core.v1.DownwardAPIVolumeSource", R"({"items":[{"path":"p"}]})"),
            "x: Required value: one of fieldRef and resourceFieldRef is required\n");
  EXPECT_NE(faults_of("core.v1.DownwardAPIVolumeSource",
                      R"({"items":[{"fieldRef":{"fieldPath":"spec.nodeName"}}]})"),
            "");
}

TEST(ContainerParts, ProjectionsHeadersAndPrivileges) {
  EXPECT_EQ(
      faults_of("core.v1.ProjectedVolumeSource", R"({"sources":[{"serviceAccountToken":{}}]})"),
      "x.path: Required value\n");
  EXPECT_EQ(faults_of("core.v1.ProjectedVolumeSource",
                      R"({"sources":[{"configMap":{"name":"a","items":[{"path":"p"}]}},)"
                      R"({"secret":{"name":"b","items":[{"path":"p"}]}}]})"),
            "x: Invalid value: \"b\": conflicting duplicate paths\n");
  EXPECT_NE(faults_of("core.v1.HTTPGetAction", R"({"httpHeaders":[{"name":"a b"}]})"), "");
  EXPECT_NE(faults_of("core.v1.SecurityContext",
                      R"({"allowPrivilegeEscalation":false,"privileged":true})"),
            "");
  EXPECT_EQ(faults_of("core.v1.SecurityContext", R"({"privileged":true})"), "");
}

}  // namespace
}  // namespace sluice::api
