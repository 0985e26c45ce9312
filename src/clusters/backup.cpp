// SPDX-License-Identifier: Apache-2.0
#include "clusters/backup.h"

#include "base/files.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "clusters/archives.h"
#include "json/text.h"

namespace sluice::clusters {
namespace {

// Prints the size of what it made. slurmctld writes down what has changed every five seconds: after
// that, or once it has done so, its files have all that it had said yes to. A second slurmctld
// would take over after half a minute, so that the copy has less. A signal only asks for a stop:
// threads that are at a file come to its end first, and of several files that belong together a
// save may have written some. So the copy begins when all threads stand and no file is new beside
// the one whose place it takes; what a crash has left there is older.
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
stands() {
  looks=0
  while grep -qv ') [Tt] ' /proc/$child/task/*/stat 2>/dev/null; do
    looks=$((looks + 1))
    [ $looks -le 100 ] || return 1
    sleep 0.01
  done
  for new in /var/spool/slurmctld/*.new; do
    if [ "$new" -nt /tmp/backup.begun ]; then return 1; fi
  done
}
tries=0
kill -STOP $child
until stands; do
  kill -CONT $child
  tries=$((tries + 1))
  if [ $tries -ge 100 ]; then echo "slurmctld does not come to rest" >&2; exit 1; fi
  sleep 0.1
  kill -STOP $child
done
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

struct Source {
  api::Key pod;
  const Archive& archive;
  const char* save;  // makes it
};

Result<void> fetch(const BackupParts& parts, const Source& source,
                   const std::filesystem::path& directory) {
  const auto& [pod, archive, save] = source;
  const std::filesystem::path to = directory / archive.file;
  parts.say(std::string(archive.title) + ", from pod " + pod.name);
  TRY_ASSIGN(const std::string size,
             run(parts, shell(pod, archive.container, save, kWholeDatabase)));
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

}  // namespace

Result<void> back_up(const BackupParts& parts, const Cluster& cluster,
                     const std::filesystem::path& directory) {
  if (std::filesystem::exists(directory)) {
    return fail(Code::kAlreadyExists, directory.string() + ": expected a name that is free");
  }
  TRY_ASSIGN(const api::Key controller, controller_in_charge(parts, cluster));
  TRY(make_directory(directory));
  TRY(fetch(parts, {controller, kStateArchive, kSaveState}, directory));
  const bool has_database = cluster.managed_database();
  if (has_database) {
    TRY(fetch(parts, {pod_of(cluster, "database"), kDatabaseArchive, kSaveDatabase}, directory));
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

}  // namespace sluice::clusters
