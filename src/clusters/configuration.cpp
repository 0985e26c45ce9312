// SPDX-License-Identifier: Apache-2.0
#include "clusters/configuration.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "base/fnv.h"
#include "base/text.h"
#include "clusters/fill.h"
#include "clusters/passwords.h"
#include "slurmconf/diff.h"
#include "slurmconf/facts.h"
#include "slurmconf/validate.h"

namespace sluice::clusters {
namespace {

// What the spec has a field for: said twice it would be said differently some day.
struct Owned {
  std::string_view parameter;
  std::string_view field;
};
constexpr std::array<Owned, 19> kOwned{{{"clustername", "metadata.name"},
                                        {"slurmctldhost", "spec.controllers"},
                                        {"slurmctldport", "spec.ports.controller"},
                                        {"slurmdport", "spec.ports.nodes"},
                                        {"slurmuser", "spec.user"},
                                        {"authtype", "spec.auth"},
                                        {"authinfo", "spec.auth"},
                                        {"authalttypes", "spec.rest"},
                                        {"authaltparameters", "spec.rest"},
                                        {"credtype", "spec.auth"},
                                        {"statesavelocation", "spec.controllers.storage"},
                                        {"slurmctldpidfile", "no field: it is in the pod"},
                                        {"slurmctldlogfile", "no field: see kubectl logs"},
                                        {"accountingstoragetype", "spec.accounting"},
                                        {"accountingstoragehost", "spec.accounting"},
                                        {"accountingstorageport", "spec.ports.accounting"},
                                        {"maxnodecount", "spec.maxNodes"},
                                        {"nodeset", "spec.nodeSets"},
                                        {"include", "spec.files and spec.slurmConf"}}};

constexpr std::array<Owned, 19> kOwnedOfSlurmdbd{
    {{"authtype", "spec.auth"},
     {"authinfo", "spec.auth"},
     {"authalttypes", "spec.auth"},
     {"authaltparameters", "spec.auth"},
     {"dbdhost", "no field: slurmdbd is in its pod"},
     {"dbdaddr", "no field: slurmdbd is in its pod"},
     {"dbdbackuphost", "no field: there is one slurmdbd, which is started again"},
     {"dbdport", "spec.ports.accounting"},
     {"slurmuser", "spec.user"},
     {"storagetype", "spec.accounting"},
     {"storagehost", "spec.accounting.external"},
     {"storagebackuphost", "spec.accounting.external"},
     {"storageport", "spec.ports.database and spec.accounting.external"},
     {"storageuser", "spec.accounting.external"},
     {"storageloc", "spec.accounting.external"},
     {"storagepass", "spec.accounting.external.passwordSecret: a password belongs into a Secret"},
     {"storagepassscript", "spec.accounting.external.passwordSecret"},
     {"pidfile", "no field: it is in the pod"},
     {"logfile", "no field: see kubectl logs"}}};

Result<void> refuse_owned(const slurmconf::Config& config, std::span<const Owned> owned) {
  for (const slurmconf::Line& line : config.lines) {
    for (const Owned& row : owned) {
      if (slurmconf::same_name(row.parameter, line.name())) {
        return fail(Code::kInvalid, line.source + ": " + line.name() + " is not set here; see " +
                                        std::string(row.field));
      }
    }
  }
  return {};
}

std::vector<slurmconf::Fragment> fragments_of(const Cluster& cluster) {
  std::vector<slurmconf::Fragment> all;
  for (const auto& [name, text] : cluster.fragments) {
    all.push_back({"spec.slurmConf." + name, text});
  }
  return all;
}

// What users wrote was read before it gets here.
slurmconf::Config fragments_read(const Cluster& cluster) {
  auto config = slurmconf::parse(slurmconf::File::kSlurm, fragments_of(cluster));
  return config ? std::move(*config) : slurmconf::Config{};
}

// A fragment that sets a list takes the place of ours: what the spec needs must be in it too.
Result<void> check_needed(const slurmconf::Config& said, std::string_view parameter,
                          std::string_view word, std::string_view field) {
  for (const slurmconf::Line& line : said.lines) {
    if (slurmconf::same_name(line.name(), parameter) &&
        to_lower(line.value()).find(to_lower(word)) == std::string::npos) {
      return fail(Code::kInvalid, line.source + ": " + line.name() + " needs " + std::string(word) +
                                      " because of " + std::string(field));
    }
  }
  return {};
}

Result<void> check_lists(const Cluster& cluster, const slurmconf::Config& said) {
  if (!cluster.controller_addresses.empty()) {
    TRY(check_needed(said, "CommunicationParameters", "NoCtldInAddrAny",
                     "spec.controllers.addresses"));
  }
  if (cluster.compute) {
    TRY(check_needed(said, "SlurmctldParameters", "enable_configless", "spec.compute"));
  }
  if (cluster.identity.nss_slurm) {
    TRY(check_needed(said, "LaunchParameters", "enable_nss_slurm", "spec.identity.nssSlurm"));
  }
  return {};
}

// Node sets, and whatever nodes fragments declare: those are Slurm's to check.
Result<void> check_partitions(const Cluster& cluster) {
  std::set<std::string, std::less<>> known{"ALL"};
  for (const NodeSet& set : cluster.node_sets) {
    known.insert(set.name);
  }
  if (!slurmconf::entities(fragments_read(cluster), "NodeName").empty()) {
    return {};
  }
  for (std::size_t i = 0; i < cluster.partitions.size(); ++i) {
    for (const std::string_view nodes : split(cluster.partitions[i].nodes, ',')) {
      if (!known.contains(nodes)) {
        return fail(Code::kInvalid, "spec.partitions[" + std::to_string(i) + "].nodes: \"" +
                                        std::string(nodes) +
                                        "\" is neither ALL nor the name of one of spec.nodeSets");
      }
    }
  }
  return {};
}

// Scripts that slurmctld sends to the nodes lie beside slurm.conf. It sends no others, and none
// that a pattern names.
Result<void> check_scripts(const Cluster& cluster, const slurmconf::Config& said) {
  for (const slurmconf::Line& line : said.lines) {
    if (slurmconf::is_sent_to_nodes(line.name(), line.value()) &&
        !cluster.files.contains(line.value())) {
      return fail(Code::kInvalid, line.source + ": " + line.name() + "=" + line.value() +
                                      ": spec.files has no such file; a name without a directory "
                                      "is one of those");
    }
  }
  return {};
}

constexpr std::string_view kSlurmConf = R"(# Made of the SlurmCluster ${ns}/${name}: edit that.
ClusterName=${name}
SlurmctldPort=${controllerPort}
SlurmdPort=${nodesPort}
SlurmUser=${user}
AuthType=auth/${auth}
CredType=cred/${auth}
StateSaveLocation=/var/spool/slurmctld
SlurmctldPidFile=/run/slurm/slurmctld.pid
SlurmdSpoolDir=/var/spool/slurmd/%n
SlurmdPidFile=/run/slurmd-%n.pid
MaxNodeCount=${maxNodes}
SelectType=select/cons_tres
TreeWidth=65533
MailProg=/bin/true
ReturnToService=2
)";
// Two slurmctlds: the second asks after the first that often, and commands that come while they
// change over wait for half of it.
constexpr std::string_view kPair = "SlurmctldTimeout=30\n";
// Each at its own address, which its name stands for in the pod.
constexpr std::string_view kOwnAddress = "CommunicationParameters=NoCtldInAddrAny\n";
constexpr std::string_view kNssSlurm = "LaunchParameters=enable_nss_slurm\n";
constexpr std::string_view kConfigless = "SlurmctldParameters=enable_configless\n";
constexpr std::string_view kAccounting = R"(AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=${accountingHost}
AccountingStoragePort=${accountingPort}
)";
constexpr std::string_view kJwt =
    "AuthAltTypes=auth/jwt\nAuthAltParameters=jwt_key=/run/slurm/jwt.key\n";
