// SPDX-License-Identifier: Apache-2.0
#include "kubelet/resolve.h"

#include "json/text.h"
#include "kubelet/images/pod_images.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

class Resolve : public KubeletWorld {
 protected:
  Resolve() {
    EXPECT_TRUE(client_
                    .create(api::kinds::config_map(), *json::parse(R"({"apiVersion":"v1",
        "kind":"ConfigMap","metadata":{"name":"cm","namespace":"default"},"data":{"colour":"green"}})"))
                    .has_value());
    EXPECT_TRUE(client_
                    .create(api::kinds::secret(), *json::parse(R"({"apiVersion":"v1",
        "kind":"Secret","metadata":{"name":"s","namespace":"default"},"data":{"key":"c2VzYW1l"}})"))
                    .has_value());
  }
  Result<pod::PodSpec> resolve_with(const std::string& container) {
    json::Value pod = *json::parse(R"({"metadata":{"name":"p","namespace":"default","uid":"u",
        "labels":{"app":"web"}},"spec":{"restartPolicy":"Never","containers":[]}})");
    pod["spec"]["containers"].array().push_back(*json::parse(container));
    kubelet::PodObjects objects(client_, pod);
    return kubelet::resolve(objects, nullptr);
  }
  static std::string value(const pod::PodSpec& spec, std::string_view name) {
    std::string last = "(none)";  // it overrides those before it
    for (const pod::EnvVar& variable : spec.containers[0].environment) {
      last = variable.name == name ? variable.value : last;
    }
    return last;
  }
};

TEST_F(Resolve, EveryKindOfVariableIsLookedUp) {
  const auto spec =
      resolve_with(R"json({"name":"c","command":["echo","$(A)","$(NONE)"],"args":["$$(A)"],
      "envFrom":[{"prefix":"P_","configMapRef":{"name":"cm"}},{"secretRef":{"name":"no","optional":true}}],
      "resources":{"limits":{"cpu":"1500m","memory":"64Mi"}},
      "env":[{"name":"A","value":"1"},{"name":"B","value":"$(A)2"},
        {"name":"C","valueFrom":{"configMapKeyRef":{"name":"cm","key":"colour"}}},
        {"name":"D","valueFrom":{"secretKeyRef":{"name":"s","key":"key"}}},
        {"name":"E","valueFrom":{"fieldRef":{"fieldPath":"metadata.labels['app']"}}},
        {"name":"F","valueFrom":{"resourceFieldRef":{"resource":"limits.memory","divisor":"1Mi"}}},
        {"name":"G","valueFrom":{"resourceFieldRef":{"resource":"limits.cpu"}}},
        {"name":"H","valueFrom":{"fieldRef":{"fieldPath":"status.podIP"}}},
        {"name":"I","valueFrom":{"configMapKeyRef":{"name":"cm","key":"no","optional":true}}}]})json");
  ASSERT_TRUE(spec.has_value()) << spec.error().message;
  EXPECT_EQ(spec->containers[0].argv, (std::vector<std::string>{"echo", "1", "$(NONE)", "$(A)"}));
  EXPECT_EQ(value(*spec, "P_colour"), "green");
  EXPECT_EQ(value(*spec, "B"), "12");
  EXPECT_EQ(value(*spec, "C"), "green");
  EXPECT_EQ(value(*spec, "D"), "sesame");
  EXPECT_EQ(value(*spec, "E"), "web");
  EXPECT_EQ(value(*spec, "F"), "64");
  EXPECT_EQ(value(*spec, "G"), "2");
  EXPECT_EQ(value(*spec, "I"), "(none)");
}

TEST_F(Resolve, TheAddressIsLeftToTheRunnerInArgumentsToo) {
  const auto spec = resolve_with(R"json({"name":"c","command":["serve","--ip=$(IP)"],
      "env":[{"name":"IP","valueFrom":{"fieldRef":{"fieldPath":"status.podIP"}}},
             {"name":"URL","value":"http://$(IP)/"}]})json");
  ASSERT_TRUE(spec.has_value()) << spec.error().message;
  const std::string address(pod::kHostAddress);
  EXPECT_EQ(value(*spec, "IP"), address);
  EXPECT_EQ(value(*spec, "URL"), "http://" + address + "/");
  EXPECT_EQ(spec->containers[0].argv[1], "--ip=" + address);
}

TEST_F(Resolve, WhatIsMissingIsNamed) {
  const auto map = resolve_with(
      R"({"name":"c","env":[{"name":"X","valueFrom":{"configMapKeyRef":{"name":"none","key":"k"}}}]})");
  ASSERT_FALSE(map.has_value());
  EXPECT_EQ(map.error().code, Code::kNotFound);
  EXPECT_EQ(map.error().message, "container c: env X: configmap \"none\" not found");
  const auto key = resolve_with(
      R"({"name":"c","env":[{"name":"X","valueFrom":{"secretKeyRef":{"name":"s","key":"k"}}}]})");
  EXPECT_EQ(key.error().message, "container c: env X: couldn't find key k in secret \"s\"");
}

