// SPDX-License-Identifier: Apache-2.0
#include "controllers/cronjob/plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/cron_schedule.h"
#include "base/timestamp.h"
#include "base/zone.h"

namespace sluice::controllers::cronjob {
namespace {

using std::chrono::seconds;

constexpr std::int64_t kManyMissed = 100;
constexpr std::string_view kScheduled = "batch.kubernetes.io/cronjob-scheduled-timestamp";

std::int64_t to_seconds(WallTime time) {
  return std::chrono::duration_cast<seconds>(time.time_since_epoch()).count();
}

bool succeeded(const client::Object& job) {
  return api::has_condition(job, "Complete");
}

bool failed(const client::Object& job) {
  return api::has_condition(job, "Failed");
}

json::Value reference(const client::Object& job) {
  return json::Object{{"kind", "Job"},
                      {"namespace", api::ns(job)},
                      {"name", api::name(job)},
                      {"uid", api::uid(job)},
                      {"apiVersion", "batch/v1"},
                      {"resourceVersion", api::resource_version(job)}};
}

// "2030-01-01T09:00:00+02:00"
std::string format_in_zone(std::int64_t time, const Zone& zone) {
  const std::int64_t offset = zone.offset(time);
  std::string text = format_rfc3339(WallTime(seconds(time + offset)));
  if (offset == 0) {
    return text;
  }
  const std::int64_t minutes = std::abs(offset) / 60;
  const auto two = [](std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
  };
  text.pop_back();
  return text + (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60);
}

class Planner {
 public:
  Planner(const client::Object& cron_job, std::vector<client::ObjectPtr> jobs, WallTime now)
      : cron_job_(cron_job), spec_(cron_job.at("spec")), jobs_(std::move(jobs)), now_(now) {
    plan_.status = cron_job.at("status");
    plan_.status.object();
  }

  Plan run() {
    forget_history("successfulJobsHistoryLimit", 3, succeeded);
    forget_history("failedJobsHistoryLimit", 1, failed);
    follow_active();
    if (!api::is_being_deleted(cron_job_)) {
      start_what_is_due();
    }
    return std::move(plan_);
  }

 private:
  void note(std::string_view type, std::string reason, std::string message) {
    plan_.notes.push_back({type, std::move(reason), std::move(message)});
  }

  void forget_history(const char* limit, std::int64_t usual,
                      bool (*finished)(const client::Object&)) {
    std::vector<client::ObjectPtr> past;
    std::copy_if(jobs_.begin(), jobs_.end(), std::back_inserter(past),
                 [&](const auto& job) { return finished(*job); });
    const std::int64_t keep = spec_.at(limit).as_int(usual);
    const auto started = [](const client::Object& job) {
      const std::string& time = job.at("status", "startTime").as_string();
      return std::pair(time.empty() ? job.at("metadata", "creationTimestamp").as_string() : time,
                       api::name(job));
    };
    std::sort(past.begin(), past.end(),
              [&](const auto& a, const auto& b) { return started(*a) < started(*b); });
    for (std::int64_t i = 0; i < std::ssize(past) - keep; ++i) {
      const auto& job = past[static_cast<std::size_t>(i)];
      if (!api::is_being_deleted(*job)) {
        plan_.remove.push_back(job);
      }
    }
  }

  // The list of active jobs loses those that finished or went away.
  void follow_active() {
    std::set<std::string> active;
    json::Array kept;
    for (const json::Value& entry : cron_job_.at("status", "active").as_array()) {
      const std::string& uid = entry.at("uid").as_string();
      const auto found = std::find_if(jobs_.begin(), jobs_.end(),
                                      [&](const auto& job) { return api::uid(*job) == uid; });
      if (found == jobs_.end()) {
        note("Normal", "MissingJob", "Active job went missing: " + entry.at("name").as_string());
      } else if (succeeded(**found) || failed(**found)) {
        note("Normal", "SawCompletedJob",
             "Saw completed job: " + api::name(**found) +
                 ", condition: " + (succeeded(**found) ? "Complete" : "Failed"));
      } else {
        active.insert(uid);
        kept.push_back(entry);
      }
    }
    for (const auto& job : jobs_) {
      follow_schedule(*job);
      follow_success(*job);
      if (succeeded(*job) || failed(*job) || active.contains(api::uid(*job))) {
        continue;
      }
      if (!api::annotation(*job, kScheduled).empty()) {
        kept.push_back(reference(*job));  // ours: a crash came before the status was written
      } else {
        note("Warning", "UnexpectedJob",
             "Saw a job that the controller did not create or forgot: " + api::name(*job));
      }
    }
    set_active(std::move(kept));
  }

  void set_active(json::Array active) {
    if (active.empty()) {
      plan_.status.erase("active");
    } else {
      plan_.status["active"] = std::move(active);
    }
  }

  // A job that exists was started, whether or not the status could still be written.
  void follow_schedule(const client::Object& job) {
    const auto time = parse_rfc3339(api::annotation(job, kScheduled));
    const std::string scheduled = time ? format_rfc3339(*time) : "";
    if (scheduled > plan_.status.at("lastScheduleTime").as_string()) {
      plan_.status["lastScheduleTime"] = scheduled;
    }
  }

  void follow_success(const client::Object& job) {
    const std::string& ended = job.at("status", "completionTime").as_string();
    if (succeeded(job) && ended > plan_.status.at("lastSuccessfulTime").as_string()) {
      plan_.status["lastSuccessfulTime"] = ended;
    }
  }