constexpr std::string_view kSlurmdbdConf = R"(AuthType=auth/${auth}
AuthAltTypes=auth/jwt
AuthAltParameters=jwt_key=/run/slurm/jwt.key
DbdHost=localhost
DbdAddr=127.0.0.1
DbdPort=${accountingPort}
SlurmUser=${user}
StorageType=accounting_storage/mysql
StorageHost=${databaseHost}
StoragePort=${databasePort}
StorageUser=${databaseUser}
StorageLoc=${databaseName}
PidFile=/run/slurm/slurmdbd.pid
)";

// What a fragment says takes the place of what is usual here: Slurm refuses a parameter twice.
std::string usual_lines(const Cluster& cluster, std::string_view text) {
  const slurmconf::Config said = fragments_read(cluster);
  std::string lines;
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty() && said.find(line.substr(0, line.find('='))) == nullptr) {
      lines += std::string(line) + "\n";
    }
  }
  return lines;
}

std::string fragments_text(const std::map<std::string, std::string>& fragments) {
  std::string text;
  for (const auto& [name, fragment] : fragments) {
    text += "# " + name + "\n" + fragment + (fragment.ends_with('\n') ? "" : "\n");
  }
  return text;
}

// All but the fragments.
std::string own_text(const Cluster& cluster) {
  std::string text(kSlurmConf);
  const std::vector<std::string> hosts = controller_hosts(cluster);
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    text += "SlurmctldHost=" + cluster.component("controller") + "-" + std::to_string(i) + "(" +
            hosts[i] + ")\n";
  }
  text += cluster.identity.nss_slurm ? kNssSlurm : std::string_view();
  text += cluster.controllers > 1 ? kPair : std::string_view();
  text += cluster.controller_addresses.empty() ? std::string_view() : kOwnAddress;
  text += kConfigless;
  text += cluster.accounting ? kAccounting : std::string_view();
  text += cluster.rest ? kJwt : std::string_view();
  text = usual_lines(cluster, fill(text, values_of(cluster)));
  for (const NodeSet& set : cluster.node_sets) {
    text += "NodeSet=" + set.name + " Feature=" + set.feature + "\n";
  }
  for (const Partition& partition : cluster.partitions) {
    text += "PartitionName=" + partition.name + " Nodes=" + partition.nodes + partition.parameters +
            "\n";
  }
  return text;
}

