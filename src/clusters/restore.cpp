// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "api/meta.h"
#include "base/files.h"
#include "base/text.h"
#include "base/waiting.h"
#include "clusters/archives.h"
#include "clusters/backup.h"
#include "clusters/components.h"
#include "json/text.h"

namespace sluice::clusters {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr const char* kEnd = "kill -TERM 1";
constexpr Duration kSilent = minutes(10);  // of a program that imports nothing
constexpr std::int64_t kStarts = 5;        // that fail before it is believed
constexpr Duration kSoon = std::chrono::milliseconds(500);
constexpr Duration kSeldom = seconds(10);

// An archive and the pod that takes it.
struct Delivery {
  api::Key pod;
  const Archive& archive;

  std::string part() const { return std::string(archive.ready) + ".part"; }
};

// Whole, under a name that no program looks for.
Result<void> bring(const BackupParts& parts, const Delivery& delivery,
                   const std::filesystem::path& directory) {
  const auto& [pod, archive] = delivery;
  const std::string part = delivery.part();
  TRY_ASSIGN(const std::string content, read_file(directory / archive.file));
  TRY(run(parts, shell(pod, archive.container, "umask 077; : >" + part)));
  for (std::size_t at = 0; at < content.size(); at += kPiece) {
    client::PodCommand command = shell(
        pod, archive.container,
        "dd of=" + part + " oflag=seek_bytes conv=notrunc status=none seek=" + std::to_string(at));
    command.input = content.substr(at, kPiece);
    TRY(run(parts, command));
  }
  TRY(run(parts, shell(pod, archive.container, "gzip -t <" + part + " && sync", kWholeDatabase)));
  return {};
}

// From here on it is taken by the next start of the program, whoever starts it.
Result<void> make_ready(const BackupParts& parts, const Delivery& delivery) {
  TRY(run(parts, shell(delivery.pod, delivery.archive.container,
                       "mv " + delivery.part() + " " + delivery.archive.ready + " && sync")));
  return {};
}

// Nobody may take weeks later what was given up today. `why`, and what could not be taken away.
Error take_away(const BackupParts& parts, const std::vector<Delivery>& all, Error why) {
  for (const Delivery& one : all) {
    const std::string ready = one.archive.ready;
    const auto gone =
        run(parts, shell(one.pod, one.archive.container, "rm -f " + ready + " " + one.part()));
    if (!gone) {
      why.message += "; " + gone.error().message + ": " + ready + " of pod " + one.pod.name +
                     " may be there, and is taken when " + one.archive.container +
                     " starts: remove it";
    }
  }
  return why;
}

struct Container {
  api::Key pod;
  const char* name;
  bool imports = false;  // what lies ready, before it listens
};

// Of a container, as its pod tells it.
struct Run {
  std::int64_t starts = -1;
  bool at_work = false;
  std::string ended;  // how it did the last time
};

Run run_of(const BackupParts& parts, const Container& which) {
  const auto found = parts.client.get(api::kinds::pod(), which.pod);
  for (const json::Value& one :
       found ? (*found)->at("status", "containerStatuses").as_array() : json::Array()) {
    if (one.at("name").as_string() == which.name) {
      const json::Value& last = one.at("lastState", "terminated");
      return {.starts = one.at("restartCount").as_int(),
              .at_work = is_starting(**found, which.name),
              .ended = "exit code " + std::to_string(last.at("exitCode").as_int()) + ": " +
                       std::string(trim(last.at("message").as_string()))};
    }
  }
  return {};
}

// Its program ends, and begins anew with what lies ready. Who imports that is waited for as long as
// it works: with a large database it is hours until MariaDB listens.
Result<void> start_anew(const BackupParts& parts, const Container& which, const char* end,
                        const char* until) {
  const std::string name = "pod " + which.pod.name + ": " + which.name;
  const std::int64_t before = run_of(parts, which).starts;
  if (before < 0) {
    return fail(Code::kUnavailable, name + " is not there");
  }
  TRY(run(parts, shell(which.pod, which.name, end)));
  const SteadyTime begun = parts.clock.steady();
  SteadyTime worked = begun;
  for (SteadyTime now = begun; now < begun + kWholeDatabase && now < worked + kSilent;
       now = parts.clock.steady()) {
    const Run is = run_of(parts, which);
    if (is.starts > before + kStarts) {
      return fail(Code::kUnavailable, name + " does not start, " + is.ended);
    }
    if (is.starts > before) {
      const auto done = parts.commands.run(shell(which.pod, which.name, until, seconds(30)));
      if (done && done->exit_code == 0) {
        return {};
      }
      worked = which.imports && is.at_work ? now : worked;
    }
    pause(parts.clock, std::clamp<Duration>((now - begun) / 20, kSoon, kSeldom));
  }
  return fail(Code::kTimeout, name + " does not answer");
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

// All lies ready, and nobody writes to what goes. Until here nothing is lost by going back.
Result<void> prepare(const BackupParts& parts, const Cluster& cluster,
                     const std::vector<Delivery>& all, const std::filesystem::path& directory) {
  for (const Delivery& one : all) {
    parts.say(std::string(one.archive.title) + ", to pod " + one.pod.name);
    TRY(bring(parts, one, directory));
  }
  for (const Delivery& one : all) {
    TRY(make_ready(parts, one));
  }
  // A second one would take over with what was before; it waits while the state lies ready. The
  // first must not tell the new database of jobs that are not to be.
  for (int i = 1; i < cluster.controllers; ++i) {
    TRY(start_anew(parts, {pod_of(cluster, "controller", i), "slurmctld"}, kEnd, "true"));
  }
  TRY(run(parts,
          shell(pod_of(cluster, "controller"), "slurmctld", "kill -STOP $(cat /run/slurm/child)")));
  return {};
}

Result<void> take(const BackupParts& parts, const Cluster& cluster, bool has_database) {
  if (has_database) {
    TRY(start_anew(parts, {pod_of(cluster, "database"), "mariadbd", true}, kEnd,
                   "mariadb-admin --no-defaults --socket=/run/database/socket --user=root ping"));
    TRY(start_anew(parts, {pod_of(cluster, "accounting"), "slurmdbd"}, kEnd, "true"));
  }
  return start_anew(parts, {pod_of(cluster, "controller"), "slurmctld"},
                    "kill -KILL $(cat /run/slurm/child)", kPing);
}

}  // namespace

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
  std::vector<Delivery> all;
  if (manifest.at("database").as_bool()) {
    all.push_back({pod_of(cluster, "database"), kDatabaseArchive});
  }
  all.push_back({controller, kStateArchive});
  if (const auto done = prepare(parts, cluster, all, directory); !done) {
    return tl::unexpected(take_away(parts, all, done.error()));
  }
  if (const auto done = take(parts, cluster, all.size() > 1); !done) {
    return fail(done.error().code,
                done.error().message + "; what lies ready is taken when its program starts");
  }
  return {};
}

}  // namespace sluice::clusters
