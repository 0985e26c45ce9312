// SPDX-License-Identifier: Apache-2.0
#include "machines/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "json/yaml.h"
#include "machines/parts.h"
#include "machines/user_data.h"

namespace sluice::machines {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

json::Value parsed(const std::string& yaml) {
  auto documents = json::parse_yaml(yaml);
  EXPECT_TRUE(documents.has_value()) << documents.error().message << "\n" << yaml;
  return documents ? documents->front() : json::Value();
}

constexpr const char* kClass = R"(
spec:
  clusterName: hpc
  controller: {address: 192.168.111.248, virtualIP: {interface: eth1, routerID: 2, prefix: 24}}
  mungeKey: {secretName: munge}
  kubeconfig: {secretName: kube}
  features: [batch]
  sharedDirectory: {path: /home/shared, clients: 192.168.0.0/16}
  nodeParameters: {Gres: 'gpu:2'}
  kubernetes: {packages: [kubelet]}
)";

constexpr const char* kAuthority = "-----BEGIN CERTIFICATE-----\nAAAA\n";

std::string kubeconfig(const std::string& authority) {
  return "{current-context: a, contexts: [{name: a, context: {cluster: c, user: u}}], clusters: "
         "[{name: b}, {name: c, cluster: {server: 'https://a', certificate-authority-data: '" +
         base64_encode(authority) + "'}}]}";
}

class Plans : public testing::Test {
 protected:
  Result<Plan> plan(const std::string& spec) {
    const json::Value config =
        parsed("{metadata: {namespace: metal3, name: w-1}, spec: " + spec + "}");
    const json::Value node_class = class_.empty() ? json::Value() : parsed(class_);
    const auto made = make_plan({config, node_class, machine_, contents_, version_, power_saved_});
    if (made) {
      format_ = *read_format(config);
    }
    return made;
  }
  Plan good(const std::string& spec) {
    auto made = plan(spec);
    EXPECT_TRUE(made.has_value()) << made.error().message;
    return made ? *made : Plan();
  }
  std::string refusal(const std::string& spec) {
    const auto made = plan(spec);
    return made ? "taken" : made.error().message;
  }
  static std::string file(const Plan& plan, const std::string& path) {
    for (const PlannedFile& file : plan.files) {
      if (file.path == path) {
        return file.bytes;
      }
    }
    return "not there";
  }

  std::string class_ = kClass;
  std::string machine_ = "w-1", version_, power_saved_;
  Contents contents_{{kMungeKey, std::string("\x00\x01{{", 4) + std::string(60, 'k')},
                     {kKubeconfig, kubeconfig(kAuthority)}};
  Format format_ = Format::kCloudConfig;
};

TEST_F(Plans, AnAgentWithACertificateTakesOrdersAndKeepsItsKeyToItself) {
  EXPECT_EQ(file(good("{role: slurm-worker, nodeClassRef: {name: c}}"), "/etc/sluice/agent.key"),
            "not there");
  contents_[kAgentCertificate] = "a certificate";
  contents_[kAgentKey] = "a key";
  contents_[kAgentAuthority] = "an authority";
  class_ += "  agent: {port: 9000}\n";
  const Plan made = good("{role: slurm-worker, nodeClassRef: {name: c}}");
  const json::Value listen = parsed(file(made, "/etc/sluice/agent.yaml")).at("listen");
  EXPECT_EQ(listen.at("port").as_int(), 9000);
  EXPECT_EQ(file(made, listen.at("certificate").as_string()), "a certificate");
  EXPECT_EQ(file(made, listen.at("authority").as_string()), "an authority");
  for (const PlannedFile& one : made.files) {
    if (one.path == listen.at("key").as_string()) {
      EXPECT_EQ(one.bytes, "a key");
      EXPECT_EQ(one.mode, 0600U);
      EXPECT_TRUE(one.is_secret);
    }
  }
}

TEST_F(Plans, AMachineOfTwoStacksBeginsWithSlurm) {
  const std::string worker = "role: slurm-worker, nodeClassRef: {name: c}";
  const auto services = [](const Plan& plan, const char* stack) {
    const json::Value config = parsed(file(plan, "/etc/sluice/agent.yaml"));
    std::vector<std::string> names;
    for (const json::Value& service :
         (*stack == 0 ? config : config.at(stack)).at("services").as_array()) {
      names.push_back(service.at("name").as_string());
    }
    return names;
  };
  const Plan one = good("{" + worker + "}");
  EXPECT_THAT(services(one, "kubernetes"), ElementsAre());
  EXPECT_EQ(file(one, "/etc/systemd/system/sluice-kubelet.service"), "not there");
  const Plan ours = good("{" + worker + ", kubernetes: sluice}");
  EXPECT_THAT(services(ours, ""), ElementsAre("munge", "nfs-client", "slurmd"));
  EXPECT_THAT(services(ours, "kubernetes"), ElementsAre("sluice-kubelet"));
  EXPECT_THAT(file(ours, "/etc/systemd/system/sluice-kubelet.service"),
              HasSubstr("--executor local \"--node-name=w-1\""));
  const Plan upstream = good("{" + worker + ", kubernetes: kubelet}");
  EXPECT_THAT(services(upstream, "kubernetes"), ElementsAre("containerd", "kubelet"));
  EXPECT_THAT(file(upstream, "/etc/sluice/bootstrap.sh"),
              testing::AllOf(HasSubstr("systemctl disable --now kubelet"),
                             Not(HasSubstr("enable kubelet"))));
  EXPECT_THAT(refusal("{role: slurm-controller, nodeClassRef: {name: c}, kubernetes: sluice}"),
              HasSubstr("spec.kubernetes: \"sluice\": expected the role slurm-worker"));
  EXPECT_THAT(refusal("{" + worker + ", kubernetes: k3s}"),
              HasSubstr("expected kubelet or sluice"));
  contents_[kKubeconfig] = "";
  EXPECT_THAT(refusal("{" + worker + ", kubernetes: sluice}"), HasSubstr("kubeconfig"));
}

