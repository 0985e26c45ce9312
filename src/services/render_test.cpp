// SPDX-License-Identifier: Apache-2.0
#include "services/render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"
#include "json/yaml.h"

namespace sluice::services {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kGraph = R"(
kind: NodeServices
metadata: {name: compute}
spec:
  placement: {pool: batch, datacenters: [dc1], constraints: [{attribute: "${meta.role}", value: compute}]}
  services:
  - name: slurmd
    command: [/usr/sbin/slurmd, -D, --conf, "Feature=a b", "100%"]
    needsReady: [munge]
    killMode: process
    ports: [{name: slurmd, port: 6818}]
    files: [{path: /etc/slurm/x.conf, content: "say \"${x}\"\n", mode: "0600"}]
    placement: {priority: 95}
  - {name: munge, command: [/usr/sbin/munged, --foreground], user: munge, image: "munge:1",
     environment: {TZ: UTC}, readiness: {command: [/usr/bin/munge, -n]}, needsFiles: [/etc/munge/munge.key]}
)";

NodeServices graph() {
  auto made = read_node_services(kGraph);
  EXPECT_TRUE(made.has_value()) << made.error().message;
  return made.value_or(NodeServices{});
}

std::string text_of(const Result<std::vector<Rendered>>& files, const std::string& path) {
  EXPECT_TRUE(files.has_value()) << files.error().message;
  for (const Rendered& file : *files) {
    if (file.path == path) {
      return file.text;
    }
  }
  return "no " + path;
}

TEST(RenderSystemd, AUnitWithItsGatesThatLeavesJobsAlone) {
  const auto files = render_systemd(graph(), {.program = "/bin/sluice", .run_directory = "/r"});
  EXPECT_EQ(text_of(files, "etc/systemd/system/sluice-slurmd.service"), R"([Unit]
Description=slurmd of compute
Wants=sluice-munge.service
After=sluice-munge.service
Wants=sluice-slurmd-hold.service
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
ExecStartPre=+/bin/sluice jobsync wait --service slurmd --run-dir /r --for munge
ExecStart=/usr/sbin/slurmd -D --conf "Feature=a b" 100%%
ExecStartPost=+/bin/sluice jobsync ready --service slurmd --run-dir /r --for munge --pid $MAINPID
ExecStopPost=+/bin/sluice jobsync removed --service slurmd --run-dir /r
Restart=always
RestartSec=5
TimeoutStartSec=infinity
KillMode=process
Delegate=yes
OOMPolicy=continue
LimitNOFILE=131072

[Install]
WantedBy=multi-user.target
)");
  EXPECT_EQ(text_of(files, "etc/systemd/system/sluice-slurmd-hold.service"), R"([Unit]
Description=says whether slurmd of compute is ready
BindsTo=sluice-slurmd.service
After=sluice-slurmd.service
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=/bin/sluice jobsync hold --service slurmd --run-dir /r --for munge
Restart=always
RestartSec=1
)");
  EXPECT_EQ(text_of(files, "etc/slurm/x.conf"), "say \"${x}\"\n");
  const std::string munge = text_of(files, "etc/systemd/system/sluice-munge.service");
  EXPECT_THAT(munge, HasSubstr("User=munge\nEnvironment=TZ=UTC\n"));
  EXPECT_THAT(munge, HasSubstr("--file /etc/munge/munge.key --pid $MAINPID -- /usr/bin/munge -n"));
  EXPECT_THAT(munge, Not(HasSubstr("KillMode")));
}

NodeServices ending() {
  const auto made = read_node_services(R"(
kind: NodeServices
metadata: {name: x}
spec:
  services:
  - {name: fetch, command: [/fetch], user: site, readiness: {whenDone: true}}
  - {name: exporter, command: [/exporter], restart: {policy: on-failure}}
)");
  EXPECT_TRUE(made.has_value()) << made.error().message;
  return made.value_or(NodeServices{});
}

