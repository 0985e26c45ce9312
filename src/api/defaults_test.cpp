// SPDX-License-Identifier: Apache-2.0
#include "api/defaults.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

json::Value defaulted(const Kind& kind, const char* text) {
  json::Value object = json::parse(text).value();
  apply_defaults(kind, object);
  return object;
}

TEST(Defaults, FillInAPodAsKubernetesDoes) {
  const json::Value pod = defaulted(kinds::pod(), R"({"spec":{"containers":[
    {"name":"a","image":"busybox","ports":[{"containerPort":80}],
     "resources":{"limits":{"cpu":"1"}},"livenessProbe":{"httpGet":{"port":80}}}],
    "volumes":[{"name":"c","configMap":{"name":"x"}},{"name":"h","hostPath":{"path":"/"}}]}})");
  EXPECT_EQ(pod, json::parse(R"({"spec":{"containers":[
    {"name":"a","image":"busybox","ports":[{"containerPort":80,"protocol":"TCP"}],
     "resources":{"limits":{"cpu":"1"},"requests":{"cpu":"1"}},
     "livenessProbe":{"httpGet":{"port":80,"path":"/","scheme":"HTTP"},"failureThreshold":3,
       "periodSeconds":10,"successThreshold":1,"timeoutSeconds":1},
     "imagePullPolicy":"Always","terminationMessagePath":"/dev/termination-log",
     "terminationMessagePolicy":"File"}],
    "volumes":[{"name":"c","configMap":{"name":"x","defaultMode":420}},
               {"name":"h","hostPath":{"path":"/","type":""}}],
    "dnsPolicy":"ClusterFirst","restartPolicy":"Always","schedulerName":"default-scheduler",
    "securityContext":{},"terminationGracePeriodSeconds":30,"enableServiceLinks":true},
    "status":{}})")
                     .value())
      << json::write_pretty(pod);
}

TEST(Defaults, NeverChangeWhatIsThereAndAreIdempotent) {
  json::Value pod = defaulted(kinds::pod(), R"({"spec":{"restartPolicy":"Never",
    "containers":[{"name":"a","image":"a:1","imagePullPolicy":"Never"}]}})");
  EXPECT_EQ(pod.at("spec", "restartPolicy").as_string(), "Never");
  const json::Value once = pod;
  apply_defaults(kinds::pod(), pod);
  EXPECT_EQ(pod, once);
}

TEST(Defaults, ReachPodTemplates) {
  const json::Value job = defaulted(kinds::job(), R"({"spec":{"template":{"metadata":
    {"labels":{"a":"b"}},"spec":{"containers":[{"name":"a","image":"r.io:5000/a"}]}}}})");
  const json::Value& spec = job.at("spec");
  EXPECT_EQ(spec.at("completions").as_int(), 1);
  EXPECT_EQ(spec.at("parallelism").as_int(), 1);
  EXPECT_EQ(spec.at("backoffLimit").as_int(), 6);
  EXPECT_EQ(spec.at("completionMode").as_string(), "NonIndexed");
  EXPECT_EQ(spec.at("podReplacementPolicy").as_string(), "TerminatingOrFailed");
  EXPECT_EQ(spec.at("suspend"), json::Value(false));
  EXPECT_EQ(spec.at("template", "spec", "dnsPolicy").as_string(), "ClusterFirst");
  EXPECT_EQ(job.at("metadata", "labels", "a").as_string(), "b");
  EXPECT_EQ(spec.at("template", "spec", "containers").as_array()[0].at("imagePullPolicy"),
            json::Value("Always"));
}

}  // namespace
}  // namespace sluice::api