TEST_F(Plans, AWorkerRegistersWithItsFeaturesAtTheController) {
  const Plan made = good("{role: slurm-worker, nodeClassRef: {name: c}, features: [gpu]}");
  EXPECT_EQ(made.hostname, "w-1");
  EXPECT_EQ(file(made, "/etc/munge/munge.key"), contents_.at(kMungeKey));
  EXPECT_THAT(
      file(made, "/etc/systemd/system/slurmd.service.d/10-sluice.conf"),
      HasSubstr("slurmd -D -Z --conf-server 192.168.111.248:6817 --conf \"Feature=batch,gpu "
                "Gres=gpu:2\"\n"));
  EXPECT_THAT(file(made, "/etc/systemd/system/home-shared.mount"),
              HasSubstr("What=192.168.111.248:/home/shared\nWhere=/home/shared\nType=nfs"));
  EXPECT_EQ(file(made, "/etc/slurm/slurm.conf"), "not there");
  EXPECT_EQ(file(made, "/etc/keepalived/keepalived.conf"), "not there");
  EXPECT_THAT(made.packages, ElementsAre("munge", "nfs-common", "mpich", "slurmd", "slurm-client"));
}

TEST_F(Plans, TemplatesOfOtherProgramsAreRefusedAndNamed) {
  EXPECT_THAT(refusal("{role: custom, preCommands: [a, 'docker inspect -f {{.State}} x']}"),
              HasSubstr("spec.preCommands[1]: it holds a template that is none of cloud-init"));
  EXPECT_THAT(refusal("{role: custom, files: [{path: /a, content: '{{ .Values.x }}'}]}"),
              HasSubstr("the file /a: "));
  good("{role: custom, format: ignition, preCommands: ['echo {{.State}}']}");
  good(
      "{role: custom, preCommands: ['echo {{ ds.x }} ${#a}', '{% raw %}{{.State}}{% endraw %}'], "
      "files: [{path: /a, content: e3sueH19, encoding: base64}]}");
}

// By the name of its Machine the node is found when that is deleted.
TEST_F(Plans, AWorkerThatIsCalledOtherwiseDoesNotJoin) {
  const auto script = [&](const std::string& more) {
    return file(good("{role: slurm-worker, nodeClassRef: {name: c}" + more + "}"),
                "/etc/sluice/bootstrap.sh");
  };
  const std::string plain = script("");
  EXPECT_THAT(plain, HasSubstr("named=$(uname -n | cut -d . -f 1)\nif [ \"$named\" != 'w-1' ]"));
  EXPECT_LT(plain.find("exit 1"), plain.find("restart slurmd"));
  EXPECT_THAT(script(", hostname: \"{{ ds.meta_data['name'] }}\""),
              HasSubstr("!= '{{ ds.meta_data['name'] }}' ]"));
}

// slurmctld reads the key as its own user.
TEST_F(Plans, WithTheKeyOfSlurmItselfThereIsNoMunge) {
  contents_[kSlurmKey] = contents_.at(kMungeKey);
  const std::string worker = "{role: slurm-worker, nodeClassRef: {name: c}}";
  EXPECT_THAT(refusal(worker), HasSubstr("SlurmNodeClass spec.slurmKey: expected it or mungeKey"));
  contents_.erase(kMungeKey);
  for (const char* role : {"slurm-worker", "slurm-controller"}) {
    const Plan made =
        good(std::string("{role: ") + role + ", nodeClassRef: {name: c}, hostname: m}");
    EXPECT_EQ(file(made, "/etc/slurm/slurm.key"), contents_.at(kSlurmKey));
    for (const PlannedFile& each : made.files) {
      EXPECT_THAT(each.bytes, Not(HasSubstr("munge.service"))) << each.path;
      EXPECT_THAT(each.bytes, Not(HasSubstr("unmunge"))) << each.path;
      if (each.path == "/etc/slurm/slurm.key") {
        EXPECT_EQ(each.mode, 0400U);
        EXPECT_TRUE(each.is_secret);
      }
    }
    EXPECT_THAT(made.packages, Not(testing::Contains("munge")));
    const bool is_given =
        file(made, "/etc/sluice/bootstrap.sh").find("chown 'slurm:'") != std::string::npos;
    EXPECT_EQ(is_given, std::string(role) == "slurm-controller");
  }
}

