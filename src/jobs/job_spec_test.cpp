// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(JobSpecs, TheManifestIsRead) {
  const auto connection = read_connection(manifest());
  ASSERT_TRUE(connection.has_value()) << connection.error().message;
  const auto& own = std::get<InlineConnection>(*connection);
  EXPECT_EQ(own.host, "forward.i3m.upv.es");
  EXPECT_EQ(own.port, 22012);
  EXPECT_EQ(own.secret_name, "secretoslum");
}

TEST(JobSpecs, AConnectionMayBeAnotherObject) {
  json::Value job = manifest();
  job["spec"].erase("connection");
  job["spec"]["connectionRef"] = json::Object{{"kind", "SlurmConnection"}, {"name", "hpc"}};
  const auto connection = read_connection(job);
  ASSERT_TRUE(connection.has_value()) << connection.error().message;
  EXPECT_EQ(std::get<ConnectionRef>(*connection).name, "hpc");
  job["spec"]["connectionRef"].erase("name");
  EXPECT_THAT(read_connection(job).error().message, HasSubstr("spec.connectionRef.name"));
}

TEST(JobSpecs, WhatIsMissingIsNamed) {
  for (const char* field : {"host", "port", "secretName"}) {
    json::Value job = manifest();
    job["spec"]["connection"].erase(field);
    EXPECT_THAT(read_connection(job).error().message,
                HasSubstr(std::string("connection.") + field));
  }
  json::Value job = manifest();
  job["spec"]["connection"]["port"] = 70000;
  EXPECT_THAT(read_connection(job).error().message, HasSubstr("spec.connection.port"));
}

}  // namespace
}  // namespace sluice::jobs
