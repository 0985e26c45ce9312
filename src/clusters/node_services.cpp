// SPDX-License-Identifier: Apache-2.0
//
// munged and slurmd of a machine. Neither is the distribution's unit: directories that a reboot
// takes away are made at each start, and slurmd asks a controller for its configuration. It is
// started when one answers: before 24.05 it asks once a second and gives up after nine. Jobs
// survive whatever is done to slurmd. The file that must not be there is the agent's
// (agent/orders.cpp).
//
// Of several controllers the one in control is put first. A slurmd of 22.05 that comes upon another
// one meanwhile asks that one again and again, as fast as it can, for three minutes, whether or not
// the first is there by then; one of 24.11 sleeps for a minute. With auth/slurm nobody but slurmd
// can ask before it runs, so that it is left to that.
//
// slurmctld is asked whether a slurmd is well until it has said so once; a note of that bears the
// number and the start of the process. From then on slurmd itself is asked, and what it says of
// slurmctld is enough: a node that is in its records hears from it every few minutes. One that has
// heard nothing for longer has slurmctld asked again, which is every five minutes where
// it pings nobody. Where slurmd does not answer, as on a port that slurm.conf does not say,
// slurmctld is asked each time.
//
// With auth/slurm there is no munged: slurmd has the key itself, and vouches through a socket for
// those who use commands on the machine. The key is where Slurm looks for it: that it is there
// tells slurmd, and commands that ask the controller for their configuration, how to ask.
#include "clusters/node_services.h"

#include <algorithm>

#include "base/fnv.h"
#include "base/text.h"
#include "clusters/configuration.h"
#include "clusters/fill.h"
#include "clusters/objects.h"
#include "clusters/passwords.h"
#include "json/strings.h"
#include "json/yaml.h"
#include "services/graph.h"
#include "services/registration.h"

namespace sluice::clusters {
namespace {

constexpr std::string_view kMunged = R"(
name: munged
command:
  - /bin/sh
  - -ec
  - |
    PATH=$PATH:/usr/sbin:/sbin
    install -d -o munge -g munge -m 0755 /run/munge
    install -d -o munge -g munge -m 0711 /var/lib/munge
    install -d -o munge -g munge -m 0700 /etc/munge /var/log/munge
    exec setpriv --reuid=munge --regid=munge --init-groups munged --foreground --key-file=/etc/munge/munge.key
secretFiles: [{path: /etc/munge/munge.key, secret: "${name}-nodes", key: munge.key, mode: "0400", owner: munge, revision: "${revision}"}]
readiness: {command: [/bin/sh, -c, "munge -n | unmunge >/dev/null"], restartAfterSeconds: 60}
restart: {policy: always, delaySeconds: 1}
)";

constexpr std::string_view kSlurmd = R"yaml(
name: slurmd
command:
  - /bin/sh
  - -ec
  - |
    PATH=$PATH:/usr/sbin:/sbin
    install -d -m 0755 ${directories} "/var/spool/slurmd/$(uname -n | cut -d. -f1)/conf-cache"
    ${firstInControl}exec slurmd -D -Z --conf-server "$${servers}" ${conf}
  - "${controller}"
needsReady: [${needs}]
secretFiles: [${keys}]
unlessFiles: [/var/lib/sluice/agent/leaving]
readiness:
  command:
    - /bin/sh
    - -c
    - |-
      ${knowsUsers}known=/run/slurm/registered
      said=$(timeout 5 scontrol show slurmd 2>/dev/null)
      slurmd=$(echo "$said" | grep -E '^(Boot time|Slurmd PID) ')
      if [ -n "$slurmd" ] && [ "$slurmd" = "$(cat $known 2>/dev/null)" ]; then
        told=$(echo "$said" | sed -n 's/^Last slurmctld msg time *= *//p')
        [ -n "$(find $known -mmin -5)" ] && exit 0
        [ -n "$told" ] && [ "$(date -d "$told" +%s 2>/dev/null || echo 0)" -gt $(($(date +%s) - 300)) ] && exit 0
      fi
      rm -f $known
      scontrol --oneliner show node "$(uname -n | cut -d. -f1)" | grep State= | grep -Evq 'NOT_RESPONDING|UNKNOWN' || exit 1
      [ -z "$slurmd" ] || echo "$slurmd" 2>/dev/null >$known || true
killMode: process
restart: {policy: always, delaySeconds: 1}
)yaml";

// `$servers`: `$0`, who is in control first. One that is not in control, asked by itself, says so
// at once. The lines are those of kSlurmd's command.
constexpr std::string_view kFirstInControl = R"sh(set -- $(echo "$0" | tr , ' ')
    asked=/run/slurm/asked.conf
    until
      for one do
        printf '%s\n' ClusterName=asked SlurmUser=root "SlurmctldHost=asked(${one%:*})" "SlurmctldPort=${one##*:}" >$asked
        SLURM_CONF=$asked timeout 3 scontrol show licenses >/dev/null 2>&1 && break
      done
    do sleep 0.2; done
    servers=$one
    for other do [ "$other" = "$one" ] || servers=$servers,$other; done
    )sh";

// slurmd's own with auth/slurm: root's, or SlurmUser's, and no business of others.
constexpr std::string_view kSlurmKey =
    R"({path: /etc/slurm/slurm.key, secret: "${name}-nodes", key: slurm.key, mode: "0400", revision: "${revision}"})";