TEST_F(Plans, AControllerHasTheConfigurationTheAddressAndTheDirectory) {
  machine_ = "head-0";
  const Plan made = good("{role: slurm-controller, nodeClassRef: {name: c}}");
  const std::string conf = file(made, "/etc/slurm/slurm.conf");
  for (const char* line :
       {"ClusterName=hpc\n", "SlurmctldHost=head-0(192.168.111.248)\n", "MaxNodeCount=1024\n",
        "TreeWidth=65533\n", "SlurmctldParameters=enable_configless\n",
        "SelectType=select/cons_tres\n", "PartitionName=main Nodes=ALL Default=YES"}) {
    EXPECT_THAT(conf, HasSubstr(line));
  }
  const std::string keepalived = file(made, "/etc/keepalived/keepalived.conf");
  EXPECT_THAT(keepalived, HasSubstr("interface eth1\n"));
  EXPECT_THAT(keepalived, HasSubstr("virtual_router_id 2\n"));
  EXPECT_THAT(keepalived, HasSubstr("192.168.111.248/24\n"));
  EXPECT_THAT(keepalived, HasSubstr("script \"/usr/bin/systemctl is-active --quiet slurmctld\"\n"));
  EXPECT_THAT(keepalived, HasSubstr("track_script {\n        slurmctld\n"));
  EXPECT_EQ(file(made, "/etc/exports.d/sluice.exports"),
            "/home/shared 192.168.0.0/16(rw,sync,no_subtree_check)\n");
  EXPECT_EQ(file(made, "/etc/systemd/system/home-shared.mount"), "not there");
}

TEST_F(Plans, AVirtualAddressIsAloneInItsNetworkUnlessSaidOtherwise) {
  const auto keepalived = [&](const std::string& address) {
    class_ = "{spec: {clusterName: c, controller: {address: '" + address +
             "', virtualIP: {interface: e}}}}";
    return file(good("{role: slurm-controller, nodeClassRef: {name: c}}"),
                "/etc/keepalived/keepalived.conf");
  };
  EXPECT_THAT(keepalived("10.0.0.9"), HasSubstr("10.0.0.9/32\n"));
  EXPECT_THAT(keepalived("fd00::9"), HasSubstr("fd00::9/128\n"));
}

TEST_F(Plans, APrebuiltImageNeedsNoPackagesAndAnotherSystemOtherNames) {
  class_ += "  install: image\n";
  EXPECT_TRUE(good("{role: slurm-worker, nodeClassRef: {name: c}}").packages.empty());
  class_ = std::string(kClass) + "  osFamily: redhat\n  mpi: none\n";
  EXPECT_THAT(good("{role: slurm-worker, nodeClassRef: {name: c}}").packages,
              ElementsAre("munge", "nfs-utils", "slurm-slurmd", "slurm"));
}

TEST_F(Plans, CommandsOfTheUserStandAroundOursAndReplaceNone) {
  const Plan made = good(
      "{role: slurm-worker, nodeClassRef: {name: c}, preCommands: [first, second], postCommands: "
      "[last]}");
  ASSERT_EQ(made.commands.size(), 4U);
  EXPECT_EQ(made.commands[0], "first");
  EXPECT_EQ(made.commands[1], "second");
  EXPECT_THAT(made.commands[2],
              HasSubstr("/etc/sluice/bootstrap.sh && mkdir -p /run/cluster-api && echo success"));
  EXPECT_EQ(made.commands[3], "last");
  const std::string script = file(made, "/etc/sluice/bootstrap.sh");
  EXPECT_THAT(script, HasSubstr("set -eu\n"));
  EXPECT_LT(script.find("restart munge"), script.find("restart slurmd"));
  EXPECT_LT(script.find("restart slurmd"), script.find("restart sluice-agent"));
}

TEST_F(Plans, AWorkerKnowsAllControllers) {
  class_.replace(
      class_.find("controller: {"), 13,
      "controller: {hosts: [{name: a, address: 10.0.0.2}, {name: b, address: 'fd00::3'}], ");
  EXPECT_THAT(
      file(good("{role: slurm-worker}"), "/etc/systemd/system/slurmd.service.d/10-sluice.conf"),
      HasSubstr("--conf-server 10.0.0.2:6817,[fd00::3]:6817 "));
}

// What each of them exports is its own.
TEST_F(Plans, AControllerOfSeveralHasItsStateElsewhere) {
  class_.replace(class_.find("controller: {"), 13,
                 "controller: {hosts: [{name: w-1, address: 10.0.0.2}, {name: b, address: "
                 "10.0.0.3}], ");
  const std::string head = "{role: slurm-controller, nodeClassRef: {name: c}}";
  EXPECT_THAT(refusal(head), HasSubstr("spec.slurmParameters.StateSaveLocation: Required value"));
  class_ += "  slurmParameters: {StateSaveLocation: /home/shared/state}\n";
  EXPECT_THAT(refusal(head), HasSubstr("/home/shared is on each controller's own disk"));
  class_.replace(class_.find("sharedDirectory: {"), 18, "sharedDirectory: {server: nas, ");
  EXPECT_THAT(file(good(head), "/etc/slurm/slurm.conf"),
              HasSubstr("StateSaveLocation=/home/shared/state\n"));
}

