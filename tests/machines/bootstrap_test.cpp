// SPDX-License-Identifier: Apache-2.0
//
// The contract of bootstrap providers, as Cluster API's core would see it. Core itself is the test.
#include "client/forwarding_client.h"
#include "http/client.h"
#include "http/server.h"
#include "machines/agent_authority.h"
#include "machines/hooks.h"
#include "machines/machine_conditions.h"
#include "management_cluster.h"

namespace sluice::machines {
namespace {

const std::string kClass =
    "{clusterName: hpc, controller: {address: 10.0.0.9}, mungeKey: {secretName: munge}, features: "
    "[batch]}";

const std::string kKubeconfigText =
    "{kind: Config, current-context: a, contexts: [{name: a, context: {cluster: c, user: u}}], "
    "clusters: [{name: c, cluster: {server: 'https://10.0.0.1:6443'}}], users: [{name: u, user: "
    "{token: t}}]}";

// May not change Machines, but their status.
class WithoutHooks final : public client::ForwardingClient {
 public:
  using ForwardingClient::ForwardingClient;

  Result<client::ObjectPtr> patch(const api::Kind& kind, const api::Key& key,
                                  const client::Patch& patch, client::Part part) override {
    if (kind.kind == "Machine" && part == client::Part::kMain) {
      return fail(Code::kForbidden, "machines is forbidden");
    }
    return client_.patch(kind, key, patch, part);
  }
};

class Bootstrap : public ManagementCluster {
 protected:
  void restart(client::Client& operators) {
    stop();
    operators_ = &operators;
    start();
  }
  // As core makes them: the config first, then its owner.
  void create_machine(const std::string& name, const std::string& spec,
                      const std::string& used_secret = "") {
    create(*kinds_.config, name,
           "{metadata: {labels: {cluster.x-k8s.io/cluster-name: c}}, spec: " + spec + "}");
    const client::Object machine = create(
        *machine_, name,
        "{spec: {clusterName: c, version: v1.35.0, bootstrap: {configRef: {apiGroup: "
        "bootstrap.cluster.x-k8s.io, kind: VirtualKubeletConfig, name: " +
            name + "}" + (used_secret.empty() ? "" : ", dataSecretName: " + used_secret) + "}}}");
    own(machine);
  }
  // The Machine "w", of the class "hpc", with its data.
  void make_worker() {
    install_cluster_api();
    create_cluster();
    create_secret("munge", "munge.key", std::string(64, 'k'));
    create(*kinds_.node_class, "hpc", "{spec: " + kClass + "}");
    create_machine("w", "{role: slurm-worker, nodeClassRef: {name: hpc}}");
    await_ready("w");
  }
  client::Object await(const std::string& name,
                       const std::function<bool(const client::Object&)>& wanted,
                       const std::string& what) {
    client::Object now;
    const bool came = wait_until(seconds(60), [&] {
      now = get(*kinds_.config, name);
      return wanted(now);
    });
    EXPECT_TRUE(came) << name << " is not " << what << " but " << json::write(now.at("status"));
    return now;
  }
  client::Object await_ready(const std::string& name) {
    return await(
        name, [](const auto& o) { return api::has_condition(o, "Ready"); }, "ready");
  }
  client::Object await_reason(const std::string& name, const std::string& reason,
                              const char* type = "Ready") {
    return await(
        name,
        [&](const auto& o) {
          const json::Value* condition = api::condition(o, type);
          return condition != nullptr && condition->at("reason").as_string() == reason;
        },
        reason);
  }
  std::string message(const client::Object& config) {
    return api::condition(config, "Ready")->at("message").as_string();
  }
  std::string data(const std::string& name) {
    return base64_decode(get(api::kinds::secret(), name).at("data", "value").as_string()).value();
  }
  std::string refusal(const std::string& spec) {
    client::Object object =
        json::parse_yaml("{metadata: {name: x, namespace: default}, spec: " + spec + "}")->front();
    object["apiVersion"] = kinds_.config->api_version();
    object["kind"] = "VirtualKubeletConfig";
    const auto made = client_.create(*kinds_.config, object);
    return made ? "taken" : made.error().message;
  }
};

TEST_F(Bootstrap, AMachineGetsItsSecretAsBothContractsWantIt) {
  install_cluster_api();  // the operator was there before
  create_cluster();
  create_machine("m", "{role: custom, preCommands: [echo hello]}");
  const client::Object config = await_ready("m");
  EXPECT_EQ(config.at("status", "dataSecretName").as_string(), "m");
  EXPECT_TRUE(config.at("status", "initialization", "dataSecretCreated").as_bool());
  EXPECT_TRUE(config.at("status", "ready").as_bool());
  EXPECT_TRUE(api::has_condition(config, "Paused", "False"));
  const client::Object secret = get(api::kinds::secret(), "m");
  EXPECT_EQ(secret.at("type").as_string(), "cluster.x-k8s.io/secret");
  EXPECT_EQ(api::label(secret, "cluster.x-k8s.io/cluster-name"), "c");
  ASSERT_NE(api::controller_of(secret), nullptr);
  EXPECT_EQ(api::controller_of(secret)->at("uid").as_string(), api::uid(config));
  EXPECT_EQ(base64_decode(secret.at("data", "format").as_string()).value(), "cloud-config");
  EXPECT_THAT(data("m"), HasSubstr("## template: jinja\n#cloud-config\n"));
  EXPECT_THAT(data("m"), HasSubstr("echo hello"));
}

// Both ends of a connection between operator and agent as they would make it.
TEST_F(Bootstrap, AnAgentGetsACertificateThatItsOperatorTrusts) {
  make_worker();
  const client::Object before = get(api::kinds::secret(), "hpc-agents");
  EXPECT_EQ(before.at("type").as_string(), "kubernetes.io/tls");
  const auto authority = agent_authority(client_, clock_, {"default", "hpc"});
  ASSERT_TRUE(authority.has_value()) << authority.error().message;
  const std::string& trusted = authority->credential().certificate_pem;
  const json::Value start = json::parse_yaml(data("w"))->front();
  std::map<std::string, std::string> files;
  for (const json::Value& file : start.at("write_files").as_array()) {
    const std::string& text = file.at("content").as_string();
    files[file.at("path").as_string()] =
        file.at("encoding").as_string() == "b64" ? base64_decode(text).value() : text;
  }
  EXPECT_EQ(files["/etc/sluice/agents-authority.crt"], trusted);
  EXPECT_THAT(files["/etc/sluice/agent.yaml"], HasSubstr("orderers"));
  EXPECT_THAT(files["/etc/sluice/agent.yaml"], HasSubstr("kubeletVersion: v1.35.0"));
  auto server = http::serve({.certificate_pem = files["/etc/sluice/agent.crt"],
                             .key_pem = files["/etc/sluice/agent.key"],
                             .client_ca_pem = files["/etc/sluice/agents-authority.crt"]},
                            [](const http::Request& request) {
                              http::Response response;
                              response.body = request.peer.name;
                              return response;
                            });
  ASSERT_TRUE(server.has_value()) << server.error().message;
  const auto mine = *detach::issue_operator(*authority, clock_.now());
  const auto ask = [&](const std::string& name) {
    return (*http::make_client({.host = "127.0.0.1",
                                .port = (*server)->port(),
                                .server_name = name,
                                .ca_pem = trusted,
                                .certificate_pem = mine.certificate_pem,
                                .key_pem = mine.key_pem}))
        ->send({.target = "/"}, seconds(30));
  };
  const auto answer = ask(detach::agent_name("default", "w"));
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(answer->body, detach::kOperatorName);
  EXPECT_FALSE(ask(detach::agent_name("default", "other")).has_value());
  create_machine("later", "{role: slurm-worker, nodeClassRef: {name: hpc}}");
  await_ready("later");
  EXPECT_EQ(get(api::kinds::secret(), "hpc-agents"), before);
}

TEST_F(Bootstrap, AnAuthorityThatIsNoneIsNamedAndNotReplaced) {
  install_cluster_api();
  create_cluster();
  create_secret("munge", "munge.key", std::string(64, 'k'));
  create_secret("hpc-agents", "tls.crt", "theirs");
  create(*kinds_.node_class, "hpc", "{spec: " + kClass + "}");
  create_machine("w", "{role: slurm-worker, nodeClassRef: {name: hpc}}");
  EXPECT_THAT(message(await_reason("w", "Invalid")),
              HasSubstr("the Secret default/hpc-agents holds no certificate authority"));
  EXPECT_EQ(get(api::kinds::secret(), "hpc-agents").at("data", "tls.crt").as_string(),
            base64_encode("theirs"));
}

TEST_F(Bootstrap, ItWaitsForWhatTheContractSays) {
  install_cluster_api();
  create(*kinds_.config, "m",
         "{metadata: {labels: {cluster.x-k8s.io/cluster-name: c}}, spec: {role: custom}}");
  const client::Object machine = create(
      *machine_, "m",
      "{spec: {clusterName: c, bootstrap: {configRef: {apiGroup: bootstrap.cluster.x-k8s.io, kind: "
      "VirtualKubeletConfig, name: m}}}}");
  own(machine);
  await_reason("m", "WaitingForCluster");
  create_cluster(false);
  await_reason("m", "WaitingForClusterInfrastructure");
  patch(*cluster_, "c", "{spec: {paused: true}}");
  await_reason("m", "Paused", "Paused");
  provision();
  patch(*cluster_, "c", "{spec: {paused: false}}");
  await_ready("m");
  EXPECT_TRUE(api::has_condition(get(*kinds_.config, "m"), "Paused", "False"));
}

TEST_F(Bootstrap, AMachinePoolIsToldThatItsMachinesCannotStart) {
  install_cluster_api();
  create(*kinds_.config, "pool",
         "{metadata: {ownerReferences: [{apiVersion: cluster.x-k8s.io/v1beta2, kind: MachinePool, "
         "name: pool, uid: u, controller: true}]}, spec: {role: custom}}");
  EXPECT_THAT(message(await_reason("pool", "MachinePoolNotSupported")),
              HasSubstr("expected a MachineDeployment"));
}

TEST_F(Bootstrap, APausedConfigIsLeftAlone) {
  install_cluster_api();
  create_cluster();
  create(*kinds_.config, "m",
         "{metadata: {labels: {cluster.x-k8s.io/cluster-name: c}, annotations: "
         "{cluster.x-k8s.io/paused: ''}}, spec: {role: custom}}");
  own(create(*machine_, "m",
             "{spec: {clusterName: c, version: v1.35.0, bootstrap: {configRef: {apiGroup: "
             "bootstrap.cluster.x-k8s.io, kind: VirtualKubeletConfig, name: m}}}}"));
  await_reason("m", "Paused", "Paused");
  EXPECT_TRUE(get(api::kinds::secret(), "m").is_null());
  patch(*kinds_.config, "m", "{metadata: {annotations: {cluster.x-k8s.io/paused: null}}}");
  await_ready("m");
}

TEST_F(Bootstrap, AKubernetesWorkerWaitsForTheControlPlane) {
  install_cluster_api();
  create_cluster();
  const std::string authority = base64_encode("-----BEGIN CERTIFICATE-----");
  std::string join = kKubeconfigText;
  join.insert(join.find("server:"), "certificate-authority-data: " + authority + ", ");
  create_secret("join", "value", join);
  create(*kinds_.node_class, "k8s", "{spec: {install: image, kubeconfig: {secretName: join}}}");
  create_machine("k", "{role: kubernetes-worker, nodeClassRef: {name: k8s}}");
  await_reason("k", "WaitingForControlPlane");
  patch(*cluster_, "c", "{status: {initialization: {controlPlaneInitialized: true}}}",
        client::Part::kStatus);
  await_ready("k");
  EXPECT_THAT(data("k"), HasSubstr("bootstrap-kubelet.conf"));
}

TEST_F(Bootstrap, WhatWasMadeIsNeverMadeAgainAndNothingIsWrittenAnyMore) {
  make_worker();
  const client::Object config = get(*kinds_.config, "w");
  const client::Object secret = get(api::kinds::secret(), "w");
  patch(*kinds_.node_class, "hpc", "{spec: {features: [other]}}");
  patch(*machine_, "w", "{spec: {bootstrap: {dataSecretName: w}}}");
  stop();
  start();
  patch(*machine_, "w", "{status: {phase: Provisioned}}", client::Part::kStatus);
  create_machine("later", "{role: slurm-worker, nodeClassRef: {name: hpc}}");
  await_ready("later");
  EXPECT_THAT(data("later"), HasSubstr("Feature=other"));
  EXPECT_EQ(api::resource_version(get(*kinds_.config, "w")), api::resource_version(config));
  EXPECT_EQ(api::resource_version(get(api::kinds::secret(), "w")), api::resource_version(secret));
}

// An operator that ends then leaves nobody behind who would hold a machine back when it is deleted.
TEST_F(Bootstrap, NoMachineOfSlurmStartsBeforeItsHooksHoldIt) {
  install_cluster_api();
  create_cluster();
  create_secret("munge", "munge.key", std::string(64, 'k'));
  create(*kinds_.node_class, "hpc", "{spec: " + kClass + "}");
  WithoutHooks without(client_);
  restart(without);
  create_machine("w", "{role: slurm-worker, nodeClassRef: {name: hpc}}");
  await_reason("w", "WaitingForHooks");
  create_machine("m", "{role: custom}");
  await_ready("m");  // that has none
  EXPECT_TRUE(get(api::kinds::secret(), "w").is_null());
  restart(client_);
  await_ready("w");
  EXPECT_FALSE(get(api::kinds::secret(), "w").is_null());
}

// Two machines as one node of Slurm would be one too many.
TEST_F(Bootstrap, AMachineOfThePowerSavingWaitsUntilTheOneBeforeHasGone) {
  make_worker();
  const std::string label = "{metadata: {labels: {sluice.dev/slurm-node: cloud-1}}}";
  patch(*machine_, "w", label);
  patch(*machine_, "w", "{spec: {bootstrap: {dataSecretName: w}}}");
  create(*kinds_.config, "next",
         "{metadata: {labels: {cluster.x-k8s.io/cluster-name: c}}, spec: {role: slurm-worker, "
         "nodeClassRef: {name: hpc}}}");
  const client::Object next = create(
      *machine_, "next",
      "{metadata: {labels: {sluice.dev/slurm-node: cloud-1}}, spec: {clusterName: c, bootstrap: "
      "{configRef: {apiGroup: bootstrap.cluster.x-k8s.io, kind: VirtualKubeletConfig, name: "
      "next}}}}");
  own(next);
  EXPECT_THAT(message(await_reason("next", "WaitingForName")), HasSubstr("\"w\" is node cloud-1"));
  ASSERT_TRUE(client_.remove(*machine_, {"default", "w"}, {}).has_value());
  await_ready("next");
  EXPECT_THAT(data("next"), HasSubstr("hostname: cloud-1"));
}

// Each would take the node from the other.
TEST_F(Bootstrap, TwoMachinesAreNotOneNodeOfSlurm) {
  make_worker();
  const auto named = [](const std::string& hostname) {
    return "{role: slurm-worker, nodeClassRef: {name: hpc}, hostname: " + hostname + "}";
  };
  create_machine("a", named("rack1"));
  create_machine("b", named("rack1"));
  await_ready("a");
  const std::string told = message(await_reason("b", "WaitingForName"));
  EXPECT_THAT(told, HasSubstr("the Machine \"a\" is node rack1 of Slurm"));
  EXPECT_THAT(told, HasSubstr("spec.hostname"));
  EXPECT_TRUE(get(api::kinds::secret(), "b").is_null());
  create_machine("x", named("w"));
  EXPECT_THAT(message(await_reason("x", "WaitingForName")), HasSubstr("\"w\" is node w"));
  create_machine("rack1", "{role: slurm-worker, nodeClassRef: {name: hpc}}");
  EXPECT_THAT(message(await_reason("rack1", "WaitingForName")), HasSubstr("is node rack1"));
  patch(*kinds_.config, "b", "{spec: {hostname: rack2}}");
  await_ready("b");
  EXPECT_THAT(data("b"), HasSubstr("hostname: rack2"));
}

// slurmd -Z takes over the record of a node of its name.
TEST_F(Bootstrap, AMachineDoesNotTakeThePlaceOfANodeThatIsNoMachines) {
  agents_.register_node("n1", 1);
  agents_.register_node("w");
  make_worker();
  create_machine("head", "{role: slurm-controller, nodeClassRef: {name: hpc}}");
  EXPECT_TRUE(wait_until(seconds(60), [&] {
    return machine_condition(get(*machine_, "w"), kRegistered) != nullptr;
  })) << "Slurm was not heard";
  create_machine("b", "{role: slurm-worker, nodeClassRef: {name: hpc}, hostname: n1}");
  EXPECT_THAT(message(await_reason("b", "WaitingForName")),
              HasSubstr("Slurm has a node n1 that answers and is no Machine's"));
  EXPECT_TRUE(get(api::kinds::secret(), "b").is_null());
  agents_.lose_node("n1");  // what is left of one that is gone is nobody's
  await_ready("b");
}

// So that nothing that is written in its config afterwards is taken for it.
TEST_F(Bootstrap, AMachineSaysWhatItStartsAsBeforeItCan) {
  make_worker();
  create_machine("m", "{role: slurm-worker, nodeClassRef: {name: none}}");
  await_reason("m", "NotFound");
  patch(*kinds_.config, "m", "{spec: {nodeClassRef: {name: hpc}}}");
  await_ready("m");
  const client::Object machine = get(*machine_, "m");
  EXPECT_TRUE(has_hook(machine));
  EXPECT_EQ(api::annotation(machine, kNodeClass), "hpc");

  create(*kinds_.config, "paused",
         "{metadata: {labels: {cluster.x-k8s.io/cluster-name: c}}, spec: {role: slurm-worker, "
         "nodeClassRef: {name: hpc}}}");
  own(create(*machine_, "paused",
             "{metadata: {annotations: {cluster.x-k8s.io/paused: ''}}, spec: {clusterName: c, "
             "bootstrap: {configRef: {apiGroup: bootstrap.cluster.x-k8s.io, kind: "
             "VirtualKubeletConfig, name: paused}}}}"));
  EXPECT_THAT(message(await_reason("paused", "WaitingForHooks")), HasSubstr("paused"));
  EXPECT_TRUE(get(api::kinds::secret(), "paused").is_null());
  patch(*machine_, "paused", "{metadata: {annotations: {cluster.x-k8s.io/paused: null}}}");
  await_ready("paused");
}

// clusterctl move brings objects without their status, and owners under new UIDs.
TEST_F(Bootstrap, AMovedMachineKeepsTheSecretItStartedWith) {
  install_cluster_api();
  create_cluster();
  create(api::kinds::secret(), "m",
         "{type: cluster.x-k8s.io/secret, metadata: {labels: {cluster.x-k8s.io/cluster-name: c, "
         "environment.metal3.io: baremetal}, ownerReferences: [{apiVersion: "
         "bootstrap.cluster.x-k8s.io/v1alpha1, kind: VirtualKubeletConfig, name: m, uid: old, "
         "controller: true}]}, data: {value: b2xk}}");
  create_machine("m", "{role: custom}", "m");
  const client::Object config = await_ready("m");
  EXPECT_EQ(data("m"), "old");
  EXPECT_EQ(config.at("status", "dataSecretName").as_string(), "m");
  const client::Object secret = get(api::kinds::secret(), "m");
  EXPECT_EQ(api::controller_of(secret)->at("uid").as_string(), api::uid(config));
  EXPECT_EQ(api::label(secret, "environment.metal3.io"), "baremetal");
}

TEST_F(Bootstrap, ASecretMadeBeforeADeathIsTakenUp) {
  install_cluster_api();
  create_cluster();
  create(api::kinds::secret(), "m",
         "{type: cluster.x-k8s.io/secret, metadata: {labels: {cluster.x-k8s.io/cluster-name: c, "
         "other: label}}, data: {value: aGFsZg==, format: aWduaXRpb24=}}");
  create_machine("m", "{role: custom}");
  await_ready("m");
  EXPECT_THAT(data("m"), HasSubstr("#cloud-config"));
  EXPECT_EQ(api::label(get(api::kinds::secret(), "m"), "other"), "label");
}

// As Cluster API makes them for itself.
TEST_F(Bootstrap, ASecretOfTheClusterIsNotTouched) {
  install_cluster_api();
  create_cluster();
  const std::string theirs =
      "{type: cluster.x-k8s.io/secret, metadata: {labels: {cluster.x-k8s.io/cluster-name: c}}, "
      "data: {value: dGhlaXJz}}";
  create(api::kinds::secret(), "c-ca", theirs);
  create_machine("c-ca", "{role: custom}");
  EXPECT_THAT(message(await_reason("c-ca", "Invalid")), HasSubstr("somebody else's"));
  EXPECT_EQ(data("c-ca"), "theirs");
  create_machine("m", "{role: custom}", "c-ca");
  await_ready("m");
  EXPECT_EQ(api::controller_of(get(api::kinds::secret(), "c-ca")), nullptr);
}

TEST_F(Bootstrap, ASecretOfSomebodyElseIsNotTouched) {
  install_cluster_api();
  create_cluster();
  create_secret("m", "value", "theirs");
  create_machine("m", "{role: custom}");
  EXPECT_THAT(message(await_reason("m", "Invalid")), HasSubstr("somebody else's"));
  EXPECT_EQ(data("m"), "theirs");
}

TEST_F(Bootstrap, WhatIsMissingOrWrongIsNamedAndPickedUpWhenItCame) {
  install_cluster_api();
  create_cluster();
  create_machine("w", "{role: slurm-worker, nodeClassRef: {name: hpc}}");
  EXPECT_THAT(message(await_reason("w", "NotFound")), HasSubstr("no SlurmNodeClass \"hpc\""));
  create_secret("munge", "munge.key", "short");
  create(*kinds_.node_class, "hpc", "{spec: " + kClass + "}");
  EXPECT_THAT(message(await_reason("w", "Invalid")),
              HasSubstr("has 5 bytes under \"munge.key\": expected a munge key of 32 to 1024"));
  patch(api::kinds::secret(), "munge",
        "{data: {munge.key: " + base64_encode(std::string(64, 'k')) + "}}");
  await_ready("w");
  EXPECT_THAT(data("w"), HasSubstr(base64_encode(std::string(64, 'k'))));
  create_secret("agents", "value", "kind: Config\ntoken: hidden\n");
  patch(*kinds_.node_class, "hpc", "{spec: {kubeconfig: {secretName: agents}}}");
  create_machine("v", "{role: slurm-worker, nodeClassRef: {name: hpc}}");
  const std::string told = message(await_reason("v", "Invalid"));
  EXPECT_THAT(told, HasSubstr("spec.kubeconfig: the Secret \"agents\" holds no kubeconfig under "
                              "\"value\" that the machine could use: current-context"));
  EXPECT_THAT(told, testing::Not(HasSubstr("hidden")));
  patch(api::kinds::secret(), "agents", "{data: {value: " + base64_encode(kKubeconfigText) + "}}");
  await_ready("v");
  create_machine("f",
                 "{role: custom, files: [{path: /x, contentFrom: {secret: {name: s, key: k}}}]}");
  EXPECT_THAT(message(await_reason("f", "NotFound")),
              HasSubstr("spec.files[0].contentFrom.secret: there is no Secret \"s\""));
  create_secret("s", "k", "content");
  await_ready("f");
  EXPECT_THAT(data("f"), HasSubstr("permissions: \"0600\""));
}

TEST_F(Bootstrap, TheSchemaRefusesAndNamesTheField) {
  EXPECT_THAT(refusal("{role: head}"), HasSubstr("spec.role"));
  EXPECT_THAT(refusal("{role: custom, format: yaml}"), HasSubstr("spec.format"));
  EXPECT_THAT(refusal("{role: slurm-worker}"), HasSubstr("spec.nodeClassRef"));
  EXPECT_THAT(refusal("{role: custom, files: [{path: /a/../b, content: x}]}"),
              HasSubstr("spec.files[0].path"));
  EXPECT_THAT(refusal("{role: custom, files: [{path: a, content: x}]}"),
              HasSubstr("spec.files[0].path"));
  EXPECT_THAT(refusal("{role: custom, files: [{path: /a}]}"),
              HasSubstr("expected one of content and contentFrom"));
  EXPECT_THAT(refusal("{role: custom, files: [{path: /a, contentFrom: {}}]}"),
              HasSubstr("expected one of secret and configMap"));
  EXPECT_THAT(refusal("{role: custom, files: [{path: /a, content: x, permissions: rw}]}"),
              HasSubstr("spec.files[0].permissions"));
  EXPECT_THAT(refusal("{role: custom, users: [{name: 'a:b'}]}"), HasSubstr("spec.users[0].name"));
}

// The topology of a ClusterClass applies its templates again and again, and makes new machines when
// that shows a difference.
TEST_F(Bootstrap, ATemplateThatIsAppliedAgainIsTheSame) {
  const api::KindPtr kind = *runtime::await_kind(
      client_, clock_, "virtualkubeletconfigtemplates.bootstrap.cluster.x-k8s.io");
  registry::LocalClient topology(registry_, clock_, "capi-topology");
  const auto apply = [&](const std::string& command) {
    json::Value body =
        json::parse_yaml(
            "{metadata: {name: t, namespace: default, labels: {a: b}}, spec: {template: {spec: "
            "{role: slurm-worker, nodeClassRef: {name: hpc}, hostname: '{{ ds.meta_data.name }}', "
            "features: [b, a], node: {labels: {x: '1'}, taints: [{key: k, effect: NoSchedule}]}, "
            "users: [{name: me, sshAuthorizedKeys: [k]}], files: [{path: /a, content: '', append: "
            "false}, {path: /b, contentFrom: {secret: {name: s, key: k}}}], postCommands: ['" +
            command + "']}}}}")
            ->front();
    body["apiVersion"] = kind->api_version();
    body["kind"] = kind->kind;
    const auto done =
        topology.patch(*kind, {"default", "t"}, {.type = client::PatchType::kApply, .body = body},
                       client::Part::kMain);
    EXPECT_TRUE(done.has_value()) << done.error().message;
    return done ? **done : client::Object();
  };
  const client::Object first = apply("true");
  EXPECT_EQ(apply("true"), first);
  EXPECT_NE(apply("false"), first);
}

TEST_F(Bootstrap, TheTemplateTakesWhatTheConfigTakes) {
  std::map<std::string, json::Value> schemas;
  const auto documents = json::parse_yaml(definitions_text());
  ASSERT_TRUE(documents.has_value());
  for (const json::Value& document : *documents) {
    schemas[document.at("spec", "names", "kind").as_string()] =
        document.at("spec", "versions").as_array().front().at("schema", "openAPIV3Schema");
  }
  const json::Value& config = schemas["VirtualKubeletConfig"].at("properties", "spec");
  const json::Value& in_template = schemas["VirtualKubeletConfigTemplate"]
                                       .at("properties", "spec", "properties")
                                       .at("template", "properties", "spec");
  ASSERT_FALSE(config.is_null());
  EXPECT_EQ(config, in_template);
}

}  // namespace
}  // namespace sluice::machines
