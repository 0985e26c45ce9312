// SPDX-License-Identifier: Apache-2.0
//
// Machines leave Slurm before they go, as Cluster API's core would see it. Core itself is the test.
#include "hooked_machines.h"
#include "machines/agent_authority.h"
#include "machines/victims.h"

namespace sluice::machines {
namespace {

TEST_F(Hooks, MachinesOfSlurmHaveThemAndOthersDoNot) {
  make("w", {});
  make("k", {.role = "kubernetes-worker", .address = ""});
  create(*machine_, "kubeadm", "{spec: {clusterName: c}}");
  create(*machine_, "marked",
         "{metadata: {labels: {sluice.dev/node-class: hpc}}, spec: {clusterName: c}}");
  await_hooks("w");
  await_hooks("head");
  await_hooks("marked");
  EXPECT_FALSE(hooked("k"));
  EXPECT_FALSE(hooked("kubeadm"));
  patch_machine("w", std::string("{metadata: {annotations: {") + kDeregisterHook + ": null}}}");
  await_hooks("w");  // as long as it lives
}

TEST_F(Hooks, AMachineThatIsMarkedLaterIsSeenInSlurm) {
  agents_.register_node("later");
  create(*kinds_.node_class, "other",
         "{spec: {clusterName: hpc, controller: {address: 10.0.0.9}, mungeKey: {secretName: "
         "munge}}}");
  create(*machine_, "later", "{spec: {clusterName: c}}");
  patch_machine("later", "{metadata: {labels: {sluice.dev/node-class: other}}}");
  await_reason("later", "Registered", kRegistered);
}

TEST_F(Hooks, AKubernetesMachineIsNeverHeldUp) {
  make("k", {.role = "kubernetes-worker",
             .address = "",
             .metadata = std::string("annotations: {") + kDrainHook + ": mine}"});
  remove("k");
  await_release("k");
  EXPECT_EQ(orders_for("k"), 0U);
}

TEST_F(Hooks, AMachineGoesWhenItsJobsHaveEndedAndSlurmHasForgottenIt) {
  agents_.register_node("w", 2);
  make("w", {});
  await_hooks("w");
  await_reason("w", "Registered", kRegistered);
  await_reason("w", "JobsRan", kUsed);
  remove("w");
  EXPECT_EQ(await_reason("w", "Waiting"),
            "2 jobs left, the first ends by 2029-12-16T23:00:00Z, the last ends by "
            "2029-12-17T00:00:00Z");
  EXPECT_TRUE(hooked("w"));
  agents_.end_jobs("w");
  await_release("w");
  EXPECT_FALSE(agents_.knows("w"));
  const client::Object gone = machine("w");
  EXPECT_EQ(machine_condition(gone, kDrained)->at("status").as_string(), "True");
  EXPECT_EQ(machine_condition(gone, kDetached)->at("status").as_string(), "True");
  EXPECT_EQ(machine_condition(gone, kRegistered)->at("status").as_string(), "False");
  patch_machine("w", "{metadata: {finalizers: null}}");
  std::string page;
  EXPECT_TRUE(wait_until(seconds(60), [&] {
    Exposition exposition;
    operator_->write_metrics(exposition);
    page = exposition.take();
    return page.find("deprovision") != std::string::npos;
  }));
  for (const char* phase : {"registered", "first-job", "drain", "detach"}) {
    EXPECT_THAT(page, HasSubstr(std::string("sluice_machine_phase_seconds_count{phase=\"") + phase +
                                "\",role=\"slurm-worker\"} 1\n"));
  }
  const FakeAgents::Given given = agents_.orders().front();
  EXPECT_EQ(given.agent, (AgentAt{"10.0.0.1", 8471, {"default", "w"}, {"default", "hpc"}}));
  EXPECT_EQ(given.order, detach::Order{});
}

TEST_F(Hooks, TheClassSaysHowAndTheMachineSaysItBetter) {
  patch(*kinds_.node_class, "hpc",
        "{spec: {agent: {port: 9}, detach: {mode: graceful, jobs: fail, deadline: 2h}}}");
  agents_.register_node("w", 1);
  make("w", {});
  await_hooks("w");
  annotate("w", "sluice.dev/detach-mode", "at once");
  remove("w");
  EXPECT_EQ(await_reason("w", "Invalid"),
            "annotation sluice.dev/detach-mode: \"at once\": expected graceful or forced");
  EXPECT_EQ(orders_for("w"), 0U);
  annotate("w", "sluice.dev/detach-mode", "forced");
  await_release("w");
  const FakeAgents::Given given = agents_.orders().front();
  EXPECT_EQ(given.agent.port, 9);
  EXPECT_EQ(given.order, (detach::Order{.mode = detach::Mode::kForced,
                                        .jobs = detach::JobsEnd::kFail,
                                        .deadline = std::chrono::hours(2)}));
}

TEST_F(Hooks, AMachineWithTwoStacksRunsWhatItsAnnotationSays) {
  agents_.register_node("w");
  agents_.give_two_stacks("w");
  make("w", {});
  await_reason("w", "Registered", kRegistered);
  EXPECT_EQ(agents_.stack_orders().size(), 0U);  // nobody asked for anything
  agents_.refuse("drained by alice: disk");
  annotate("w", "sluice.dev/detach-deadline", "2h");
  annotate("w", "sluice.dev/stack", "kubernetes");
  EXPECT_EQ(await_reason("w", "Refused", kStackReady), "drained by alice: disk");
  EXPECT_EQ(agents_.stack_orders().front(),
            (detach::StackOrder{detach::Stack::kKubernetes, {.deadline = std::chrono::hours(2)}}));
  agents_.refuse("");
  await_reason("w", "Kubernetes", kStackReady);
  await_reason("w", "RunsKubernetes", kRegistered);
  annotate("w", "sluice.dev/stack", "both");
  EXPECT_EQ(await_reason("w", "Invalid", kStackReady),
            "annotation sluice.dev/stack: \"both\": expected slurm or kubernetes");
  patch_machine("w", "{metadata: {annotations: {sluice.dev/stack: null}}}");
  await_reason("w", "Slurm", kStackReady);
  EXPECT_EQ(agents_.stack_orders().back().stack, detach::Stack::kSlurm);
  remove("w");
  await_release("w");
}

TEST_F(Hooks, AMachineWithOneStackSaysSo) {
  agents_.register_node("w");
  make("w", {});
  await_hooks("w");
  annotate("w", "sluice.dev/stack", "kubernetes");
  EXPECT_EQ(await_reason("w", "OneStackOnly", kStackReady), "this machine has one stack only");
  annotate("w", "sluice.dev/stack", "slurm");
  await_reason("w", "Slurm", kStackReady);
  EXPECT_TRUE(agents_.knows("w"));
}

TEST_F(Hooks, WhoIsInTheWayIsNamedUntilHeHasGone) {
  agents_.register_node("w");
  make("w", {});
  await_hooks("w");
  agents_.refuse("drained by alice: disk");
  remove("w");
  EXPECT_EQ(await_reason("w", "Refused"), "drained by alice: disk");
  EXPECT_TRUE(hooked("w"));
  agents_.refuse("");
  await_release("w");
}

TEST_F(Hooks, AMachineThatNeverStartedGoesAtOnce) {
  agents_.silence(kHead);
  make("w", {.address = "", .started = false});
  await_hooks("w");
  remove("w");
  await_release("w");
  EXPECT_EQ(orders_for("w"), 0U);
}

TEST_F(Hooks, AMachineWithoutNodeGoesAtOnceUnlessSlurmKnowsIt) {
  agents_.register_node("known");
  for (const char* name : {"known", "unknown"}) {
    make(name, {.address = ""});
    await_hooks(name);
    remove(name);
    await_release(name);
  }
  EXPECT_EQ(orders_for("unknown"), 0U);
  EXPECT_FALSE(agents_.knows("known"));
  EXPECT_EQ(agents_.orders().front().agent,
            (AgentAt{kHead, 8471, {"default", "head"}, {"default", "hpc"}}));
}

// Its slurmd is about to register, and only its own agent can keep it from that.
TEST_F(Hooks, AMachineThatBootsIsStoppedByItsOwnAgentFirst) {
  for (const char* name : {"boots", "silent"}) {
    make(name, {.address = ""});
    patch_machine(name, "{status: {addresses: [{type: InternalIP, address: 10.0.1.1}]}}",
                  client::Part::kStatus);
    await_hooks(name);
    remove(name);
    await_release(name);
    agents_.silence("10.0.1.1");  // the next has no agent yet
  }
  EXPECT_GE(orders_for("boots"), 3U);
  for (const FakeAgents::Given& given : agents_.orders()) {
    EXPECT_EQ(given.agent.address, "10.0.1.1");
  }
  EXPECT_EQ(orders_for("silent"), 0U);
}

// Until its machine is switched off, jobs would start there.
TEST_F(Hooks, ANodeThatRegistersAfterItsMachineWasLetGoIsRemoved) {
  make("w", {.address = ""});
  make("by-hand", {.address = "", .hostname = "rack2"});
  await_hooks("w");
  await_hooks("by-hand");
  annotate("by-hand", "sluice.dev/detach-release", "true");
  for (const char* name : {"w", "by-hand"}) {
    remove(name);
    await_release(name);
  }
  EXPECT_EQ(agents_.orders().size(), 0U);
  agents_.register_node("rack2", 1);
  agents_.register_node("w", 1);
  await_reason("w", "RegisteredLate");
  EXPECT_TRUE(wait_until(seconds(60), [&] { return !agents_.knows("w"); }));
  EXPECT_EQ(agents_.orders().back().agent.address, kHead);
  EXPECT_EQ(agents_.orders().back().order.mode, detach::Mode::kForced);
  await_reason("w", "Detached");
  EXPECT_TRUE(agents_.knows("rack2"));  // somebody said that it may stay
}

TEST_F(Hooks, TheControllerSpeaksForADeadMachineAndAPersonForADeadCluster) {
  agents_.register_node("w");
  make("w", {});
  await_hooks("w");
  agents_.silence("10.0.0.1");
  agents_.silence(kHead);
  remove("w");
  EXPECT_EQ(await_reason("w", "Unreachable"),
            "the agent at 10.0.0.1 does not answer: connection refused");
  node_condition("w", "Unknown");
  EXPECT_TRUE(wait_until(seconds(60), [&] {
    return await_reason("w", "Unreachable").find("controller's agent") != std::string::npos;
  }));
  EXPECT_TRUE(hooked("w"));
  agents_.wake(kHead);
  await_release("w");
  EXPECT_EQ(agents_.orders().back().agent.address, kHead);

  make("v", {.address = "10.0.0.2"});
  await_hooks("v");
  agents_.silence("10.0.0.2");
  remove("v");
  await_reason("v", "Unreachable");
  EXPECT_TRUE(hooked("v"));
  annotate("v", "sluice.dev/detach-release", "true");
  await_release("v");
  await_reason("v", "ReleasedByHand");
}

TEST_F(Hooks, APausedMachineIsLeftAlone) {
  agents_.register_node("w");
  make("w", {});
  make("v", {.address = "10.0.0.2"});
  await_hooks("w");
  await_hooks("v");
  annotate("w", "cluster.x-k8s.io/paused", "");
  remove("w");
  remove("v");
  await_release("v");  // the operator has seen both
  EXPECT_TRUE(hooked("w"));
  EXPECT_EQ(orders_for("w"), 0U);
  patch_machine("w", "{metadata: {annotations: {cluster.x-k8s.io/paused: null}}}");
  await_release("w");
}

TEST_F(Hooks, AClassAndItsAuthorityStayWhileMachinesNeedThem) {
  EXPECT_TRUE(agent_authority(client_, clock_, {"default", "hpc"}).has_value());
  agents_.register_node("w");
  make("w", {});
  await_hooks("w");
  await_held_class();
  EXPECT_TRUE(client_.remove(*kinds_.node_class, {"default", "hpc"}, {}).has_value());
  EXPECT_TRUE(client_.remove(api::kinds::secret(), {"default", "hpc-agents"}, {}).has_value());
  for (const char* name : {"w", "head"}) {
    remove(name);
    await_release(name);
    EXPECT_FALSE(get(*kinds_.node_class, "hpc").is_null());
    EXPECT_FALSE(get(api::kinds::secret(), "hpc-agents").is_null());
    patch_machine(name, "{metadata: {finalizers: null}}");
    EXPECT_TRUE(client_.remove(*kinds_.config, {"default", name}, {}).has_value());
  }
  EXPECT_TRUE(wait_until(seconds(60), [&] { return get(*kinds_.node_class, "hpc").is_null(); }));
  EXPECT_TRUE(get(api::kinds::secret(), "hpc-agents").is_null());
}

TEST_F(Hooks, AnAuthorityWithoutItsClassStaysNoLongerThanTheMachines) {
  EXPECT_TRUE(agent_authority(client_, clock_, {"default", "hpc"}).has_value());
  await_hooks("head");
  await_held_class();
  EXPECT_TRUE(client_.remove(*kinds_.node_class, {"default", "hpc"}, {}).has_value());
  patch(*kinds_.node_class, "hpc", "{metadata: {finalizers: null}}");  // somebody would not wait
  EXPECT_TRUE(client_.remove(api::kinds::secret(), {"default", "hpc-agents"}, {}).has_value());
  remove("head");
  annotate("head", "sluice.dev/detach-release", "true");
  await_release("head");
  EXPECT_FALSE(get(api::kinds::secret(), "hpc-agents").is_null());
  patch_machine("head", "{metadata: {finalizers: null}}");
  EXPECT_TRUE(client_.remove(*kinds_.config, {"default", "head"}, {}).has_value());
  EXPECT_TRUE(
      wait_until(seconds(60), [&] { return get(api::kinds::secret(), "hpc-agents").is_null(); }));
}

// Nothing but the Machine itself says then what Slurm calls it.
TEST_F(Hooks, AMachineWithoutItsConfigLeavesUnderTheNameThatItHad) {
  agents_.register_node("rack1");
  create(*kinds_.config, "w",
         "{spec: {role: slurm-worker, nodeClassRef: {name: hpc}, hostname: rack1}}");
  const client::Object made =
      create(*machine_, "w",
             "{metadata: {finalizers: [machine.cluster.x-k8s.io]}, spec: {clusterName: c, "
             "bootstrap: {dataSecretName: x, configRef: {apiGroup: bootstrap.cluster.x-k8s.io, "
             "kind: VirtualKubeletConfig, name: w}}}}");
  own(made);
  await_hooks("w");
  EXPECT_TRUE(client_.remove(*kinds_.config, {"default", "w"}, {}).has_value());
  remove("w");
  await_release("w");
  EXPECT_FALSE(agents_.knows("rack1"));
}

// What is written in its config later is for the next machine.
TEST_F(Hooks, AMachineWhoseConfigIsEditedLeavesAsWhatItStartedAs) {
  create(*kinds_.node_class, "other",
         "{spec: {clusterName: other, controller: {address: 10.0.0.8}, mungeKey: {secretName: "
         "munge}}}");
  make("other-head", {.role = "slurm-controller", .address = "10.0.0.8", .node_class = "other"});
  agents_.give_no_nodes("10.0.0.8");
  agents_.silence("10.0.0.1", {Code::kUnauthorized, "signed by somebody else"});
  const std::map<std::string, std::string> edits{{"a", "{spec: {role: custom}}"},
                                                 {"b", "{spec: {nodeClassRef: {name: other}}}"}};
  for (const auto& [name, edit] : edits) {
    agents_.register_node(name, 1);
    make(name, {});
    await_hooks(name);
    node_condition(name, "Unknown");
    patch(*kinds_.config, name, edit);
    await_seen(name, [&](const SlurmMachine&, const client::Object& config) {
      return config.at("spec", "role").as_string() == "custom" ||
             named_class(config).name == "other";
    });
    remove(name);
    await_reason(name, "Waiting");
    EXPECT_TRUE(hooked(name));
    EXPECT_EQ(api::annotation(machine(name), kNodeClass), "hpc");
    EXPECT_EQ(api::annotation(machine(name), kRole), "slurm-worker");
    EXPECT_EQ(agents_.orders().back().agent.address, kHead);
    agents_.end_jobs(name);
    await_release(name);
    EXPECT_FALSE(agents_.knows(name));
  }
}

// Its Node is a kubelet's, and nobody has said what Slurm calls it.
TEST_F(Hooks, AMachineThatOthersStartIsHeldUntilItsNameIsKnown) {
  const auto marked = [&](const std::string& name, const std::string& node) {
    create(*machine_, name,
           "{metadata: {finalizers: [machine.cluster.x-k8s.io], labels: {sluice.dev/node-class: "
           "hpc}}, spec: {clusterName: c, bootstrap: {dataSecretName: x}}}");
    patch_machine(name, "{status: {nodeRef: {name: " + node + "}}}", client::Part::kStatus);
    await_hooks(name);
    await_seen(name, [&](const SlurmMachine& slurm, const client::Object&) {
      return slurm.node == node.substr(0, node.find('.'));
    });
  };
  agents_.register_node("rack7", 1);
  marked("m", "w1.example.com");
  remove("m");
  const std::string message = await_reason("m", "Unreachable");
  EXPECT_THAT(message, HasSubstr("Slurm has no node w1, and nobody has said"));
  EXPECT_THAT(message, HasSubstr("no other Machine's: rack7"));
  EXPECT_THAT(message, HasSubstr("label sluice.dev/slurm-node"));
  EXPECT_THAT(message, HasSubstr("sluice.dev/detach-release"));
  EXPECT_TRUE(hooked("m"));
  patch_machine("m", "{metadata: {labels: {sluice.dev/slurm-node: rack7}}}");
  await_reason("m", "Waiting");
  agents_.end_jobs("rack7");
  await_release("m");

  agents_.register_node("w2");  // as its host is called
  marked("n", "w2.example.com");
  await_reason("n", "Registered", kRegistered);
  agents_.register_node("rack8");  // of no Machine, and not in the way
  marked("late", "w3.example.com");
  agents_.silence(kHead);
  remove("late");
  await_reason("late", "Unreachable");
  agents_.register_node("w3");  // whose Machine was deleted before anybody saw it
  agents_.wake(kHead);
  await_release("late");
  EXPECT_FALSE(agents_.knows("w3"));
  remove("n");
  await_release("n");
  EXPECT_FALSE(agents_.knows("w2"));
  EXPECT_TRUE(agents_.knows("rack8"));
}

// As when there were not enough hosts: nobody ever filled in its name.
TEST_F(Hooks, AMachineWithoutANameGoesWhenNoNodeCanBeIt) {
  agents_.register_node("w");
  make("w", {});
  await_seen("w", [](const SlurmMachine& slurm, const client::Object&) { return !slurm.is_guess; });
  make("unborn", {.address = "", .hostname = "{{ ds.meta_data.name }}"});
  await_hooks("unborn");
  remove("unborn");
  await_release("unborn");
  agents_.register_node("stray");
  make("born", {.address = "", .hostname = "{{ ds.meta_data.name }}"});
  await_hooks("born");
  remove("born");
  const std::string message = await_reason("born", "Unreachable");
  EXPECT_THAT(message, HasSubstr("name of the machine is not known"));
  EXPECT_THAT(message, HasSubstr("no other Machine's: stray"));
  EXPECT_TRUE(hooked("born"));
  patch_machine("born", "{metadata: {labels: {sluice.dev/slurm-node: stray}}}");
  await_release("born");
  EXPECT_FALSE(agents_.knows("stray"));
  EXPECT_TRUE(agents_.knows("w"));
}

TEST_F(Hooks, AnyControllerThatAnswersSpeaksForTheCluster) {
  patch(*kinds_.node_class, "hpc",
        "{spec: {controller: {hosts: [{name: head, address: 10.0.0.9}, {name: spare, address: "
        "10.0.0.8}]}}}");
  make("spare", {.role = "slurm-controller", .address = "10.0.0.8"});
  agents_.silence("10.0.0.1");
  const std::string both[] = {kHead, "10.0.0.8"};
  for (const std::size_t dead : {0U, 1U}) {
    const std::string name = "w-" + std::to_string(dead);
    agents_.silence(both[dead]);
    agents_.register_node(name);
    make(name, {});
    await_reason(name, "Registered", kRegistered);
    node_condition(name, "Unknown");
    remove(name);
    await_release(name);
    EXPECT_FALSE(agents_.knows(name));
    EXPECT_EQ(agents_.orders().back().agent.address, both[1 - dead]);
    agents_.wake(both[dead]);
  }
}

TEST_F(Hooks, WithoutClassAndConfigItsOwnAgentOrAPersonDecides) {
  agents_.register_node("w");
  make("w", {});
  make("v", {.address = "10.0.0.2"});
  for (const char* name : {"w", "v"}) {
    await_hooks(name);
    EXPECT_TRUE(client_.remove(*kinds_.config, {"default", name}, {}).has_value());
  }
  await_held_class();
  EXPECT_TRUE(client_.remove(*kinds_.node_class, {"default", "hpc"}, {}).has_value());
  patch(*kinds_.node_class, "hpc", "{metadata: {finalizers: null}}");  // somebody would not wait
  agents_.silence("10.0.0.2");
  node_condition("v", "Unknown");
  remove("v");
  EXPECT_TRUE(wait_until(seconds(60), [&] {
    return await_reason("v", "Unreachable").find("no SlurmNodeClass \"hpc\"") != std::string::npos;
  }));
  EXPECT_TRUE(hooked("v"));
  annotate("v", "sluice.dev/detach-release", "true");
  await_release("v");
  remove("w");
  await_release("w");
  EXPECT_FALSE(agents_.knows("w"));
}

TEST_F(Hooks, TheControllerLeavesAfterTheWorkersThatLeaveToo) {
  agents_.register_node("w", 1);
  make("w", {});
  await_hooks("w");
  await_hooks("head");
  remove("w");
  await_reason("w", "Waiting");
  remove("head");
  await_reason("head", "WaitingForWorkers");
  EXPECT_EQ(orders_for("head"), 0U);
  agents_.end_jobs("w");
  await_release("w");
  await_release("head");
  EXPECT_GT(orders_for("head"), 3U);
}

// Nobody asks for the first hook then, and workers may be deleted long after their controller.
TEST_F(Hooks, WithItsClusterTheControllerWaitsForAllWorkers) {
  agents_.register_node("w");
  make("w", {});
  await_hooks("w");
  await_hooks("head");
  patch(*cluster_, "c", "{metadata: {finalizers: [cluster.cluster.x-k8s.io]}}");
  EXPECT_TRUE(client_.remove(*cluster_, {"default", "c"}, {}).has_value());
  remove("head");
  await_reason("head", "WaitingForWorkers");
  remove("w");
  await_release("w");
  await_release("head");
  EXPECT_EQ(agents_.orders().back().node, "head");
  EXPECT_EQ(agents_.orders().back().order.mode, detach::Mode::kForced);
}

// A slurmd that somebody has started again registers anew; its agent cannot see that.
TEST_F(Hooks, ANodeThatHasComeBackIsNotForgotten) {
  agents_.register_node("w");
  make("w", {});
  await_hooks("w");
  agents_.take_only(3);  // draining, deleting, stopping
  remove("w");
  EXPECT_TRUE(wait_until(seconds(60), [&] { return orders_for("w") == 3; }));
  EXPECT_FALSE(agents_.knows("w"));
  agents_.register_node("w");
  agents_.take_only(1);  // detached, says its own agent
  EXPECT_TRUE(wait_until(seconds(60), [&] { return orders_for("w") == 4; }));
  await_reason("w", "Unreachable");  // then the controller is asked
  EXPECT_TRUE(hooked("w"));
  agents_.take_only(100);
  await_release("w");
  EXPECT_FALSE(agents_.knows("w"));
}

TEST_F(Hooks, AMachineOfTheSameNameInAnotherNamespaceIsAnotherOne) {
  client_.create(
      api::kinds::namespace_(),
      json::parse_yaml("{apiVersion: v1, kind: Namespace, metadata: {name: other}}")->front());
  create(*kinds_.node_class, "hpc",
         "{spec: {clusterName: hpc, controller: {address: 10.0.0.9}, mungeKey: {secretName: "
         "munge}}}",
         "other");
  agents_.register_node("w");
  make("w", {});
  make("w", {.address = "", .ns = "other"});
  await_hooks("w", "other");
  await_hooks("w");
  remove("w", "other");
  // Whatever its class says, the controller of another namespace is not asked.
  EXPECT_TRUE(wait_until(seconds(60), [&] {
    const client::Object now = machine("w", "other");
    const json::Value* told = api::condition(now, kDetached);
    return told != nullptr && told->at("reason").as_string() == "Unreachable";
  }));
  const json::Value by_hand =
      *json::parse(R"({"metadata":{"annotations":{"sluice.dev/detach-release":"true"}}})");
  EXPECT_TRUE(client_.patch(*machine_, {"other", "w"}, {.body = by_hand}).has_value());
  await_release("w", "other");
  EXPECT_TRUE(agents_.knows("w"));
  EXPECT_EQ(orders_for("w"), 0U);
  EXPECT_TRUE(hooked("w"));
}

// The operator dies after each order that was given; what it knew is with the agent.
TEST_F(Hooks, WhereverTheOperatorDiesTheHooksStayUntilTheNodeHasLeft) {
  constexpr std::size_t kOrders = 5;  // draining, deleting, stopping, detached, and one more
  agents_.register_node("w");
  make("w", {});
  await_hooks("w");
  agents_.take_only(0);
  remove("w");
  for (std::size_t given = 1; given < kOrders; ++given) {
    agents_.take_only(1);
    EXPECT_TRUE(wait_until(seconds(60), [&] { return orders_for("w") == given; }));
    stop();
    const bool has_left = given == kOrders - 1;
    EXPECT_EQ(agents_.knows("w"), given < 3) << given;
    if (!has_left) {
      EXPECT_TRUE(hooked("w")) << given;
    }
    start();
  }
  agents_.take_only(1);
  await_release("w");
}

TEST_F(Hooks, NothingIsWrittenWhenNothingChanges) {
  agents_.register_node("w", 1);
  make("w", {});
  make("late", {.address = ""});  // so that Slurm is asked often
  await_reason("w", "JobsRan", kUsed);
  await_reason("late", "NotRegistered", kRegistered);
  await_reason("head", "Registered", kRegistered);
  // What was decided before the last of these was seen may be written once more.
  EXPECT_TRUE(wait_until(seconds(60), [&] {
    const std::string before = api::resource_version(machine("w"));
    const std::string head = api::resource_version(machine("head"));
    const int asked = agents_.questions();
    EXPECT_TRUE(wait_until(seconds(60), [&] { return agents_.questions() >= asked + 2; }));
    return api::resource_version(machine("w")) == before &&
           api::resource_version(machine("head")) == head;
  }));
}

// For a MachineHealthCheck.
TEST_F(Hooks, ANodeThatSlurmHasGivenUpIsShown) {
  make("unborn", {.address = ""});  // Slurm is asked more often while one is missing
  agents_.register_node("w");
  make("w", {});
  await_reason("w", "Healthy", kHealthy);
  EXPECT_EQ(machine_condition(machine("unborn"), kHealthy), nullptr);
  agents_.set_state("w", "DOWN+NOT_RESPONDING", "Not responding");
  EXPECT_EQ(await_reason("w", "Down", kHealthy), "DOWN+NOT_RESPONDING: Not responding");
  EXPECT_EQ(machine_condition(machine("w"), kHealthy)->at("status").as_string(), "False");
  EXPECT_EQ(machine_condition(machine("head"), kHealthy), nullptr);
  agents_.set_state("w", "IDLE+INVALID_REG", "Low RealMemory");
  EXPECT_EQ(await_reason("w", "Invalid", kHealthy), "IDLE+INVALID_REG: Low RealMemory");
  agents_.set_state("w", "IDLE+DRAIN", "an administrator's");
  await_reason("w", "Healthy", kHealthy);
}

TEST_F(Hooks, MachinesWithoutJobsAreMarkedToGoFirst) {
  const auto of_set = [](const std::string& set, const std::string& more = "") {
    return "ownerReferences: [{apiVersion: cluster.x-k8s.io/v1beta2, kind: MachineSet, name: " +
           set + ", uid: " + set + ", controller: true}]" + more;
  };
  agents_.register_node("busy", 1);
  agents_.register_node("idle");
  agents_.register_node("alone");
  agents_.register_node("theirs");
  make("busy", {.address = "", .metadata = of_set("a")});
  make("idle", {.address = "", .metadata = of_set("a")});
  make("late", {.address = "", .metadata = of_set("a")});  // Slurm does not know it yet
  make("theirs", {.address = "",
                  .metadata = of_set("a",
                                     ", annotations: {cluster.x-k8s.io/delete-machine: "
                                     "mine}")});
  make("alone", {.address = "", .metadata = of_set("b")});
  const auto mark = [&](const std::string& name) {
    return api::annotation(machine(name), kDeleteFirst);
  };
  EXPECT_TRUE(
      wait_until(seconds(60), [&] { return !mark("idle").empty() && !mark("late").empty(); }));
  EXPECT_EQ(mark("busy"), "");
  EXPECT_EQ(mark("alone"), "");
  EXPECT_EQ(mark("theirs"), "mine");
  agents_.register_node("idle", 1);
  EXPECT_TRUE(wait_until(seconds(60), [&] { return mark("idle").empty(); }));
  agents_.end_jobs("idle");
  agents_.end_jobs("busy");
  EXPECT_TRUE(wait_until(seconds(60), [&] { return mark("late").empty(); }));
  EXPECT_EQ(mark("idle"), "");
  EXPECT_EQ(mark("theirs"), "mine");
}

// A server with Cluster API before 1.11.
class OldHooks : public Hooks {
 protected:
  void SetUp() override {
    auto documents = json::parse_yaml(*read_file(CLUSTER_API_DEFINITIONS));
    for (json::Value& definition : *documents) {
      json::Value& versions = definition["spec"]["versions"];
      if (api::name(definition) == "machines.cluster.x-k8s.io") {
        versions.array().erase(versions.array().begin());
        versions.array().front()["storage"] = true;
      } else {
        versions.array().front()["name"] = "v1beta1";
      }
      ASSERT_TRUE(client_.create(api::kinds::custom_resource_definition(), definition).has_value());
    }
    machine_ = *runtime::await_kind(client_, clock_, "machines.cluster.x-k8s.io");
    cluster_ = *runtime::await_kind(client_, clock_, "clusters.cluster.x-k8s.io");
    populate();
  }
};

TEST_F(OldHooks, TheConditionsOfOthersStay) {
  agents_.register_node("w", 1);
  make("w", {});
  patch_machine("w", "{status: {conditions: [{type: Ready, status: \"True\"}]}}",
                client::Part::kStatus);
  await_reason("w", "JobsRan", kUsed);
  remove("w");
  await_reason("w", "Waiting");
  agents_.end_jobs("w");
  await_release("w");
  const client::Object gone = machine("w");
  EXPECT_EQ(gone.at("status", "conditions").as_array().size(), 1U);
  EXPECT_EQ(gone.at("status", "v1beta2", "conditions").as_array().size(), 5U);
}

}  // namespace
}  // namespace sluice::machines