TEST_F(Plans, DirectoriesAreThoseOfTheUserWhoRunsSlurmctld) {
  const auto script = [&](const std::string& role) {
    return file(good("{role: " + role + ", nodeClassRef: {name: c}}"), "/etc/sluice/bootstrap.sh");
  };
  EXPECT_THAT(script("slurm-controller"), HasSubstr("-m 0700 '/var/spool/slurmctld'"));
  class_ += "  slurmParameters: {SlurmUser: hpc-admin, stateSaveLocation: /srv/state}\n";
  for (const char* role : {"slurm-controller", "slurm-worker"}) {
    const std::string made = script(role);
    EXPECT_THAT(made, HasSubstr("useradd --system --user-group --no-create-home --shell "
                                "/sbin/nologin 'hpc-admin'\n"));
    EXPECT_THAT(made, HasSubstr("install -d -o 'hpc-admin' -g $(id -g 'hpc-admin') -m 0755 "
                                "/var/log/slurm\n"));
    EXPECT_THAT(made, Not(HasSubstr("-o slurm")));
    EXPECT_THAT(made, Not(HasSubstr("'slurm'")));
  }
  EXPECT_THAT(file(good("{role: slurm-controller, nodeClassRef: {name: c}}"),
                   "/etc/systemd/system/slurmctld.service.d/10-sluice.conf"),
              HasSubstr("[Service]\nUser=\nGroup=\nRestart=on-failure\n"));
  const std::string controller = script("slurm-controller");
  EXPECT_THAT(controller, HasSubstr("install -d -o 'hpc-admin' -g $(id -g 'hpc-admin') -m 0700 "
                                    "'/srv/state' || test -d '/srv/state'\n"));
  EXPECT_LT(controller.find("/srv/state"), controller.find("restart slurmctld"));
  EXPECT_THAT(script("slurm-worker"), Not(HasSubstr("/srv/state")));
  class_.replace(class_.find("hpc-admin"), 9, "\"a';id\"");
  EXPECT_THAT(refusal("{role: slurm-worker, nodeClassRef: {name: c}}"),
              HasSubstr("slurmParameters.SlurmUser"));
}

TEST_F(Plans, AMachineOfThePowerSavingIsTheNodeThatSlurmNamed) {
  power_saved_ = "cloud-1";
  const Plan made = good("{role: slurm-worker, hostname: '{{ ds.meta_data.name }}'}");
  EXPECT_EQ(made.hostname, "cloud-1");
  EXPECT_THAT(file(made, "/etc/systemd/system/slurmd.service.d/10-sluice.conf"),
              HasSubstr("slurmd -D -b --conf-server 192.168.111.248:6817\n"));
  EXPECT_THAT(file(made, "/etc/sluice/agent.yaml"), HasSubstr("node: cloud-1\n"));
  power_saved_ = "all";
  EXPECT_THAT(refusal("{role: slurm-worker}"), HasSubstr("sluice.dev/slurm-node"));
}

TEST_F(Plans, AControllerHasTheProgramsOfThePowerSavingAndKeepsTheirKubeconfigForSlurm) {
  class_ +=
      "  powerSaving: {machineDeployment: cloud, nodes: 'cloud-[1-2]', kubeconfig: {secretName: "
      "p}}\n";
  EXPECT_THAT(refusal("{role: slurm-controller}"),
              HasSubstr("powerSaving.kubeconfig: Required value"));
  contents_[kPowerKubeconfig] = "secret";
  const Plan made = good("{role: slurm-controller}");
  EXPECT_EQ(file(made, "/etc/sluice/resume"),
            "#!/bin/sh\nexec /usr/local/bin/sluice resume --kubeconfig "
            "/etc/sluice/power.kubeconfig --namespace 'metal3' --like 'cloud' \"$1\"\n");
  EXPECT_THAT(file(made, "/etc/sluice/suspend"), HasSubstr("sluice suspend --kubeconfig"));
  EXPECT_THAT(file(made, "/etc/sluice/resume-failed"), HasSubstr("sluice suspend --failed"));
  EXPECT_THAT(file(made, "/etc/sluice/bootstrap.sh"),
              HasSubstr("chown 'slurm:' /etc/sluice/power.kubeconfig\n"));
  const auto kubeconfig = std::find_if(
      made.files.begin(), made.files.end(),
      [](const PlannedFile& one) { return one.path == "/etc/sluice/power.kubeconfig"; });
  ASSERT_NE(kubeconfig, made.files.end());
  EXPECT_EQ(kubeconfig->mode, 0400U);
  EXPECT_TRUE(kubeconfig->is_secret);
  EXPECT_EQ(file(good("{role: slurm-worker}"), "/etc/sluice/resume"), "not there");
}