TEST(RenderSystemd, WhatEndsSaysSoItselfAndIsNotStartedForWhoeverNeedsIt) {
  const auto files = render_systemd(ending(), {.program = "/bin/sluice", .run_directory = "/r"});
  EXPECT_THAT(text_of(files, "etc/systemd/system/sluice-fetch.service"), HasSubstr(R"([Service]
Type=exec
ExecStart=/bin/sluice jobsync exec --service fetch --run-dir /r --user site --may-end -- /fetch
ExecStop=+/bin/sluice jobsync removed --service fetch --run-dir /r
RemainAfterExit=yes
Restart=on-failure
)"));
  EXPECT_EQ(text_of(files, "etc/systemd/system/sluice-fetch-hold.service"),
            "no etc/systemd/system/sluice-fetch-hold.service");
  const auto held = render_systemd(ending(), {.program = "/bin/sluice", .held = true});
  EXPECT_THAT(text_of(held, "etc/systemd/system/sluice-fetch.service"),
              testing::AllOf(HasSubstr("--may-end -- /fetch\nRemainAfterExit=yes\n"),
                             Not(HasSubstr("ExecStop"))));
  EXPECT_EQ(held->size(), 2U);  // the agent stays beside them
}

TEST(RenderSystemd, AServiceIsNotCalledAsAUnitBesideAnotherOne) {
  NodeServices all = ending();
  all.services[0].name = "exporter-hold";
  const auto files = render_systemd(all, {});
  ASSERT_FALSE(files.has_value());
  EXPECT_EQ(files.error().message,
            "\"exporter-hold\": the unit beside \"exporter\" is called so; expected another name");
}

// They start again whatever ends.
TEST(Render, NomadAndKubernetesSeeNothingEndThatIsDone) {
  const NodeServices all = ending();
  const auto fetch = nomad_job(all.services[0], all, {});
  ASSERT_TRUE(fetch.has_value());
  const json::Array& tasks = fetch->at("TaskGroups").as_array().at(0).at("Tasks").as_array();
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_THAT(json::write(tasks[0].at("Config", "args")),
              HasSubstr(R"("--may-end","--stay","--","/fetch")"));
  const auto files = render_kubernetes(all, {.image = "i"});
  for (const auto& [file, containers] : {std::pair("x-fetch.yaml", 1U), {"x-exporter.yaml", 2U}}) {
    const auto set = json::parse_yaml(text_of(files, file));
    ASSERT_TRUE(set.has_value());
    const json::Value& pod = set->front().at("spec", "template", "spec");
    ASSERT_EQ(pod.at("containers").as_array().size(), containers) << file;
    EXPECT_THAT(json::write(pod.at("containers").as_array()[0].at("command")),
                HasSubstr(R"("--may-end","--stay")"));
  }
}

json::Value job(const std::string& name, int version) {
  const NodeServices all = graph();
  for (const Service& service : all.services) {
    if (service.name == name) {
      return nomad_job(service, all, {.nomad_version = version}).value_or(json::Value());
    }
  }
  return {};
}

json::Value task(const json::Value& job, const std::string& name) {
  for (const json::Value& one : job.at("TaskGroups").as_array().at(0).at("Tasks").as_array()) {
    if (one.at("Name").as_string() == name) {
      return one;
    }
  }
  return {};
}

TEST(RenderNomad, AJobWithGatesThatAvoidsTheTraps) {
  const json::Value slurmd = job("slurmd", 108);
  EXPECT_EQ(slurmd.at("Type").as_string(), "system");
  EXPECT_EQ(slurmd.at("NodePool").as_string(), "batch");
  EXPECT_EQ(slurmd.at("Priority").as_int(), 95);
  EXPECT_EQ(json::write(slurmd.at("Constraints").as_array().at(1)),
            R"({"LTarget":"${meta.role}","RTarget":"compute","Operand":"="})");
  const json::Value& group = slurmd.at("TaskGroups").as_array().at(0);
  EXPECT_EQ(group.at("RestartPolicy", "Mode").as_string(), "delay");
  EXPECT_EQ(json::write(group.at("Networks")),
            R"([{"Mode":"host","ReservedPorts":[{"Label":"slurmd","Value":6818}]}])");
  EXPECT_EQ(json::write(task(slurmd, "gate").at("Lifecycle")),
            R"({"Hook":"prestart","Sidecar":false})");
  EXPECT_EQ(json::write(task(slurmd, "hold").at("Lifecycle")),
            R"({"Hook":"poststart","Sidecar":true})");
  const json::Value main = task(slurmd, "slurmd");
  EXPECT_EQ(main.at("Resources", "MemoryMaxMB").as_int(), -1);
  EXPECT_THAT(task(slurmd, "prepare").at("Config", "args").as_array().at(1).as_string(),
              HasSubstr("install -D -m 0600 \"$NOMAD_TASK_DIR/file0\" '/etc/slurm/x.conf.new'"));
  EXPECT_THAT(json::write(task(job("munge", 108), "munge").at("Config", "args")),
              Not(HasSubstr("--own-cgroup")));
  EXPECT_EQ(
      json::write(main.at("Config", "args")),
      R"(["jobsync","exec","--service","slurmd","--run-dir","/run/sluice/services","--for",)"
      R"("munge","--own-cgroup","--","/usr/sbin/slurmd","-D","--conf","Feature=a b","100%"])");
  // Nomad 1.6 sets no limit, and refuses to be told so.
  EXPECT_TRUE(task(job("slurmd", 106), "slurmd").at("Resources", "MemoryMaxMB").is_null());
}

TEST(RenderNomad, HclSaysTheSame) {
  const std::string hcl = nomad_hcl(job("slurmd", 108));
  EXPECT_THAT(hcl, HasSubstr("job \"compute-slurmd-batch\" {\n  type = \"system\"\n"));
  EXPECT_THAT(hcl, HasSubstr("    attribute = \"$${meta.role}\"\n"));
  EXPECT_THAT(hcl, HasSubstr("      port \"slurmd\" {\n        static = 6818\n"));
  EXPECT_THAT(hcl, HasSubstr("      kill_timeout = \"30s\"\n"));
  EXPECT_THAT(hcl, HasSubstr("        data = \"say \\\"$${x}\\\"\\n\"\n"));
}

TEST(RenderKubernetes, ADaemonSetThatIsReplacedOnlyByHandWhereJobsRun) {
  const auto files = render_kubernetes(graph(), {.image = "slurm:1"});
  const auto documents = json::parse_yaml(text_of(files, "compute-slurmd-batch.yaml"));
  ASSERT_TRUE(documents.has_value());
  ASSERT_EQ(documents->size(), 2U);
  EXPECT_EQ((*documents)[0].at("data", "file0").as_string(), "say \"${x}\"\n");
  const json::Value& spec = (*documents)[1].at("spec");
  EXPECT_EQ(spec.at("updateStrategy", "type").as_string(), "OnDelete");
  const json::Value& pod = spec.at("template", "spec");
  EXPECT_TRUE(pod.at("hostPID").as_bool());
  EXPECT_EQ(json::write(pod.at("nodeSelector")),
            R"({"kubernetes.io/os":"linux","sluice.dev/pool":"batch","role":"compute"})");
  EXPECT_EQ(pod.at("initContainers").as_array().size(), 2U);
  const auto munge = json::parse_yaml(text_of(files, "compute-munge-batch.yaml"));
  ASSERT_TRUE(munge.has_value());
  const json::Value& main =
      munge->at(0).at("spec", "template", "spec", "containers").as_array().at(0);
  EXPECT_EQ(main.at("image").as_string(), "munge:1");
  EXPECT_THAT(json::write(main.at("command")), HasSubstr(R"("--user","munge","--",)"));
}

TEST(RenderKubernetes, FilesOfSecretsAreMountedAndPutInPlaceForTheirOwners) {
  const auto made = read_node_services(R"(
kind: NodeServices
metadata: {name: x}
spec:
  services:
  - name: munged
    command: [/munged]
    secretFiles: [{path: /etc/munge/munge.key, secret: x-nodes, key: munge.key, owner: munge, revision: "7"}]
)");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  const auto set =
      json::parse_yaml(text_of(render_kubernetes(*made, {.image = "munge:1"}), "x-munged.yaml"));
  ASSERT_TRUE(set.has_value());
  const json::Value& pod = set->front().at("spec", "template");
  EXPECT_EQ(pod.at("metadata", "annotations", "sluice.dev/secret-revisions").as_string(), "7");
  const json::Value& prepare = pod.at("spec", "initContainers").as_array().at(0);
  EXPECT_EQ(prepare.at("command").as_array().at(2).as_string(),
            "set -e\ninstall -D -m 0400 -o 'munge' \"/secrets/file0\" '/etc/munge/munge.key.new'\n"
            "mv '/etc/munge/munge.key.new' '/etc/munge/munge.key'\n");
  EXPECT_EQ(json::write(prepare.at("volumeMounts").as_array().back()),
            R"({"name":"secrets","mountPath":"/secrets","readOnly":true})");
  EXPECT_EQ(json::write(pod.at("spec", "volumes").as_array().back()),
            R"({"name":"secrets","projected":{"defaultMode":256,"sources":[{"secret":{"name":)"
            R"("x-nodes","items":[{"key":"munge.key","path":"file0"}]}}]}})");
}

TEST(Render, AnAddressIsWaitedForBeforeTheStartAndNotAfterwards) {
  const auto made = read_node_services(R"(
kind: NodeServices
metadata: {name: compute}
spec: {services: [{name: slurmd, command: [/slurmd], needsOpen: ["ctl:6817", "[::1]:6817"]}]}
)");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  const std::string open = R"("--open","ctl:6817","--open","[::1]:6817")";
  const auto job = nomad_job(made->services.front(), *made, {});
  ASSERT_TRUE(job.has_value());
  for (const char* name : {"gate", "slurmd"}) {
    EXPECT_THAT(json::write(task(*job, name).at("Config", "args")), HasSubstr(open));
  }
  EXPECT_THAT(json::write(task(*job, "hold").at("Config", "args")), Not(HasSubstr("--open")));
  EXPECT_THAT(text_of(render_systemd(*made, {}), "etc/systemd/system/sluice-slurmd.service"),
              HasSubstr("--open ctl:6817 --open [::1]:6817\nExecStart=/slurmd\n"));
}

TEST(Render, PoolsStandSideBySideWhereAllMachinesDo) {
  const auto pools = read_node_services(R"(
kind: NodeServices
metadata: {name: hpc}
spec:
  services:
  - {name: munged, command: [/usr/sbin/munged]}
  - {name: slurmd, command: [/usr/sbin/slurmd, a], needsReady: [munged], placement: {pool: batch}}
  - {name: slurmd, command: [/usr/sbin/slurmd, b], needsReady: [munged], placement: {pool: htc}}
)");
  ASSERT_TRUE(pools.has_value()) << pools.error().message;
  std::string jobs;
  for (const Service& service : pools->services) {
    const auto job = nomad_job(service, *pools, {});
    ASSERT_TRUE(job.has_value());
    jobs += job->at("ID").as_string() + " on " + job->at("NodePool").as_string() + "; ";
  }
  EXPECT_EQ(jobs, "hpc-munged on all; hpc-slurmd-batch on batch; hpc-slurmd-htc on htc; ");
  const auto files = render_kubernetes(*pools, {.image = "slurm:1"});
  const auto set = json::parse_yaml(text_of(files, "hpc-slurmd-htc.yaml"));
  ASSERT_TRUE(set.has_value());
  EXPECT_EQ(set->front().at("spec", "selector", "matchLabels", "sluice.dev/pool").as_string(),
            "htc");
  // A machine is of one.
  const auto units = render_systemd(*pools, {});
  ASSERT_FALSE(units.has_value());
  EXPECT_THAT(units.error().message, HasSubstr("choose one with --pool"));
}

TEST(Render, WhatCannotBeSaidThereIsRefused) {
  const auto no_image = render_kubernetes(graph(), {});
  ASSERT_FALSE(no_image.has_value());
  EXPECT_EQ(no_image.error().message, "\"slurmd\": image: Required value; or say --image for all");
  NodeServices other = graph();
  other.services[0].placement.constraints[0].op = "!=";
  const auto constrained = render_kubernetes(other, {.image = "i"});
  ASSERT_FALSE(constrained.has_value());
  EXPECT_THAT(constrained.error().message, HasSubstr("${meta.role} != is Nomad's"));
  other.services[0].command.clear();
  other.services[0].unit = "munge.service";
  const auto unit = render_systemd(other, {});
  ASSERT_FALSE(unit.has_value());
  EXPECT_THAT(unit.error().message, HasSubstr("only its unit munge.service is known"));
  NodeServices braces = graph();
  braces.services[1].files[0].text = "@@{x";
  const auto replaced = render_nomad(braces, {});
  ASSERT_FALSE(replaced.has_value());
  EXPECT_THAT(replaced.error().message, HasSubstr("which Nomad would replace"));
}

}  // namespace
}  // namespace sluice::services
