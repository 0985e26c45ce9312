// SPDX-License-Identifier: Apache-2.0
#include "clusters/cluster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/fnv.h"
#include "clusters/configuration.h"
#include "clusters/machine_class.h"
#include "clusters/objects.h"
#include "clusters/shows.h"
#include "json/text.h"
#include "json/yaml.h"

namespace sluice::clusters {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Result<Cluster> cluster_with(const std::string& spec) {
  json::Value object = json::parse_yaml(
                           "{metadata: {name: x, namespace: hpc, uid: u}, spec: {version: '22.05', "
                           "hostBinaries: true, " +
                           spec + "}}")
                           ->front();
  return read_cluster(object);
}

// The pod template of a component.
json::Value template_of(const Cluster& cluster, const std::string& component,
                        const std::string& password = "p") {
  for (const json::Value& object : desired_objects(cluster, {"r", "salt"}, password)) {
    if (object.at("metadata", "name").as_string() == cluster.component(component) &&
        object.find("spec", "template", "spec") != nullptr) {
      return object.at("spec", "template");
    }
  }
  return {};
}

TEST(SlurmCluster, BadInputNamesTheFieldAndWhatHelps) {
  const std::vector<std::pair<const char*, const char*>> table{
      {"slurmConf: {a: 'SlurmctldPort=1'}", "see spec.ports.controller"},
      {"slurmConf: {a: 'KillWait=1', b: 'KillWait=2'}", "KillWait"},
      {"slurmConf: {a: 'NoSuchThing=1'}", "spec.slurmConf.a:1"},
      {"slurmConf: {a: 'AccountingStoragePass=hush'}", "spec.accounting.external.passwordSecret"},
      {"files: {slurm.key: 'hush'}", "Secret NAME-keys"},
      {"files: {slurmdbd.conf: 'DbdHost=x'}", "see spec.accounting.slurmdbdConf"},
      {"accounting: {slurmdbdConf: {a: 'StoragePass=hush'}}",
       "StoragePass is not set here; see spec.accounting.external.passwordSecret"},
      {"accounting: {slurmdbdConf: {a: 'DbdPort=1'}}", "see spec.ports.accounting"},
      {"accounting: {slurmdbdConf: {a: 'PurgeJobsAfter=1month'}}",
       "spec.accounting.slurmdbdConf.a:1"},
      {"accounting: {slurmdbdConf: {a: 'PurgeJobAfter=1month', b: 'PurgeJobAfter=2months'}}",
       "PurgeJobAfter"},
      {"accounting: {slurmdbdConf: {a: 'DisableCoordDBD=yes'}}", "24.05"},
      {"partitions: [{name: p, nodes: [gpus]}]", "spec.partitions[0].nodes: \"gpus\""},
      {"controllers: {replicas: 2}", "spec.controllers.replicas"},
      {"controllers: {replicas: 2, addresses: [127.0.0.1]}", "spec.controllers.addresses"},
      {"controllers: {replicas: 2, addresses: [127.0.0.1, 127.0.0.1]}",
       "spec.controllers.addresses"},
      {"network: {host: false}, controllers: {replicas: 2, addresses: [127.0.0.1, 127.0.0.2]}",
       "spec.controllers.addresses"},
      {"controllers: {replicas: 2, addresses: [127.0.0.1, 127.0.0.2]}, slurmConf: {a: "
       "'CommunicationParameters=CheckGhalQuiesce'}",
       "NoCtldInAddrAny"},
      {"controllers: {replicas: 2, addresses: [127.0.0.1, 127.0.0.2]}, rest: {}, ports: {rest: "
       "6817}",
       "spec.ports.rest: 6817 is spec.ports.controller already"},
      {"rest: {}, ports: {rest: 6817}", "spec.ports.rest: 6817 is spec.ports.controller already"},
      {"hostBinaries: false", "spec.image"},
      {"auth: slurm", "spec.auth: Slurm knows auth/slurm from 23.11 on, and this is 22.05"},
      {"identity: {files: {configMap: a}, sssd: {secret: b}}", "spec.identity"},
      {"identity: {nssSlurm: true}, slurmConf: {a: 'LaunchParameters=mpir_use_nodeaddr'}",
       "enable_nss_slurm"},
      {"compute: {pools: [{name: batch}]}, slurmConf: {a: "
       "'SlurmctldParameters=idle_on_node_suspend'}",
       "SlurmctldParameters needs enable_configless because of spec.compute"},
      {"slurmConf: {a: 'AuthType=auth/none'}", "see spec.auth"},
      {"files: {acct_gather.conf: \"ProfileInfluxDBHost=h ProfileInfluxDBPass = hush\"}",
       "spec.files.acct_gather.conf: ProfileInfluxDBPass is a password in the clear"},
      {"files: {plugstack.conf: 'optional /x.so password=hush'}",
       "spec.files.plugstack.conf: password is a password in the clear"},
      {"files: {namespace.yaml: \"auto: true\\nbind: {user: u, 'dbPassword': hush}\"}",
       "spec.files.namespace.yaml: dbPassword is a password in the clear"},
      {"compute: {slurmd: {environment: {DB_PASSWORD: hush}}}",
       "spec.compute.slurmd: environment.DB_PASSWORD is a password in the clear"},
      {"compute: {services: [{name: e, command: [/e], environment: {DB_PASSWORD: hush}}]}",
       "environment.DB_PASSWORD of e is a password in the clear"},
      {"compute: {services: [{name: e, command: [/e], files: [{path: /etc/e.conf, content: "
       "\"host = h\\ndbpass = hush\"}]}]}",
       "dbpass in the file /etc/e.conf of e is a password in the clear"},
      {"compute: {services: [{name: e, command: [/e, --user=u, --password=hush]}]}",
       "--password in the command of e is a password in the clear"},
      {"compute: {services: [{name: e, command: [/e, --password, hush]}]}",
       "--password in the command of e"},
      {"compute: {services: [{name: e, command: [/bin/sh, -c, 'exec e --db-password=\"hush\"']}]}",
       "--db-password in the command of e"},
      {"compute: {services: [{name: e, command: [/e], readiness: {command: [/e, TOKEN=hush]}}]}",
       "TOKEN in the command of e"},
      {"slurmConf: {a: 'Prolog=prolog.sh'}, files: {prolog.sh: 'exit 0'}",
       "slurmctld sends scripts beside slurm.conf from 23.11 on"},
      {"version: '23.11', slurmConf: {a: 'Prolog=prolog.sh'}", "spec.files has no such file"},
      {"slurmConf: {a: 'MCSPlugin=account'}", "expected a plugin, as in mcs/account"},
      {"slurmConf: {a: \"TaskPlugin=task/cgroup\\nJobAcctGatherParams=OverMemoryKill\"}, files: "
       "{cgroup.conf: 'ConstrainRAMSpace=yes'}",
       "slurmctld does not start with both"},
      {"version: 'nine'", "spec.version"}};
  for (const auto& [spec, message] : table) {
    const auto read = cluster_with(spec);
    ASSERT_FALSE(read.has_value()) << spec;
    EXPECT_THAT(read.error().message, HasSubstr(message)) << spec;
    EXPECT_THAT(read.error().message, Not(HasSubstr("hush")));
  }
}

TEST(SlurmCluster, CommandsThatReadAPasswordAreNoPasswords) {
  const auto read = cluster_with(
      "compute: {services: [{name: e, command: [/bin/sh, -c, 'TOKEN=$(cat /run/token) exec e "
      "--password=\"$TOKEN\" run --password-file=hush --password -'], files: [{path: /etc/e.conf, "
      "content: 'password = /etc/e/secret'}, {path: /usr/bin/e, content: 'password=ask_user'}]}]}");
  EXPECT_TRUE(read.has_value()) << read.error().message;
}

TEST(SlurmCluster, AFragmentTakesThePlaceOfWhatIsUsual) {
  const auto cluster = cluster_with("slurmConf: {a: 'TreeWidth=16'}");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  EXPECT_THAT(slurm_conf_text(*cluster),
              AllOf(HasSubstr("TreeWidth=16\n"), Not(HasSubstr("TreeWidth=65533"))));
}

TEST(SlurmCluster, SlurmdbdHasWhatThePiecesSay) {
  const auto cluster = cluster_with(
      "accounting: {slurmdbdConf: {a: 'PurgeJobAfter=12months', b: \"PrivateData=jobs\\n"
      "TrackWCKey=yes\"}}");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  EXPECT_THAT(slurmdbd_conf_text(*cluster, "p"),
              HasSubstr("# a\nPurgeJobAfter=12months\n# b\nPrivateData=jobs\nTrackWCKey=yes\n"
                        "StoragePass=p\n"));
}

TEST(SlurmCluster, PartitionsAreOfNodeSets) {
  const auto cluster = cluster_with(
      "nodeSets: [{name: gpus, feature: gpu}], partitions: [{name: p, nodes: [gpus], parameters: "
      "{MaxTime: '10'}}]");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  EXPECT_THAT(slurm_conf_text(*cluster),
              HasSubstr("NodeSet=gpus Feature=gpu\nPartitionName=p Nodes=gpus MaxTime=10\n"));
}

TEST(SlurmCluster, PartitionsAreOfNodesThatFragmentsDeclare) {
  const auto cluster = cluster_with(
      "slurmConf: {a: 'NodeName=n[1-2] CPUs=4'}, partitions: [{name: p, nodes: [n1]}]");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  EXPECT_FALSE(cluster_with("slurmConf: {a: 'NodeName=n[1-2] CPUs=4'}, partitions: [{name: p, "
                            "nodes: [n3]}]")
                   .has_value());
}

TEST(SlurmCluster, ScriptsBesideSlurmConfReachNodesWhereSlurmctldSendsThem) {
  const auto cluster = cluster_with(
      "version: '23.11', slurmConf: {a: 'Prolog=prolog.sh'}, files: {prolog.sh: 'exit 0'}");
  EXPECT_TRUE(cluster.has_value()) << cluster.error().message;
  EXPECT_TRUE(cluster_with("compute: {services: [{name: e, command: [/e], environment: "
                           "{DB_PASSWORD_FILE: /run/db, TOKEN: /run/token}}]}")
                  .has_value());
}

TEST(SlurmCluster, TwoControllersShareAClaim) {
  const auto cluster = cluster_with("network: {host: false}, controllers: {replicas: 2}");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  EXPECT_THAT(slurm_conf_text(*cluster),
              HasSubstr("SlurmctldHost=x-controller-1(x-controller-1.x-controller.hpc.svc)"));
  std::string all;
  for (const json::Value& object : desired_objects(*cluster, {"r", "p"}, "p")) {
    all += json::write(object) + "\n";
  }
  EXPECT_THAT(all, AllOf(HasSubstr("ReadWriteMany"), Not(HasSubstr("volumeClaimTemplates"))));
}

TEST(SlurmCluster, TwoControllersOfOneMachineHaveAnAddressEach) {
  const auto cluster =
      cluster_with("controllers: {replicas: 2, addresses: [127.0.0.1, 127.0.0.2]}");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  EXPECT_THAT(slurm_conf_text(*cluster),
              AllOf(HasSubstr("SlurmctldHost=x-controller-0(127.0.0.1)\n"),
                    HasSubstr("SlurmctldHost=x-controller-1(127.0.0.2)\n"),
                    HasSubstr("CommunicationParameters=NoCtldInAddrAny\n"),
                    HasSubstr("SlurmctldTimeout=30\n")));
  const json::Value pod = template_of(*cluster, "controller").at("spec");
  EXPECT_EQ(json::write(pod.at("hostAliases")),
            R"([{"ip":"127.0.0.1","hostnames":["x-controller-0"]},)"
            R"({"ip":"127.0.0.2","hostnames":["x-controller-1"]}])");
  const json::Value& slurmctld = pod.at("containers").as_array()[0];
  EXPECT_THAT(slurmctld.at("lifecycle", "preStop", "exec", "command").as_array()[2].as_string(),
              HasSubstr("scontrol takeover"));
}

TEST(SlurmCluster, OneControllerHasNobodyToHandOverToAndLocksItsState) {
  const auto cluster = cluster_with("");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  EXPECT_THAT(slurm_conf_text(*cluster), Not(HasSubstr("SlurmctldTimeout")));
  const json::Value slurmctld =
      template_of(*cluster, "controller").at("spec", "containers").as_array()[0];
  EXPECT_TRUE(slurmctld.at("lifecycle").is_null());
  EXPECT_THAT(slurmctld.at("command").as_array()[2].as_string(), HasSubstr("flock -n 9"));
}

// All of the containers of a pod, one line of text each.
std::string containers_text(const json::Value& pod, const char* list) {
  std::string all;
  for (const json::Value& one : pod.at(list).as_array()) {
    all += json::write(one) + "\n";
  }
  return all;
}

// Only who starts as root can give files to the user it becomes.
TEST(SlurmCluster, ProgramsStartAsRootWhoeverTheImageIsOf) {
  const auto cluster =
      cluster_with("hostBinaries: false, image: slurm:1, accounting: {}, rest: {}");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  for (const char* component : {"controller", "accounting", "rest", "database"}) {
    const json::Value pod = template_of(*cluster, component).at("spec");
    EXPECT_EQ(pod.at("securityContext", "runAsUser").as_int(-1), 0) << component;
  }
  EXPECT_THAT(containers_text(template_of(*cluster, "controller").at("spec"), "containers"),
              HasSubstr("! -user slurm -exec chown -h slurm"));
  EXPECT_THAT(containers_text(template_of(*cluster, "database").at("spec"), "containers"),
              AllOf(HasSubstr("chmod a+x /data"), HasSubstr("! -user $user -exec chown")));
}

TEST(SlurmCluster, SlurmsOwnAuthenticationNeedsNoMunge) {
  const auto cluster =
      cluster_with("version: '24.05', auth: slurm, accounting: {}, rest: {}, hostBinaries: true");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  EXPECT_THAT(
      slurm_conf_text(*cluster),
      AllOf(HasSubstr("AuthType=auth/slurm\nCredType=cred/slurm\n"), Not(HasSubstr("munge"))));
  EXPECT_THAT(slurmdbd_conf_text(*cluster, "p"), HasSubstr("AuthType=auth/slurm\n"));
  for (const char* component : {"controller", "accounting", "rest"}) {
    const json::Value pod = template_of(*cluster, component).at("spec");
    EXPECT_THAT(json::write(pod), Not(HasSubstr("munge"))) << component;
    EXPECT_EQ(pod.find("initContainers") != nullptr, component == std::string_view("controller"));
  }
  const json::Value pod = template_of(*cluster, "controller").at("spec");
  EXPECT_THAT(containers_text(pod, "initContainers"), HasSubstr("kill -INT"));
  for (const json::Value& one : pod.at("containers").as_array()) {
    EXPECT_THAT(json::write(one), HasSubstr(R"({"name":"sack","mountPath":"/run/slurm"})"));
  }
  const json::Value keys = new_keys(*cluster, "");
  EXPECT_TRUE(keys.find("data", "slurm.key") != nullptr);
  EXPECT_TRUE(keys.find("data", "munge.key") == nullptr);
  ASSERT_TRUE(read_keys(keys).has_value());
  EXPECT_EQ(read_keys(keys)->node_key, keys.at("data", "slurm.key").as_string());
  json::Value changed = keys;
  changed["data"]["slurm.key"] = "c29tZWJvZHkgZWxzZSdz";
  EXPECT_EQ(read_keys(changed).error().code, Code::kConflict);
}

TEST(SlurmCluster, MachinesOfClusterApiHaveTheKeyOfItsAuthentication) {
  const auto key = [](const char* auth) {
    const auto cluster = cluster_with(std::string("version: '24.05', auth: ") + auth +
                                      ", compute: {controllerAddress: 10.0.0.5, machineClass: {}}");
    EXPECT_TRUE(cluster.has_value()) << cluster.error().message;
    json::Value spec = machine_class(*cluster).at("spec");
    EXPECT_EQ(spec.at("clusterName").as_string(), "x");
    spec.erase("clusterName");
    spec.erase("controller");
    spec.erase("maxNodeCount");
    return json::write(spec);
  };
  EXPECT_EQ(key("munge"), R"({"mungeKey":{"secretName":"x-nodes","key":"munge.key"}})");
  EXPECT_EQ(key("slurm"), R"({"slurmKey":{"secretName":"x-nodes","key":"slurm.key"}})");
}

TEST(SlurmCluster, UsersComeFromAConfigMapOrADirectoryWhereSlurmLooks) {
  const auto files =
      cluster_with("identity: {files: {configMap: people}}, accounting: {}, rest: {}");
  const auto sssd = cluster_with("identity: {sssd: {secret: directory}}, accounting: {}, rest: {}");
  ASSERT_TRUE(files.has_value() && sssd.has_value());
  for (const char* component : {"controller", "accounting", "rest"}) {
    const json::Value first = template_of(*files, component).at("spec");
    EXPECT_EQ(first.at("initContainers").as_array()[0].at("name").as_string(), "accounts");
    EXPECT_THAT(json::write(first.at("volumes")),
                HasSubstr(R"({"name":"identity","configMap":{"name":"people"}})"));
    const json::Value second = template_of(*sssd, component).at("spec");
    EXPECT_EQ(second.at("initContainers").as_array()[0].at("name").as_string(), "sssd");
    for (const json::Value& one : first.at("containers").as_array()) {
      const std::string text = json::write(one);
      EXPECT_THAT(text, HasSubstr(R"("mountPath":"/etc/passwd","subPath":"passwd")"));
      EXPECT_THAT(text, Not(HasSubstr("host-etc-passwd")));
    }
    for (const json::Value& one : second.at("containers").as_array()) {
      const std::string text = json::write(one);
      EXPECT_THAT(text, AllOf(HasSubstr(R"("mountPath":"/var/lib/sss")"),
                              HasSubstr(R"("mountPath":"/etc/nsswitch.conf","subPath")"),
                              HasSubstr("host-etc-passwd")));
    }
  }
  EXPECT_THAT(json::write(template_of(*files, "database")), Not(HasSubstr("identity")));
  const auto nodes = cluster_with("identity: {nssSlurm: true}");
  EXPECT_THAT(slurm_conf_text(*nodes), HasSubstr("LaunchParameters=enable_nss_slurm\n"));
}

TEST(SlurmCluster, NoSecretIsInAnOpenObject) {
  const auto cluster = cluster_with("accounting: {}, rest: {}");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  for (const json::Value& object : desired_objects(*cluster, {"r", "hush"}, "hush")) {
    EXPECT_THAT(json::write(object), Not(HasSubstr("hush")));  // in Secrets it is encoded
    EXPECT_THAT(json::write(object), Not(HasSubstr("${n")));
  }
}

TEST(SlurmCluster, ADatabaseIsNeverRemovedAndOnlyTheSocketLetsRootIn) {
  const auto cluster = cluster_with("accounting: {}");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  const json::Value pod = template_of(*cluster, "database").at("spec");
  const std::string script =
      pod.at("containers").as_array()[0].at("command").as_array()[2].as_string();
  EXPECT_THAT(script, AllOf(HasSubstr("alter user if exists root@localhost identified via "
                                      "unix_socket;\n"),
                            HasSubstr("user = 'root' and host <> 'localhost'"),
                            HasSubstr("--datadir=/data/new"), Not(HasSubstr("rm -rf /data/files")),
                            Not(HasSubstr("authentication-method=normal"))));
}

TEST(SlurmCluster, EachPodOfTwoAsksAfterItsOwnSlurmctldAndTellsItWhatItStartsWith) {
  const auto cluster = cluster_with("network: {host: false}, controllers: {replicas: 2}");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  const json::Value containers = template_of(*cluster, "controller").at("spec", "containers");
  const std::string ping =
      "SLURM_CONF=/run/slurm/own.conf scontrol ping | grep -qF \" at $(uname -n) is UP\"";
  for (const char* probe : {"startupProbe", "readinessProbe"}) {
    EXPECT_THAT(containers.as_array()[0].at(probe, "exec", "command").as_array()[2].as_string(),
                AllOf(HasSubstr(ping), HasSubstr("touch /run/slurm/answered")));
  }
  // Nobody is asked who does not listen, at 6817 here.
  const std::string listens = "grep -qs ':1AA1 0*:0000 0A' /proc/net/tcp /proc/net/tcp6; } && ";
  EXPECT_THAT(
      containers.as_array()[0].at("startupProbe", "exec", "command").as_array()[2].as_string(),
      HasSubstr(listens + ping));
  EXPECT_THAT(containers.as_array()[1].at("command").as_array()[2].as_string(),
              HasSubstr(listens + "scontrol ping"));
  // One question in an interval: the other probe looks when it was answered.
  EXPECT_THAT(
      containers.as_array()[0].at("livenessProbe", "exec", "command").as_array()[2].as_string(),
      AllOf(HasSubstr("/run/slurm/answered"), Not(HasSubstr("scontrol"))));
  EXPECT_THAT(containers.as_array()[1].at("command").as_array()[2].as_string(),
              HasSubstr("rm -f /run/taken-over\n"));
  EXPECT_THAT(
      containers.as_array()[1].at("readinessProbe", "exec", "command").as_array()[2].as_string(),
      HasSubstr("/run/taken-over"));
}

// What has records works on them before it listens, for hours maybe; afterwards it is asked.
TEST(SlurmCluster, WhoWorksOnRecordsIsNotKilledAndWhoDoesNotAnswerIs) {
  const auto cluster = cluster_with("accounting: {}, rest: {}");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  const auto first = [&](const char* component) {
    return template_of(*cluster, component).at("spec", "containers").as_array()[0];
  };
  for (const char* component : {"database", "accounting"}) {
    const json::Value start = first(component).at("startupProbe");
    EXPECT_GE(start.at("failureThreshold").as_int() * start.at("periodSeconds").as_int(), 86400)
        << component;
  }
  const auto asks = [&](const char* component) {
    return first(component).at("livenessProbe", "exec", "command").as_array()[2].as_string();
  };
  EXPECT_THAT(asks("database"), HasSubstr("mariadb-admin"));
  EXPECT_THAT(asks("accounting"), AllOf(HasSubstr("sacctmgr"), Not(HasSubstr("scontrol"))));
  EXPECT_THAT(asks("rest"), HasSubstr("/dev/tcp/127.0.0.1/6820"));
  for (const char* component : {"database", "accounting", "controller"}) {
    EXPECT_EQ(template_of(*cluster, component).at("spec", "terminationGracePeriodSeconds").as_int(),
              120)
        << component;
    // One that hangs does not end by itself: nobody waits that long for it.
    EXPECT_EQ(first(component).at("livenessProbe", "terminationGracePeriodSeconds").as_int(), 30)
        << component;
  }
}

// Whoever asks through it looks as ill as it is, and would be started anew in its place.
TEST(SlurmCluster, AMungedThatHangsIsEndedBeforeSlurmctldIs) {
  const auto cluster = cluster_with("accounting: {}");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  const auto seconds = [](const json::Value& probe, const char* field) {
    return probe.at(field).as_int();
  };
  for (const char* component : {"controller", "accounting"}) {
    const json::Value pod = template_of(*cluster, component).at("spec");
    const json::Value munged = pod.at("initContainers").as_array().at(0);
    ASSERT_EQ(munged.at("name").as_string(), "munged");
    EXPECT_EQ(json::write(munged.at("livenessProbe", "exec", "command")),
              R"(["timeout","-s","KILL","5","/bin/sh","-c","munge -n | unmunge >/dev/null"])");
    const json::Value ours = munged.at("livenessProbe");
    const json::Value theirs = pod.at("containers").as_array()[0].at("livenessProbe");
    // It hangs just after it was asked, and just before they are.
    const std::int64_t latest = seconds(ours, "periodSeconds") * seconds(ours, "failureThreshold") +
                                seconds(ours, "timeoutSeconds") +
                                seconds(ours, "terminationGracePeriodSeconds");
    EXPECT_LT(latest, seconds(theirs, "periodSeconds") * (seconds(theirs, "failureThreshold") - 1))
        << component;
  }
}

std::string restart_mark_with(const std::string& spec) {
  const auto cluster = cluster_with(spec);
  return cluster ? restart_mark(*cluster) : cluster.error().message;
}

TEST(SlurmCluster, WhatNeedsARestartIsMarkedWhereverItStands) {
  const auto gres = [](const char* count) {
    return restart_mark_with(std::string("slurmConf: {a: 'GresTypes=gpu'}, files: {gres.conf: "
                                         "'NodeName=n1 Name=gpu Count=") +
                             count + "'}");
  };
  EXPECT_NE(gres("1"), gres("2"));
  EXPECT_EQ(gres("1"), gres("1"));
  const std::string with = restart_mark_with("rest: {}");
  EXPECT_EQ(with, restart_mark_with("rest: {}, files: {topology.conf: 'SwitchName=s Nodes=n1'}"));
  EXPECT_EQ(with,
            restart_mark_with("rest: {}, slurmConf: {a: "
                              "'SlurmctldParameters=enable_configless,idle_on_node_suspend'}"));
  EXPECT_NE(with, restart_mark_with(
                      "rest: {}, slurmConf: {a: 'SlurmctldParameters=idle_on_node_suspend'}"));
}

TEST(SlurmCluster, PodsHaveTheMachinesNetworkWhereTheSpecSaysSo) {
  const auto on_host = cluster_with("rest: {}");
  const auto on_own = cluster_with("rest: {}, network: {host: false}");
  ASSERT_TRUE(on_host.has_value() && on_own.has_value());
  for (const char* component : {"controller", "rest"}) {
    const json::Value pod = template_of(*on_host, component).at("spec");
    EXPECT_TRUE(pod.at("hostNetwork").as_bool());
    EXPECT_EQ(pod.at("dnsPolicy").as_string(), "ClusterFirstWithHostNet");
    EXPECT_EQ(template_of(*on_own, component).find("spec", "hostNetwork"), nullptr);
  }
}

TEST(SlurmCluster, AnotherPasswordStartsSlurmdbdAnewAndCannotBeTriedOut) {
  const auto cluster =
      cluster_with("accounting: {external: {host: db, passwordSecret: {name: db}}}");
  ASSERT_TRUE(cluster.has_value()) << cluster.error().message;
  const json::Value first = template_of(*cluster, "accounting", "one");
  EXPECT_EQ(template_of(*cluster, "accounting", "one"), first);
  EXPECT_NE(template_of(*cluster, "accounting", "two"), first);
  EXPECT_EQ(template_of(*cluster, "controller", "two"), template_of(*cluster, "controller", "one"));
  EXPECT_NE(first.at("metadata", "annotations", "sluice.dev/slurmdbd-conf").as_string(),
            fnv1a_digits(slurmdbd_conf_text(*cluster, "one"), 10));
}

TEST(Shows, MoreIsNobodysBusinessLessIs) {
  const auto value = [](const char* text) { return json::parse_yaml(text)->front(); };
  EXPECT_TRUE(shows(value("{a: 1, b: [{c: 2, d: 3}]}"), value("{b: [{c: 2}]}")));
  EXPECT_FALSE(shows(value("{b: [{c: 2}, {c: 3}]}"), value("{b: [{c: 2}]}")));
  EXPECT_FALSE(shows(value("{a: 1}"), value("{a: 2}")));
  EXPECT_TRUE(shows(value("{a: 1}"), value("{a: 1, e: {}, s: ''}")));
}

}  // namespace
}  // namespace sluice::clusters