TEST_F(Plans, TheAgentIsToldTheServicesInTheirOrder) {
  const Plan made = good(
      "{role: slurm-worker, nodeClassRef: {name: c}, node: {providerID: '{{ ds.meta_data.id }}', "
      "labels: {metal3.io/uuid: '{{ ds.meta_data.uuid }}'}}}");
  const json::Value config = parsed(file(made, "/etc/sluice/agent.yaml"));
  EXPECT_EQ(config.at("role").as_string(), "slurm-worker");
  EXPECT_EQ(config.at("node", "providerID").as_string(), "{{ ds.meta_data.id }}");
  EXPECT_EQ(config.at("slurm", "controller").as_string(), "192.168.111.248:6817");
  EXPECT_EQ(config.at("machine", "namespace").as_string(), "metal3");
  const json::Array& services = config.at("services").as_array();
  ASSERT_EQ(services.size(), 3U);
  EXPECT_EQ(services[0].at("name").as_string(), "munge");
  EXPECT_EQ(services[2].at("unit").as_string(), "slurmd.service");
  EXPECT_EQ(services[2].at("needsReady"), (json::Array{"munge", "nfs-client"}));
  EXPECT_EQ(services[0].at("readiness", "command").as_array().back().as_string(),
            "munge -n | unmunge >/dev/null");
}

TEST_F(Plans, TheNodeShowsTheVersionThatTheMachineHas) {
  const auto shown = [&](const char* version) {
    version_ = version;
    const Plan made = good("{role: slurm-worker, nodeClassRef: {name: c}}");
    return parsed(file(made, "/etc/sluice/agent.yaml")).at("node", "kubeletVersion").as_string();
  };
  EXPECT_EQ(shown("v1.35.0+rke2"), "v1.35.0+rke2");
  EXPECT_EQ(shown(""), "");
  EXPECT_EQ(shown("v1{{ ds.meta_data.uuid }}"), "");
}

TEST_F(Plans, OnlyTheKubeletOfAKubernetesWorkerHasAKubeconfig) {
  const Plan made = good("{role: kubernetes-worker, nodeClassRef: {name: c}}");
  EXPECT_EQ(file(made, "/etc/kubernetes/bootstrap-kubelet.conf"), contents_.at(kKubeconfig));
  EXPECT_EQ(file(made, "/etc/sluice/kubeconfig"), "not there");
  EXPECT_TRUE(parsed(file(made, "/etc/sluice/agent.yaml")).at("kubeconfig").is_null());
}

// Who asks it for logs shows a certificate of that authority.
TEST_F(Plans, AKubeletKnowsWhoMayCallItAndWhoResolvesNames) {
  const auto told = [&](const std::string& spec) {
    return parsed(file(good("{" + spec + "}"), "/var/lib/kubelet/config.yaml"));
  };
  for (const char* role : {"role: kubernetes-worker", "role: slurm-worker, kubernetes: kubelet"}) {
    const json::Value config = told(role);
    const std::string& path = config.at("authentication", "x509").at("clientCAFile").as_string();
    EXPECT_EQ(file(good(std::string("{") + role + "}"), path), kAuthority);
    EXPECT_EQ(config.at("authentication", "anonymous").at("enabled"), json::Value(false));
    EXPECT_EQ(config.at("authentication", "webhook").at("enabled"), json::Value(true));
    EXPECT_EQ(config.at("authorization", "mode").as_string(), "Webhook");
    EXPECT_EQ(config.at("clusterDomain").as_string(), "cluster.local");
    EXPECT_TRUE(config.at("clusterDNS").is_null());
  }
  const std::string worker = "role: kubernetes-worker";
  class_.replace(class_.find("packages: ["), 11,
                 "clusterDNS: [10.96.0.10, 'fd00::a'], clusterDomain: here.example, packages: [");
  EXPECT_EQ(told(worker).at("clusterDNS"), (json::Array{"10.96.0.10", "fd00::a"}));
  EXPECT_EQ(told(worker).at("clusterDomain").as_string(), "here.example");
  class_.replace(class_.find("10.96.0.10"), 10, "dns");
  EXPECT_THAT(refusal("{" + worker + "}"), HasSubstr("spec.kubernetes.clusterDNS: \"dns\""));
  class_.replace(class_.find("[dns, 'fd00::a'], clusterDomain: h"), 34, "[], clusterDomain: -h");
  EXPECT_THAT(refusal("{" + worker + "}"), HasSubstr("spec.kubernetes.clusterDomain: "));
  class_ = kClass;
  for (const std::string& none :
       {std::string("kind: Config\n"), kubeconfig(""), kubeconfig("a key")}) {
    contents_[kKubeconfig] = none;
    EXPECT_THAT(refusal("{" + worker + "}"), HasSubstr("no certificate-authority-data"));
  }
  EXPECT_EQ(refusal("{role: slurm-worker}"), "taken");
}