  void start_what_is_due() {
    const std::string& zone_name = spec_.at("timeZone").as_string();
    const auto zone = Zone::find(zone_name);
    if (!zone) {
      note("Warning", "UnknownTimeZone",
           "invalid timeZone: \"" + zone_name + "\": " + zone.error().message);
      return;
    }
    if (spec_.at("suspend").as_bool()) {
      return;
    }
    const auto schedule = CronSchedule::parse(spec_.at("schedule").as_string());
    if (!schedule) {
      note("Warning", "UnparseableSchedule",
           "unparseable schedule: \"" + spec_.at("schedule").as_string() +
               "\" : " + schedule.error().message);
      return;
    }
    if (const auto next = schedule->next(to_seconds(now_), *zone)) {
      plan_.again = WallTime(seconds(*next)) - now_ + std::chrono::milliseconds(100);
    }
    if (const auto due = latest_due(*schedule, *zone)) {
      start(*due, *zone);
    }
  }

  // The latest time for which a job should have been started since the last one.
  std::optional<std::int64_t> latest_due(const CronSchedule& schedule, const Zone& zone) {
    const std::int64_t now = to_seconds(now_);
    const std::string& last = plan_.status.at("lastScheduleTime").as_string();
    const std::string& created = cron_job_.at("metadata", "creationTimestamp").as_string();
    const auto since = parse_rfc3339(last.empty() ? created : last);
    std::int64_t from = to_seconds(since.value_or(now_));
    if (const json::Value* deadline = spec_.find("startingDeadlineSeconds")) {
      from = std::max(from, now - deadline->as_int());
    }
    const auto first = schedule.next(from, zone);
    const auto second = first ? schedule.next(*first, zone) : std::nullopt;
    if (!first) {
      note("Warning", "InvalidSchedule",
           "invalid schedule: " + spec_.at("schedule").as_string() +
               " : time difference between two schedules is less than 1 second");
      return std::nullopt;
    }
    if (*first > now) {
      return std::nullopt;
    }
    if (!second || *second > now) {
      return first;
    }
    const std::int64_t distance = *second - *first;
    const std::int64_t missed = (now - *first) / distance + 1;
    if (missed > kManyMissed) {
      note("Warning", "TooManyMissedTimes",
           "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check "
           "clock skew");
    }
    // Only the end of a long past is walked through.
    std::int64_t latest = *first;
    for (auto next = schedule.next(*first + (missed - 2) * distance, zone); next && *next <= now;
         next = schedule.next(*next, zone)) {
      latest = *next;
    }
    return latest;
  }

  void start(std::int64_t due, const Zone& zone) {
    const std::string name = api::name(cron_job_) + "-" + std::to_string(due / 60);
    const json::Array& active = plan_.status.at("active").as_array();
    const bool started =
        std::any_of(
            active.begin(), active.end(),
            [&](const json::Value& entry) { return entry.at("name").as_string() == name; }) ||
        plan_.status.at("lastScheduleTime").as_string() == format_rfc3339(WallTime(seconds(due)));
    if (started) {
      return;
    }
    const std::string& policy = spec_.at("concurrencyPolicy").as_string();
    if (policy == "Forbid" && !active.empty()) {
      note("Normal", "JobAlreadyActive",
           "Not starting job because prior execution is running and concurrency policy is Forbid");
      return;
    }
    if (policy == "Replace") {
      replace_active();
    }
    plan_.scheduled = WallTime(seconds(due));
    plan_.create = new_job(name, format_in_zone(due, zone));
  }

  void replace_active() {
    for (const json::Value& entry : plan_.status.at("active").as_array()) {
      for (const auto& job : jobs_) {
        if (api::uid(*job) == entry.at("uid").as_string()) {
          plan_.remove.push_back(job);
        }
      }
    }
    set_active({});
  }

  client::Object new_job(const std::string& name, const std::string& time) const {
    const json::Value& pattern = spec_.at("jobTemplate");
    json::Value metadata = json::Object{{"name", name}, {"namespace", api::ns(cron_job_)}};
    for (const char* field : {"labels", "annotations"}) {
      if (const json::Value* given = pattern.find("metadata", field)) {
        metadata[field] = *given;
      }
    }
    metadata["annotations"][kScheduled] = time;
    metadata["ownerReferences"] = json::Array{api::controller_reference(cron_job_)};
    return json::Object{{"apiVersion", "batch/v1"},
                        {"kind", "Job"},
                        {"metadata", std::move(metadata)},
                        {"spec", pattern.at("spec")}};
  }

  const client::Object& cron_job_;
  const json::Value& spec_;
  const std::vector<client::ObjectPtr> jobs_;
  const WallTime now_;
  Plan plan_;
};

}  // namespace

Plan plan(const client::Object& cron_job, const std::vector<client::ObjectPtr>& jobs,
          WallTime now) {
  return Planner(cron_job, jobs, now).run();
}

json::Value with_active(json::Value status, const client::Object& job, WallTime scheduled) {
  json::Array& active = status["active"].array();
  const bool known = std::any_of(active.begin(), active.end(), [&](const json::Value& entry) {
    return entry.at("uid").as_string() == api::uid(job);
  });
  if (!known && !succeeded(job) && !failed(job)) {
    active.push_back(reference(job));
  }
  if (active.empty()) {
    status.erase("active");
  }
  status["lastScheduleTime"] = format_rfc3339(scheduled);
  return status;
}

}  // namespace sluice::controllers::cronjob