// What users wrote of slurmdbd.conf, and then the whole of it.
Result<void> check_slurmdbd(const Cluster& cluster) {
  if (cluster.slurmdbd_fragments.empty()) {
    return {};
  }
  std::vector<slurmconf::Fragment> all;
  for (const auto& [name, text] : cluster.slurmdbd_fragments) {
    all.push_back({"spec.accounting.slurmdbdConf." + name, text});
  }
  TRY_ASSIGN(const slurmconf::Config said, slurmconf::parse(slurmconf::File::kSlurmdbd, all));
  TRY(refuse_owned(said, kOwnedOfSlurmdbd));
  all.insert(all.begin(), {"spec", fill(kSlurmdbdConf, values_of(cluster))});
  TRY_ASSIGN(const slurmconf::Config whole, slurmconf::parse(slurmconf::File::kSlurmdbd, all));
  return slurmconf::check(whole, {.release = cluster.version});
}

// Of slurmctld. What only slurmd read when they start, it takes over.
bool needs_restart(slurmconf::Class needs) {
  return needs == slurmconf::Class::kRestartSlurmctld || needs == slurmconf::Class::kRestartAll ||
         needs == slurmconf::Class::kRefused;
}

// Of slurm.conf: static nodes before 24.11, and every parameter that says so.
bool needs_restart(const slurmconf::Line& line, slurmconf::Release release) {
  using slurmconf::File;
  if (slurmconf::is_entity(File::kSlurm, line.name())) {
    return slurmconf::same_name(line.name(), "NodeName") && release < slurmconf::kNodesComeAndGo;
  }
  const slurmconf::Fact* fact = slurmconf::find_fact(File::kSlurm, "", line.name());
  return fact != nullptr && needs_restart(fact->needs(release));
}

}  // namespace