TEST_F(Plans, AKubeletComesFromWhereThereIsOne) {
  const std::string worker = "{role: kubernetes-worker}";
  const std::string list = "/etc/apt/sources.list.d/sluice-kubernetes.list";
  const auto with = [&](const std::string& kubernetes) {
    class_ = "{spec: {kubernetes: " + kubernetes + "}}";
  };
  class_.replace(class_.find("packages: [kubelet]"), 19, "");
  const std::string flips = "{role: slurm-worker, kubernetes: kubelet}";
  for (const std::string& one : {worker, flips}) {
    EXPECT_THAT(refusal(one), HasSubstr("spec.kubernetes.repository: Required value: "
                                        "distributions have no package kubelet"));
  }
  with("{}, install: image");
  EXPECT_THAT(good(worker).packages, ElementsAre());
  EXPECT_THAT(file(good(worker), "/etc/sluice/bootstrap.sh"), Not(HasSubstr("SystemdCgroup")));
  with("{packages: ['kubelet=1.35.8-1.1', cri-tools]}");
  EXPECT_THAT(good(worker).packages, ElementsAre("containerd", "kubelet=1.35.8-1.1", "cri-tools"));
  EXPECT_EQ(file(good(worker), list), "not there");
  EXPECT_THAT(file(good(worker), "/etc/sluice/bootstrap.sh"), HasSubstr("SystemdCgroup = true"));
  with("{repository: {url: 'https://pkgs.example/core:/v1.35/deb/', key: a key}}");
  EXPECT_THAT(good(worker).packages, ElementsAre("containerd", "kubelet"));
  EXPECT_EQ(file(good(worker), list),
            "deb [signed-by=/etc/apt/keyrings/sluice-kubernetes.asc] "
            "https://pkgs.example/core:/v1.35/deb/ /\n");
  EXPECT_EQ(file(good(worker), "/etc/apt/keyrings/sluice-kubernetes.asc"), "a key");
  with("{repository: {url: 'https://pkgs.example/rpm/', key: a key}}, osFamily: redhat");
  EXPECT_EQ(file(good(worker), list), "not there");
  EXPECT_THAT(file(good(worker), "/etc/yum.repos.d/sluice-kubernetes.repo"),
              HasSubstr("baseurl=https://pkgs.example/rpm/\n"));
  with("{packages: ['a b']}");
  EXPECT_THAT(refusal(worker), HasSubstr("spec.kubernetes.packages: \"a b\""));
  with("{repository: {url: \"https://a\\nb\", key: k}}");
  EXPECT_THAT(refusal(worker), HasSubstr("spec.kubernetes.repository.url: "));
}

TEST_F(Plans, ACustomMachineIsOnlyWhatItsUserSays) {
  class_ = "";
  const Plan made = good(
      "{role: custom, hostname: h.example.com, users: [{name: me}], files: [{path: /etc/x, "
      "content: a}]}");
  EXPECT_EQ(made.hostname, "h.example.com");
  EXPECT_EQ(made.files.size(), 1U);
  EXPECT_TRUE(made.packages.empty());
  EXPECT_EQ(made.commands.size(), 1U);
}

TEST_F(Plans, APasswordComesFromItsSecret) {
  contents_["spec.users[0].passwdFrom.secret"] = "$6$hash\n";
  const Plan made =
      good("{role: custom, users: [{name: me, passwdFrom: {secret: {name: s, key: k}}}]}");
  EXPECT_EQ(made.users[0], parsed("{name: me, passwd: $6$hash}"));
  contents_["spec.users[0].passwdFrom.secret"] = "\x01";
  EXPECT_THAT(
      refusal("{role: custom, users: [{name: me, passwdFrom: {secret: {name: s, key: k}}}]}"),
      HasSubstr("spec.users[0].passwdFrom.secret: the Secret holds no hash"));
}

TEST_F(Plans, WhatCannotBeIsRefusedByField) {
  const std::string worker = "{role: slurm-worker, nodeClassRef: {name: c}, ";
  EXPECT_THAT(refusal("{role: head}"), HasSubstr("spec.role: \"head\": expected slurm-controller"));
  EXPECT_THAT(refusal("{role: custom, format: toml}"),
              HasSubstr("spec.format: \"toml\": expected cloud-config or ignition"));
  EXPECT_THAT(refusal(worker + "files: [{path: /etc/../x, content: a}]}"),
              HasSubstr("spec.files[0].path: \"/etc/../x\": expected an absolute path"));
  EXPECT_THAT(refusal(worker + "files: [{path: /etc/munge/munge.key, content: a}]}"),
              HasSubstr("is written already, by the role slurm-worker"));
  EXPECT_THAT(refusal(worker + "files: [{path: /a, content: '!', encoding: base64}]}"),
              HasSubstr("spec.files[0]: the content is not base64"));
  EXPECT_THAT(refusal(worker + "files: [{path: /a, content: YQ==, encoding: gzip+base64}]}"),
              HasSubstr("spec.files[0]: the content is not gzip"));
  EXPECT_THAT(refusal(worker + "hostname: a.example.com}"),
              HasSubstr("spec.hostname: \"a.example.com\": Slurm cannot take it"));
  EXPECT_THAT(refusal(worker + "features: ['a b']}"), HasSubstr("spec.features: \"a b\""));
  EXPECT_THAT(refusal(worker + "postCommands: [a, \"b\\x01\"]}"),
              HasSubstr("spec.postCommands[1]: expected text without control characters"));
  machine_ = "w.1";
  EXPECT_THAT(refusal(worker + "}"), HasSubstr("the name of the Machine, \"w.1\""));
  machine_ = "w-1";
  contents_["spec.files[0].contentFrom.secret"] = "s";
  EXPECT_THAT(refusal(worker + "files: [{path: /a, permissions: '0644', contentFrom: {secret: "
                               "{name: s, key: k}}}]}"),
              HasSubstr("spec.files[0].permissions: \"0644\": too open"));
  contents_.erase(kMungeKey);
  EXPECT_THAT(refusal(worker + "}"), HasSubstr("SlurmNodeClass spec.mungeKey: Required value"));
}

