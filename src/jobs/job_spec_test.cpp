// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "json/yaml.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

// As the thesis writes it.
constexpr const char* kManifest = R"(
apiVersion: slurmjob.dev/v1
kind: SlurmJob
metadata: {name: slumrjobtest1, namespace: slurmjoboperator}
spec:
  name: slumrjobtest1
  connection: {host: "forward.i3m.upv.es", port: "22012", secretName: secretoslum}
  job:
    scriptCode: |
      #!/bin/sh
      /bin/sleep 60
)";

json::Value manifest() {
  return json::parse_yaml(kManifest)->front();
}

json::Value secret(const std::vector<std::pair<std::string, std::string>>& values) {
  json::Value data = json::Object{};
  for (const auto& [key, value] : values) {
    data[key] = base64_encode(value);
  }
  return json::Object{{"data", data}};
}

TEST(JobSpecs, TheManifestIsRead) {
  const auto spec = read_spec(manifest());
  ASSERT_TRUE(spec.has_value()) << spec.error().message;
  EXPECT_EQ(spec->host, "forward.i3m.upv.es");
  EXPECT_EQ(spec->port, 22012);
  EXPECT_EQ(spec->secret_name, "secretoslum");
  EXPECT_EQ(spec->script, "#!/bin/sh\n/bin/sleep 60\n");
}

TEST(JobSpecs, WhatIsMissingIsNamed) {
  for (const char* field : {"host", "port", "secretName"}) {
    json::Value job = manifest();
    job["spec"]["connection"].erase(field);
    EXPECT_THAT(read_spec(job).error().message, HasSubstr(std::string("connection.") + field));
  }
  json::Value job = manifest();
  job["spec"]["job"].erase("scriptCode");
  EXPECT_THAT(read_spec(job).error().message, HasSubstr("spec.job.scriptCode"));
  job = manifest();
  job["spec"]["connection"]["port"] = 70000;
  EXPECT_THAT(read_spec(job).error().message, HasSubstr("spec.connection.port"));
}

TEST(JobSpecs, ASecretGivesUserCredentialAndKnownHosts) {
  const auto spec = read_spec(manifest());
  const auto endpoint = read_endpoint(
      *spec, secret({{"user", "migagi\n"}, {"passwd", "pass"}, {"knownHosts", "a b c"}}), "d e f");
  ASSERT_TRUE(endpoint.has_value());
  EXPECT_EQ(to_string(*endpoint), "migagi@forward.i3m.upv.es:22012");
  EXPECT_EQ(endpoint->password, "pass");
  EXPECT_EQ(endpoint->known_hosts, "a b c\nd e f");
}

TEST(JobSpecs, WhatASecretLacksIsNamedAndItsValuesAreNot) {
  const auto spec = read_spec(manifest());
  const auto no_password = read_endpoint(*spec, secret({{"user", "migagi"}}), "");
  EXPECT_THAT(no_password.error().message,
              testing::AllOf(HasSubstr("secretoslum"), HasSubstr("\"passwd\"")));
  const auto no_user = read_endpoint(*spec, secret({{"passwd", "TOPSECRET"}}), "");
  EXPECT_THAT(no_user.error().message, HasSubstr("\"user\""));
  EXPECT_THAT(no_user.error().message, testing::Not(HasSubstr("TOPSECRET")));
}

}  // namespace
}  // namespace sluice::jobs