Result<void> check_texts(const Cluster& cluster) {
  std::vector<slurmconf::Fragment> all = fragments_of(cluster);
  TRY_ASSIGN(const slurmconf::Config said, slurmconf::parse(slurmconf::File::kSlurm, all));
  TRY(refuse_owned(said, kOwned));
  TRY(refuse_passwords(said));
  TRY(check_lists(cluster, said));
  TRY(check_partitions(cluster));
  all.insert(all.begin(), {"spec", own_text(cluster)});
  TRY_ASSIGN(const slurmconf::Config whole, slurmconf::parse(slurmconf::File::kSlurm, all));
  TRY(slurmconf::check(whole, {.release = cluster.version}));
  TRY(check_scripts(cluster, said));
  TRY(check_slurmdbd(cluster));
  for (const auto& [name, text] : cluster.files) {
    if (name == "slurm.conf" || name == "slurmdbd.conf") {
      return fail(Code::kInvalid,
                  "spec.files: " + name + " is made of the rest of the spec; see " +
                      (name == "slurm.conf" ? "spec.slurmConf" : "spec.accounting.slurmdbdConf"));
    }
    if (name.ends_with(".key") || name.ends_with(".jwks") ||
        text.find("PRIVATE KEY-----") != std::string::npos) {
      return fail(Code::kInvalid,
                  "spec.files." + name +
                      ": a key in the clear, where many may read it; those of the "
                      "cluster are in the Secret NAME-keys, put others into Secrets "
                      "of their own");
    }
    TRY(refuse_passwords_of_file(name, text));
    if (const auto file = slurmconf::file_of_name(name)) {
      TRY_ASSIGN(const slurmconf::Config config,
                 slurmconf::parse(*file, {{"spec.files." + name, text}}));
      TRY(slurmconf::check(config, {.release = cluster.version}));
      if (*file == slurmconf::File::kCgroup) {
        TRY(slurmconf::check_together(whole, config));
      }
    }
  }
  return {};
}

std::string slurm_conf_text(const Cluster& cluster) {
  return own_text(cluster) + fragments_text(cluster.fragments);
}

// Nodes that join are called what their machines are, so that %h is %n, which nss_slurm knows.
std::string slurmd_spool_directory(const Cluster& cluster) {
  const auto config =
      slurmconf::parse(slurmconf::File::kSlurm, {{"slurm.conf", slurm_conf_text(cluster)}});
  const std::string* said = config ? config->find("SlurmdSpoolDir") : nullptr;
  std::string directory = said == nullptr ? "/var/spool/slurmd" : *said;
  if (const std::size_t at = directory.find("%h"); at != std::string::npos) {
    directory[at + 1] = 'n';
  }
  return directory;
}

std::map<std::string, std::string> configuration_files(const Cluster& cluster) {
  std::map<std::string, std::string> files = cluster.files;
  files["slurm.conf"] = slurm_conf_text(cluster);
  return files;
}

std::string configuration_mark(const Cluster& cluster) {
  std::string whole;
  for (const auto& [name, text] : configuration_files(cluster)) {
    whole += name + "\n" + text + "\n";
  }
  return fnv1a_digits(whole, 16);
}

Result<std::vector<slurmconf::Config>> read_files(const std::map<std::string, std::string>& files) {
  std::vector<slurmconf::Config> all;
  for (const auto& [name, text] : files) {
    if (const auto file = slurmconf::file_of_name(name)) {
      TRY_ASSIGN(slurmconf::Config config, slurmconf::parse(*file, {{name, text}}));
      all.push_back(std::move(config));
    }
  }
  return all;
}

std::string slurmdbd_conf_text(const Cluster& cluster, const std::string& password) {
  return fill(kSlurmdbdConf, values_of(cluster)) + fragments_text(cluster.slurmdbd_fragments) +
         slurmconf::to_line("StoragePass", password).value_or("");
}

std::string restart_mark(const Cluster& cluster) {
  const auto config =
      slurmconf::parse(slurmconf::File::kSlurm, {{"slurm.conf", slurm_conf_text(cluster)}});
  std::string lines;
  std::set<std::string> words;
  for (const slurmconf::Line& line : config ? config->lines : std::vector<slurmconf::Line>()) {
    if (needs_restart(line, cluster.version)) {
      for (const slurmconf::Setting& setting : line.settings) {
        lines += setting.name + "=" + setting.value + " ";
      }
    }
    for (const std::string_view word :
         slurmconf::words_for_restart(line.name(), line.value(), cluster.version)) {
      words.emplace(word);
    }
  }
  for (const std::string& word : words) {
    lines += word + " ";
  }
  const auto companions = read_files(cluster.files);
  for (const slurmconf::Config& file :
       companions ? *companions : std::vector<slurmconf::Config>()) {
    const slurmconf::Config nothing{.file = file.file, .lines = {}};
    for (const slurmconf::Change& one :
         slurmconf::changes_between(nothing, file, cluster.version)) {
      if (needs_restart(one.needs)) {
        lines += one.what + "=" + one.to + " ";
      }
    }
  }
  return fnv1a_digits(lines, 10);
}

}  // namespace sluice::clusters