TEST_F(Plans, WhatIsAppendedLeavesOwnerAndRightsUnlessItSaysOthers) {
  const std::string worker = "{role: slurm-worker, nodeClassRef: {name: c}, ";
  const Plan made = good(
      worker +
      "files: [{path: /etc/sluice/bootstrap.sh, append: true, content: x}, {path: /a, owner: "
      "'u:g', "
      "permissions: '0600', content: a}, {path: /a, append: true, content: b}, {path: /a, append: "
      "true, permissions: '0640', content: c}]}");
  const std::size_t first = made.files.size() - 4;
  EXPECT_EQ(made.files[first].mode, 0700U);
  EXPECT_EQ(made.files[first + 2].mode, 0600U);
  EXPECT_EQ(made.files[first + 2].owner, "u:g");
  EXPECT_EQ(made.files[first + 3].mode, 0640U);
  for (const char* path : {"/etc/munge/munge.key", "/etc/sluice/kubeconfig"}) {
    EXPECT_THAT(refusal(worker + "files: [{path: " + path + ", append: true, content: x}]}"),
                HasSubstr("is a secret of the role slurm-worker"));
  }
  const std::string secret = "append: true, contentFrom: {secret: {name: s, key: k}}}";
  contents_["spec.files[0].contentFrom.secret"] = contents_["spec.files[1].contentFrom.secret"] =
      "s";
  EXPECT_THAT(refusal(worker + "files: [{path: /a, content: a}, {path: /a, " + secret + "]}"),
              HasSubstr("spec.files[1].permissions: \"0644\": too open"));
  EXPECT_THAT(refusal(worker + "files: [{path: /a, " + secret +
                      ", {path: /a, append: true, permissions: '0644', content: a}]}"),
              HasSubstr("spec.files[1].permissions: \"0644\": too open"));
}

TEST_F(Plans, WhatAClassLacksOrSaysWronglyIsNamed) {
  const auto refused = [&](const std::string& class_spec, const std::string& role) {
    class_ = "{spec: " + class_spec + "}";
    return refusal("{role: " + role + ", nodeClassRef: {name: c}}");
  };
  EXPECT_THAT(refused("{}", "slurm-worker"), HasSubstr("spec.clusterName: Required value"));
  EXPECT_THAT(refused("{clusterName: c}", "slurm-worker"),
              HasSubstr("spec.controller.address: Required value"));
  EXPECT_THAT(refused("{clusterName: c, controller: {address: 'a;b'}}", "slurm-worker"),
              HasSubstr("spec.controller.address: \"a;b\""));
  EXPECT_THAT(refused("{clusterName: c, controller: {address: head, virtualIP: {interface: e}}}",
                      "slurm-controller"),
              HasSubstr("expected an address, which virtualIP gives out"));
  EXPECT_THAT(refused("{clusterName: c, controller: {address: head}, sharedDirectory: {path: "
                      "/a/../b}}",
                      "slurm-worker"),
              HasSubstr("spec.sharedDirectory.path"));
  EXPECT_THAT(refused("{clusterName: c, controller: {address: head, hosts: [{name: a, address: 'h "
                      "%n'}]}}",
                      "slurm-worker"),
              HasSubstr("spec.controller.hosts[0].address: \"h %n\""));
  EXPECT_THAT(refused("{clusterName: c, controller: {address: h}, slurmParameters: {NodeName: x}}",
                      "slurm-controller"),
              HasSubstr("spec.slurmParameters.NodeName: said elsewhere"));
  EXPECT_THAT(refused("{clusterName: c, controller: {address: h}, nodeParameters: {Gres: 'a b'}}",
                      "slurm-worker"),
              HasSubstr("spec.nodeParameters.Gres: expected one word"));
  contents_.clear();
  EXPECT_THAT(refused("{}", "kubernetes-worker"), HasSubstr("spec.kubeconfig: Required value"));
}

// To everybody only for who says so.
TEST_F(Plans, AControllerThatExportsSaysToWhom) {
  const std::string head = "{role: slurm-controller, nodeClassRef: {name: c}}";
  const std::string clients = ", clients: 192.168.0.0/16";
  class_.erase(class_.find(clients), clients.size());
  EXPECT_THAT(refusal(head), HasSubstr("spec.sharedDirectory.clients: Required value"));
  EXPECT_EQ(refusal("{role: slurm-worker, nodeClassRef: {name: c}}"), "taken");
  class_.replace(class_.find("sharedDirectory: {"), 18, "sharedDirectory: {clients: '*', ");
  EXPECT_THAT(file(good(head), "/etc/exports.d/sluice.exports"), HasSubstr("/home/shared *(rw"));
  class_.replace(class_.find("clients: '*'"), 12, "server: nas");
  EXPECT_EQ(refusal(head), "taken");
}