TEST_F(Resolve, WhatIsNotSupportedIsRefusedByName) {
  const auto field = resolve_with(
      R"({"name":"c","env":[{"name":"X","valueFrom":{"fieldRef":{"fieldPath":"spec.oddity"}}}]})");
  ASSERT_FALSE(field.has_value());
  EXPECT_EQ(field.error().code, Code::kUnsupported);
}

TEST_F(Resolve, WholeMapsAndSecretsAreTakenInOrderAndLaterOnesWin) {
  const auto spec = resolve_with(R"({"name":"c","envFrom":[{"secretRef":{"name":"s"}},
      {"configMapRef":{"name":"cm"}}],"env":[{"name":"colour","value":"red"}]})");
  ASSERT_TRUE(spec.has_value()) << spec.error().message;
  EXPECT_EQ(value(*spec, "key"), "sesame");
  EXPECT_EQ(value(*spec, "colour"), "red");
  const auto missing = resolve_with(R"({"name":"c","envFrom":[{"secretRef":{"name":"none"}}]})");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code, Code::kNotFound);
}

TEST_F(Resolve, AVariableMayBePartOfASubPath) {
  json::Value pod = *json::parse(R"json({"metadata":{"name":"p","namespace":"default","uid":"u"},
      "spec":{"containers":[{"name":"c","image":"i","command":["true"],
        "env":[{"name":"A","value":"1..2"},{"name":"UP","value":".."}],
        "volumeMounts":[{"name":"v","mountPath":"/v","subPathExpr":"runs/$(A)"}]}]}})json");
  const images::Image image{.id = "i", .root = home_.path()};
  const auto resolved = [&] {
    kubelet::PodObjects objects(client_, pod);
    const kubelet::PodImages::ByReference images{{"i", image}};
    return kubelet::resolve(objects, &images);
  };
  ASSERT_TRUE(resolved().has_value()) << resolved().error().message;
  EXPECT_EQ(resolved()->containers[0].isolation.mounts.at(0).sub_path, "runs/1..2");
  for (const char* expression : {"$(NONE)", "a/$(UP)/b", "/$(A)"}) {
    pod["spec"]["containers"].array()[0]["volumeMounts"].array()[0]["subPathExpr"] = expression;
    ASSERT_FALSE(resolved().has_value()) << expression;
    EXPECT_NE(resolved().error().message.find(expression), std::string::npos);
  }
}

TEST_F(Resolve, EveryContainerGetsItsLife) {
  json::Value pod = *json::parse(R"({"metadata":{"name":"p","namespace":"default","uid":"u"},
      "spec":{"initContainers":[{"name":"s","restartPolicy":"Always"}],
        "containers":[{"name":"c","readinessProbe":{"tcpSocket":{"port":1}}}],
        "ephemeralContainers":[{"name":"e","command":["sh"],"terminationMessagePath":"/m"}]}})");
  kubelet::PodObjects objects(client_, pod);
  const auto spec = kubelet::resolve(objects, nullptr);
  ASSERT_TRUE(spec.has_value()) << spec.error().message;
  EXPECT_EQ(spec->init_containers[0].lifecycle.restart_policy, "Always");
  EXPECT_TRUE(spec->containers[0].lifecycle.readiness.has_value());
  const auto ephemeral = kubelet::resolve_ephemeral(objects, nullptr);
  ASSERT_TRUE(ephemeral.has_value()) << ephemeral.error().message;
  EXPECT_EQ(ephemeral->at(0).name, "e");
  EXPECT_EQ(ephemeral->at(0).lifecycle.termination_message_path, "/m");
}

TEST_F(Resolve, KernelParametersAreThePods) {
  json::Value pod = *json::parse(R"({"metadata":{"name":"p","namespace":"default","uid":"u"},
      "spec":{"containers":[{"name":"c","command":["true"]}],
        "securityContext":{"sysctls":[{"name":"kernel.sem","value":"1"}]}}})");
  kubelet::PodObjects objects(client_, pod);
  const auto spec = kubelet::resolve(objects, nullptr);
  ASSERT_TRUE(spec.has_value()) << spec.error().message;
  ASSERT_EQ(spec->sharing.sysctls.size(), 1u);
  EXPECT_EQ(spec->sharing.sysctls[0].first, "kernel.sem");
}

TEST_F(Resolve, ArgumentsWithoutACommandAreTheCommand) {
  const auto spec = resolve_with(R"({"name":"c","args":["x","y"]})");
  ASSERT_TRUE(spec.has_value());
  EXPECT_EQ(spec->containers[0].argv, (std::vector<std::string>{"x", "y"}));
}

}  // namespace
}  // namespace sluice
