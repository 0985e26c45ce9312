// SPDX-License-Identifier: Apache-2.0
#include "clusters/backup.h"

#include <algorithm>

#include "api/meta.h"
#include "base/files.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "base/waiting.h"
#include "clusters/objects.h"
#include "clusters/own_objects.h"
#include "json/text.h"

namespace sluice::clusters {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::size_t kPiece = 4 * 1024 * 1024;
constexpr const char* kState = "state.tar.gz";
constexpr const char* kDatabase = "database.sql.gz";
constexpr const char* kManifest = "backup.json";

constexpr const char* kPing =
    "SLURM_CONF=/run/slurm/own.conf scontrol ping | grep -qF \" at $(uname -n) is UP\"";
constexpr const char* kEnd = "kill -TERM 1";

// Prints the size of what it made. slurmctld writes down what has changed every five seconds: after
// that, or once it has done so, its files have all that it had said yes to. A second slurmctld
// would take over after half a minute, so that the copy has less.
constexpr const char* kSaveState = R"(set -e
umask 077
rm -rf /tmp/backup /tmp/backup.tar.gz
mkdir /tmp/backup
touch /tmp/backup.begun
scontrol reconfigure
tries=0
until [ /var/spool/slurmctld/job_state -nt /tmp/backup.begun ] || [ $tries -ge 60 ]; do
  sleep 0.2
  tries=$((tries + 1))
done
child=$(cat /run/slurm/child)
trap 'kill -CONT $child' EXIT
trap 'exit 1' HUP INT TERM
kill -STOP $child
timeout -s KILL 20 cp -a /var/spool/slurmctld/. /tmp/backup/
kill -CONT $child
trap - EXIT
cd /tmp/backup
rm -rf lock-* heartbeat ./*.new .restore* .before*
tar -czf /tmp/backup.tar.gz .
cd /
rm -rf /tmp/backup
stat -c %s /tmp/backup.tar.gz
)";
constexpr const char* kSaveDatabase = R"(set -e
umask 077
rm -f /data/backup.sql /data/backup.sql.gz
mariadb-dump --no-defaults --socket=/run/database/socket --user=root --single-transaction --quick \
  --routines --triggers slurm_acct_db >/data/backup.sql
gzip -1 /data/backup.sql
stat -c %s /data/backup.sql.gz
)";

// One of the two archives: where it is made, and where it lies ready.
struct Archive {
  const char* file;
  const char* container;
  const char* save;
  const char* made;
  const char* ready;
};
constexpr Archive kStateArchive{kState, "slurmctld", kSaveState, "/tmp/backup.tar.gz",
                                "/var/spool/slurmctld/.restore.tar.gz"};
constexpr Archive kDatabaseArchive{kDatabase, "mariadbd", kSaveDatabase, "/data/backup.sql.gz",
                                   "/data/restore.sql.gz"};

// A program's output, or what it complained of.
Result<std::string> run(const BackupParts& parts, client::PodCommand command) {
  TRY_ASSIGN(const client::CommandOutput done, parts.commands.run(command));
  if (done.exit_code != 0) {
    return fail(Code::kUnavailable, "pod " + command.pod.name + ": " +
                                        std::string(trim(done.err.empty() ? done.out : done.err)));
  }
  return done.out;
}

client::PodCommand shell(const api::Key& pod, const char* container, const std::string& script) {
  return {.pod = pod,
          .container = container,
          .argv = {"/bin/sh", "-c", script},
          .timeout = minutes(30)};
}

api::Key pod_of(const Cluster& cluster, const char* component, int number = 0) {
  return {cluster.ns, cluster.component(component) + "-" + std::to_string(number)};
}

// The pod whose slurmctld is in control: the first that is up.
Result<api::Key> controller_in_charge(const BackupParts& parts, const Cluster& cluster) {
  Error last{Code::kUnavailable, "no slurmctld answers"};
  for (int i = 0; i < cluster.controllers; ++i) {
    const api::Key pod = pod_of(cluster, "controller", i);
    const auto ping = parts.commands.run(shell(pod, "slurmctld", kPing));
    if (ping && ping->exit_code == 0) {
      return pod;
    }
    last = ping ? last : ping.error();
  }
  return tl::unexpected(last);
}

Result<void> fetch(const BackupParts& parts, const api::Key& pod, const Archive& archive,
                   const std::filesystem::path& to) {
  TRY_ASSIGN(const std::string size, run(parts, shell(pod, archive.container, archive.save)));
  const std::int64_t bytes = parse_int(trim(size)).value_or(-1);
  std::int64_t have = 0;
  TRY(write_file_replacing(to, ""));
  while (have < bytes) {
    TRY_ASSIGN(const std::string piece,
               run(parts, shell(pod, archive.container,
                                "tail -c +" + std::to_string(have + 1) + " " + archive.made +
                                    " | head -c " + std::to_string(kPiece))));
    if (piece.empty()) {
      break;
    }
    TRY(append_to_file(to, piece));
    have += static_cast<std::int64_t>(piece.size());
  }
  TRY(run(parts, shell(pod, archive.container, std::string("rm -f ") + archive.made)));
  if (have != bytes || bytes <= 0) {
    return fail(Code::kUnavailable, std::string(archive.file) + ": " + std::to_string(have) +
                                        " of " + std::string(trim(size)) + " bytes came");
  }
  return sync_file(to);
}

// It gets its name when it is whole.
Result<void> bring(const BackupParts& parts, const api::Key& pod, const Archive& archive,
                   const std::filesystem::path& from) {
  TRY_ASSIGN(const std::string content, read_file(from));
  const std::string part = std::string(archive.ready) + ".part";
  TRY(run(parts, shell(pod, archive.container, "umask 077; : >" + part)));
  for (std::size_t at = 0; at < content.size(); at += kPiece) {
    client::PodCommand command = shell(
        pod, archive.container,
        "dd of=" + part + " oflag=seek_bytes conv=notrunc status=none seek=" + std::to_string(at));
    command.input = content.substr(at, kPiece);
    TRY(run(parts, command));
  }
  TRY(run(parts, shell(pod, archive.container,
                       "gzip -t <" + part + " && sync && mv " + part + " " + archive.ready)));
  return {};
}

struct Container {
  api::Key pod;
  const char* name;
};

// Its program ends, and begins anew with what lies ready.
Result<void> start_anew(const BackupParts& parts, const Container& which, const char* end,
                        const char* until) {
  const auto& [pod, container] = which;
  const auto count = [&parts, &pod = pod, container = container]() -> std::int64_t {
    const auto found = parts.client.get(api::kinds::pod(), pod);
    for (const json::Value& one :
         found ? (*found)->at("status", "containerStatuses").as_array() : json::Array()) {
      if (one.at("name").as_string() == container) {
        return one.at("restartCount").as_int();
      }
    }
    return -1;
  };
  const std::int64_t before = count();
  TRY(run(parts, shell(pod, container, end)));
  const SteadyTime deadline = parts.clock.steady() + minutes(10);
  while (parts.clock.steady() < deadline) {
    if (count() > before) {
      client::PodCommand ask = shell(pod, container, until);
      ask.timeout = seconds(30);
      if (const auto done = parts.commands.run(ask); done && done->exit_code == 0) {
        return {};
      }
    }
    pause(parts.clock, std::chrono::milliseconds(500));
  }
  return fail(Code::kTimeout, "pod " + pod.name + ": " + container +
                                  " does not answer; what lies ready is taken when it starts");
}

Result<json::Value> read_manifest(const std::filesystem::path& directory, const Cluster& cluster) {
  const auto text = read_file(directory / kManifest);
  if (!text) {
    return fail(Code::kInvalid, directory.string() +
                                    ": expected the directory of a whole backup, "
                                    "with " +
                                    kManifest);
  }
  TRY_ASSIGN(json::Value manifest, json::parse(*text));
  const std::string& name = manifest.at("cluster").as_string();
  if (name != cluster.name) {
    return fail(Code::kInvalid, "the backup is of the cluster " + name +
                                    ": Slurm's state belongs to a name; restore it into a "
                                    "SlurmCluster that is called so");
  }
  TRY_ASSIGN(const slurmconf::Release version,
             slurmconf::parse_release(manifest.at("version").as_string()));
  if (cluster.version < version) {
    return fail(Code::kInvalid, "the backup is of Slurm " + manifest.at("version").as_string() +
                                    ", which an older one cannot read");
  }
  const bool has_database = manifest.at("database").as_bool();
  if (has_database && !cluster.managed_database()) {
    return fail(Code::kInvalid,
                "the backup has a database, and the SlurmCluster has none of its "
                "own (spec.accounting)");
  }
  return manifest;
}

Result<void> refuse_jobs(const BackupParts& parts, const api::Key& pod) {
  TRY_ASSIGN(const std::string jobs, run(parts, shell(pod, "slurmctld", "squeue -h -o %i")));
  const std::string_view ids = trim(jobs);
  if (ids.empty()) {
    return {};
  }
  std::string list(ids);
  std::replace(list.begin(), list.end(), '\n', ' ');
  return fail(Code::kConflict, "the cluster has jobs, which would be lost or run twice: " +
                                   list.substr(0, 200) + "; let them end, or say --discard-jobs");
}

}  // namespace

Result<void> back_up(const BackupParts& parts, const Cluster& cluster,
                     const std::filesystem::path& directory) {
  if (std::filesystem::exists(directory)) {
    return fail(Code::kAlreadyExists, directory.string() + ": expected a name that is free");
  }
  TRY_ASSIGN(const api::Key controller, controller_in_charge(parts, cluster));
  TRY(make_directory(directory));
  parts.say("the state of slurmctld, from pod " + controller.name);
  TRY(fetch(parts, controller, kStateArchive, directory / kState));
  const bool has_database = cluster.managed_database();
  if (has_database) {
    const api::Key pod = pod_of(cluster, "database");
    parts.say("the database, from pod " + pod.name);
    TRY(fetch(parts, pod, kDatabaseArchive, directory / kDatabase));
  } else if (cluster.accounting) {
    parts.say("not the database: it is an external one");
  }
  const json::Value manifest = json::Object{{"cluster", cluster.name},
                                            {"namespace", cluster.ns},
                                            {"version", slurmconf::to_string(cluster.version)},
                                            {"time", format_rfc3339(parts.clock.now())},
                                            {"database", has_database}};
  return write_file_atomic(directory / kManifest, json::write(manifest) + "\n");
}

Result<void> restore(const BackupParts& parts, const Cluster& cluster,
                     const std::filesystem::path& directory, const RestoreOptions& options) {
  TRY_ASSIGN(const json::Value manifest, read_manifest(directory, cluster));
  TRY_ASSIGN(const api::Key controller, controller_in_charge(parts, cluster));
  if (controller != pod_of(cluster, "controller")) {
    return fail(Code::kUnavailable, "the second slurmctld is in control: bring pod " +
                                        pod_of(cluster, "controller").name + " back first");
  }
  if (!options.discard_jobs) {
    TRY(refuse_jobs(parts, controller));
  }
  const api::Key database = pod_of(cluster, "database");
  const bool has_database = manifest.at("database").as_bool();
  if (has_database) {
    parts.say("the database, to pod " + database.name);
    TRY(bring(parts, database, kDatabaseArchive, directory / kDatabase));
  }
  parts.say("the state of slurmctld, to pod " + controller.name);
  TRY(bring(parts, controller, kStateArchive, directory / kState));
  // A second one would take over with what was before; the first must not tell the new database of
  // jobs that are not to be.
  for (int i = 1; i < cluster.controllers; ++i) {
    TRY(start_anew(parts, {pod_of(cluster, "controller", i), "slurmctld"}, kEnd, "true"));
  }
  TRY(run(parts, shell(controller, "slurmctld", "kill -STOP $(cat /run/slurm/child)")));
  if (has_database) {
    TRY(start_anew(parts, {database, "mariadbd"}, kEnd,
                   "mariadb-admin --no-defaults --socket=/run/database/socket --user=root ping"));
    TRY(start_anew(parts, {pod_of(cluster, "accounting"), "slurmdbd"}, kEnd, "true"));
  }
  return start_anew(parts, {controller, "slurmctld"}, "kill -KILL $(cat /run/slurm/child)", kPing);
}

}  // namespace sluice::clusters