// What nss_slurm needs and is not ours to change: a line of a file of the system's, and a library.
// Jobs run without them, but their processes do not know who they are.
constexpr std::string_view kKnowsUsers =
    R"sh(for database in passwd group; do )sh"
    R"sh(grep -Eqs "^$database:(.*[[:space:]])?slurm([[:space:]]|\$)" /etc/nsswitch.conf || )sh"
    R"sh({ echo "nssSlurm: /etc/nsswitch.conf does not name slurm for $database" >&2; exit 1; }; done; )sh"
    R"sh(set -- /lib*/libnss_slurm.so.2 /lib/*/libnss_slurm.so.2 /usr/lib*/libnss_slurm.so.2 )sh"
    R"sh(/usr/lib/*/libnss_slurm.so.2 /usr/local/lib/libnss_slurm.so.2; )sh"
    R"sh(ls "$@" 2>/dev/null | grep -q . || )sh"
    R"sh({ echo "nssSlurm: libnss_slurm.so.2 is not installed" >&2; exit 1; }; )sh";

// Texts of ours: they parse.
json::Value parse(std::string_view text, const Values& values) {
  const auto documents = json::parse_yaml(fill(text, values));
  CHECK(documents.has_value());
  return documents->front();
}

std::vector<std::string> controllers(const Cluster& cluster) {
  std::vector<std::string> all;
  for (const std::string& host : cluster.compute->controllers) {
    all.push_back(host + ":" + std::to_string(cluster.ports.controller));
  }
  return all;
}

// As --conf-server and SLURM_CONF_SERVER want it: each is asked until one answers.
std::string conf_servers(const Cluster& cluster) {
  return join(controllers(cluster), ",");
}

Values key_values(const Cluster& cluster, const Keys& keys) {
  return {{"name", cluster.name}, {"revision", keys.revision}};
}

// What a site has slurmd wait for, and find in its environment: plugins that another service
// brings, file systems.
void add_needs(json::Value& service, const json::Value& more) {
  json::Array needs = service.at("needsReady").as_array();
  for (const json::Value& need : more.at("needsReady").as_array()) {
    if (std::find(needs.begin(), needs.end(), need) == needs.end()) {
      needs.push_back(need);
    }
  }
  service["needsReady"] = std::move(needs);
  for (const char* field : {"needsFiles", "environment"}) {
    if (more.find(field) != nullptr) {
      service[field] = more.at(field);
    }
  }
}

json::Value slurmd(const Cluster& cluster, const Keys& keys, const Pool& pool) {
  const std::string conf = "--conf \"$" + std::string(services::kRegistersAs) + "\"";
  const bool own_key = cluster.auth == "slurm";
  const bool nss = cluster.identity.nss_slurm;
  const bool ask_first = cluster.compute->controllers.size() > 1 && !own_key;
  json::Value service =
      parse(kSlurmd, {{"controller", conf_servers(cluster)},
                      {"conf", pool.name.empty() ? "" : conf},
                      {"servers", ask_first ? "servers" : "0"},
                      {"firstInControl", std::string(ask_first ? kFirstInControl : "")},
                      {"directories", own_key ? "/etc/slurm /run/slurm" : "/run/slurm"},
                      {"knowsUsers", std::string(nss ? kKnowsUsers : std::string_view())},
                      {"needs", own_key ? "" : "munged"},
                      {"keys", own_key ? fill(kSlurmKey, key_values(cluster, keys)) : ""}});
  add_needs(service, cluster.compute->slurmd);
  // Nobody reaches slurmctld at the old place, or with the old key: that all machines learn at
  // once.
  service["inTurn"] = fnv1a_digits(conf_servers(cluster) + (own_key ? keys.revision : ""), 8);
  service["needsOpen"] = json::from_strings(controllers(cluster));
  if (nss) {  // it cannot read slurm.conf, and looks in another directory by itself
    service["files"] = json::Array{
        json::Object{{"path", "/etc/nss_slurm.conf"},
                     {"content", "SlurmdSpoolDir=" + slurmd_spool_directory(cluster) + "\n"}}};
  }
  if (!pool.name.empty()) {
    service["registersAs"] = pool.node_conf;
    service["placement"]["pool"] = pool.name;
  }
  return service;
}

}  // namespace

json::Value node_services(const Cluster& cluster, const Keys& keys) {
  json::Array services;
  if (cluster.auth == "munge") {
    services.push_back(parse(kMunged, key_values(cluster, keys)));
  }
  for (const Pool& pool : cluster.compute->pools) {
    services.push_back(slurmd(cluster, keys, pool));
  }
  if (cluster.compute->pools.empty()) {
    services.push_back(slurmd(cluster, keys, {}));
  }
  for (const json::Value& service : cluster.compute->services.as_array()) {
    services.push_back(service);
  }
  return json::Object{
      {"apiVersion", "sluice.dev/v1alpha1"},
      {"kind", "NodeServices"},
      {"metadata",
       json::Object{{"name", cluster.component("nodes")},
                    {"namespace", cluster.ns},
                    {"labels", json::Object{{kClusterLabel, cluster.name}}},
                    {"annotations", json::Object{{kControllerAnnotation, conf_servers(cluster)}}}}},
      {"spec", json::Object{{"services", std::move(services)}}}};
}

json::Value node_keys(const Cluster& cluster, const Keys& keys) {
  return json::Object{{"apiVersion", "v1"},
                      {"kind", "Secret"},
                      {"metadata", json::Object{{"name", cluster.component("nodes")}}},
                      {"type", "Opaque"},
                      {"data", json::Object{{trust_key(cluster), keys.node_key}}}};
}

Result<void> check_compute(const Cluster& cluster) {
  if (!cluster.compute) {
    return {};
  }
  TRY(refuse_passwords_of_services(cluster));
  const auto graph = services::read_services_object(node_services(cluster, {}));
  return graph ? Result<void>()
               : fail(Code::kInvalid,
                      "spec.compute: as services of machines, " + graph.error().message);
}

}  // namespace sluice::clusters