TEST_F(Plans, IgnitionNeitherInstallsPackagesNorFillsInVariables) {
  const std::string worker = "{role: slurm-worker, format: ignition, nodeClassRef: {name: c}";
  EXPECT_THAT(refusal(worker + "}"), HasSubstr("Ignition installs no packages"));
  class_ += "  install: image\n";
  EXPECT_EQ(refusal(worker + "}"), "taken");
  EXPECT_THAT(refusal(worker + ", node: {providerID: '{{ x }}'}}"), HasSubstr("spec.node"));
  EXPECT_THAT(refusal(worker + ", hostname: '{{ x }}'}"), HasSubstr("spec.hostname"));
  for (const char* path :
       {"/etc/hostname", "/etc/sluice/first-start.sh", "/etc/sudoers.d/sluice-me"}) {
    EXPECT_THAT(refusal(worker + ", users: [{name: me, sudo: ALL}], files: [{path: " + path +
                        ", content: x}]}"),
                HasSubstr(std::string("spec.files: \"") + path + "\" is written already"));
  }
}

TEST_F(Plans, ATemplateMayNameTheHost) {
  const Plan made =
      good("{role: slurm-controller, nodeClassRef: {name: c}, hostname: '{{ ds.meta_data.n }}'}");
  EXPECT_THAT(file(made, "/etc/slurm/slurm.conf"),
              HasSubstr("SlurmctldHost={{ ds.meta_data.n }}(192.168.111.248)"));
  const std::string worker = "{role: slurm-worker, nodeClassRef: {name: c}, hostname: ";
  EXPECT_EQ(refusal(worker + "\"w-{{ ds['x'] }}\"}"), "taken");
  for (const char* wrong : {"\"{{ a }}'; id '\"", "'{{ a }}.b'", "'$(id){{ a }}'", "'{{ a'"}) {
    EXPECT_THAT(refusal(worker + wrong + "}"), HasSubstr("around template variables")) << wrong;
  }
}

// Where they would be escaped, or mean more than themselves.
TEST_F(Plans, SomeTextsTakeNoTemplatesWithQuotes) {
  const std::string custom = "{role: custom, ";
  const std::string quoted = "'{{ ds.meta_data[\"x\"] }}'";
  EXPECT_THAT(refusal(custom + "hostname: " + quoted + "}"),
              HasSubstr("spec.hostname: expected template variables on one line, without double"));
  EXPECT_THAT(refusal(custom + "users: [{name: me, sshAuthorizedKeys: [" + quoted + "]}]}"),
              HasSubstr("spec.users[0].sshAuthorizedKeys[0]: expected template"));
  EXPECT_THAT(refusal(custom + "files: [{path: '/a/{{ ds[\"x\"] }}', content: " + quoted + "}]}"),
              HasSubstr("spec.files[0].path: expected template"));
  EXPECT_EQ(refusal(custom +
                    "hostname: \"{{ ds.meta_data['x'] }}\", users: [{name: me, gecos: 'a "
                    "\"b\"'}], files: [{path: /a, content: " +
                    quoted + "}], preCommands: [" + quoted + "]}"),
            "taken");
  const std::string kubernetes = "{role: kubernetes-worker, nodeClassRef: {name: c}, ";
  EXPECT_THAT(refusal(kubernetes + "node: {providerID: 'a://%h'}}"),
              HasSubstr("spec.node.providerID: expected no double quotes"));
  EXPECT_THAT(refusal(kubernetes + "node: {labels: {a: '$b'}}}"), HasSubstr("spec.node.labels"));
  EXPECT_EQ(refusal("{role: slurm-worker, nodeClassRef: {name: c}, node: {providerID: 'a://%h'}}"),
            "taken");
}

// cloud-init would take them for its own.
TEST_F(Plans, NoTextOfOursLooksLikeATemplate) {
  class_ += "  agent: {url: 'https://x/sluice', sha256: " + std::string(64, 'a') + "}\n";
  for (const char* role : {"slurm-controller", "slurm-worker", "kubernetes-worker"}) {
    for (const PlannedFile& file :
         good(std::string("{role: ") + role + ", nodeClassRef: {name: c}}").files) {
      if (file.is_text) {
        for (const char* mark : {"{{", "{%", "{#", "@"}) {
          EXPECT_THAT(file.bytes, Not(HasSubstr(mark))) << file.path;
        }
      }
    }
  }
}

TEST_F(Plans, WhatNoSecretCanHoldIsRefusedWithTheLimit) {
  const Plan made =
      good("{role: custom, files: [{path: /small, content: a}, {path: /big, content: " +
           std::string(1 << 20, 'x') + "}]}");
  for (const Format format : {Format::kCloudConfig, Format::kIgnition}) {
    const auto data = user_data(made, format);
    ASSERT_FALSE(data.has_value());
    EXPECT_EQ(data.error().code, Code::kInvalid);
    EXPECT_THAT(data.error().message, HasSubstr("expected at most 1048512"));
    EXPECT_THAT(data.error().message, HasSubstr("the longest file is /big with 1048576"));
  }
}

}  // namespace
}  // namespace sluice::machines
