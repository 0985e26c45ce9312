// SPDX-License-Identifier: Apache-2.0
#include "jobs/result_pod.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/meta.h"
#include "jobs/job_pod.h"
#include "json/text.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

json::Value job(const std::string& spec) {
  return *json::parse(R"({"apiVersion":"slurmjob.dev/v1","kind":"SlurmJob",
      "metadata":{"name":"j","namespace":"n","uid":"u-1"},"status":{"run":2,"state":"COMPLETED"},
      "spec":)" + spec +
                      "}");
}

TEST(ResultPod, PrintsTheOutputOfTheRunAsTheJobsUser) {
  const json::Value own = job(
      R"({"connection":{"host":"h","port":"2222","secretName":"s"},"job":{"scriptCode":"#!/bin/sh\n"}})");
  const auto pod = make_result_pod(own, "registry.example/sluice:1", {});
  ASSERT_TRUE(pod.has_value()) << pod.error().message;
  EXPECT_TRUE(is_pod_of(*pod, own));
  EXPECT_EQ(api::key(*pod), (api::Key{"n", "j"}));
  EXPECT_EQ(api::annotation(*pod, kPodRun), "2");
  const json::Value& container = pod->at("spec", "containers").as_array().at(0);
  EXPECT_EQ(container.at("name").as_string(), kPodContainer);
  EXPECT_EQ(json::write(container.at("command")),
            R"(["sluice","job","output","--host=h","--port=2222","--uid=u-1","--run=2",)"
            R"("--credentials-dir=/run/slurmjob/credentials"])");
  const json::Value& volume = pod->at("spec", "volumes").as_array().at(0);
  EXPECT_EQ(volume.at("secret", "secretName").as_string(), "s");
  EXPECT_FALSE(pod->at("spec", "automountServiceAccountToken").as_bool(true));
  const json::Value& user = pod->at("spec", "securityContext");
  EXPECT_TRUE(user.at("runAsNonRoot").as_bool());
  EXPECT_EQ(user.at("fsGroup"), user.at("runAsGroup"));
  EXPECT_EQ(volume.at("secret", "defaultMode").as_int(), 0440);
  EXPECT_EQ(json::write(container.at("securityContext")),
            R"({"allowPrivilegeEscalation":false,"capabilities":{"drop":["ALL"]}})");
}

TEST(ResultPod, AnArrayHasAContainerForEachTaskAndAConnectionItsHosts) {
  const json::Value array = job(
      R"({"connectionRef":{"kind":"SlurmConnection","name":"c"},"job":{"array":"3-4","scriptCode":"#!/bin/sh\n"}})");
  const auto connection = json::parse(R"({"spec":{"ssh":{"host":"h","port":22,"secretName":"s",
      "knownHostsConfigMap":{"name":"hosts","key":"known_hosts"}}}})");
  const auto pod = make_result_pod(array, "i", *connection);
  ASSERT_TRUE(pod.has_value()) << pod.error().message;
  const json::Array& containers = pod->at("spec", "containers").as_array();
  ASSERT_EQ(containers.size(), 2U);
  EXPECT_EQ(containers[1].at("name").as_string(), "task-4");
  EXPECT_THAT(json::write(containers[1].at("command")), HasSubstr("--task=4"));
  EXPECT_THAT(json::write(containers[1].at("command")),
              HasSubstr("--known-hosts=/run/slurmjob/known-hosts/known_hosts"));
  EXPECT_EQ(pod->at("spec", "volumes").as_array().at(1).at("configMap", "name").as_string(),
            "hosts");
}

TEST(ResultPod, WhereAPodCannotGoIsToldByName) {
  const json::Value far =
      job(R"({"connectionRef":{"kind":"SlurmClusterConnection","name":"c"},"job":{}})");
  EXPECT_EQ(make_result_pod(far, "i", {}).error().code, Code::kUnsupported);
  const json::Value rest =
      job(R"({"connectionRef":{"kind":"SlurmConnection","name":"c"},"job":{}})");
  EXPECT_EQ(make_result_pod(rest, "i", *json::parse(R"({"spec":{"rest":{}}})")).error().code,
            Code::kUnsupported);
}

}  // namespace
}  // namespace sluice::jobs
