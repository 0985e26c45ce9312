// SPDX-License-Identifier: Apache-2.0
#include "slurm/rest/rest.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>

#include "base/clock.h"
#include "base/log.h"
#include "base/text.h"
#include "base/user_name.h"
#include "http/url.h"
#include "json/text.h"
#include "slurm/partition_sums.h"
#include "slurm/refusal.h"
#include "slurm/rest/answers.h"
#include "slurm/rest/api_version.h"
#include "slurm/rest/job_description.h"
#include "slurm/rest/token.h"

namespace sluice::slurm {
namespace {

using rest::ApiVersion;

constexpr Duration kPatience = std::chrono::seconds(30);
constexpr Duration kPause = std::chrono::seconds(3);
constexpr std::string_view kUnix = "unix:";

constexpr std::string_view kTokenAdvice =
    "; get a new one with `scontrol token`, in the file --slurm-token names or in SLURM_JWT";
constexpr std::string_view kControllerAdvice = "; slurmctld is away, or does not accept the token";
constexpr std::string_view kAddressAdvice =
    "; is slurmrestd running there? --slurm rest=URL names its address";

// Whom a token was made for; without one, who we are.
rest::Owner owner_of(std::string_view token) {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> buffer{};
  rest::Owner owner{.name = rest::read_token(token).user, .id = {}};
  if (owner.name.empty()) {
    owner.id = ::geteuid();
    owner.name = own_user_name();
    return owner;
  }
  ::getpwnam_r(owner.name.c_str(), &entry, buffer.data(), buffer.size(), &found);
  if (found != nullptr) {
    owner.id = found->pw_uid;
  }
  return owner;
}

class RestSlurm final : public Slurm {
 public:
  RestSlurm(const RestOptions& options, std::string prefix, std::unique_ptr<http::Client> client)
      : url_(options.url),
        prefix_(std::move(prefix)),
        only_version_(options.only_version),
        client_(std::move(client)),
        token_(options.token, options.token_file) {}

  std::string_view adapter() const override { return "rest"; }

  Result<ClusterInfo> ping() override {
    TRY(check_if_silent());
    TRY_ASSIGN(const json::Value answer, query("/ping"));
    auto info = rest::read_ping(answer);
    if (!info) {
      return tl::unexpected(noted(info.error()));
    }
    return info;
  }

  Result<JobId> submit(const JobRequest& request) override {
    TRY(check_if_silent());
    TRY_ASSIGN(const ApiVersion version, this->version());
    TRY_ASSIGN(const json::Value body, rest::job_description(version, request));
    TRY_ASSIGN(const Answer answer, send({.method = "POST",
                                          .target = "/job/submit",
                                          .content_type = "application/json",
                                          .body = json::write(body)}));
    // A job that was accepted but has to wait comes with "errors" in old versions.
    if (const auto id = rest::read_submitted(answer.document)) {
      return *id;
    }
    TRY(check(answer));
    return fail(Code::kInternal, "slurmrestd accepted a job without telling its id");
  }

  Result<std::optional<JobId>> start_now(const JobRequest& /*request*/) override {
    TRY(ping());
    return std::nullopt;
  }

  Result<JobChanges> jobs(Cursor since) override {
    TRY(check_if_silent());
    TRY_ASSIGN(const rest::Owner owner, this->owner());
    TRY_ASSIGN(const ApiVersion version, this->version());
    if (!version.counts_changes) {
      TRY_ASSIGN(const json::Value answer, query("/jobs"));
      const Cursor cursor{rest::fingerprint_of_jobs(answer, owner)};
      if (cursor.position == since.position) {
        return JobChanges{.unchanged = true, .cursor = cursor};
      }
      return JobChanges{.jobs = rest::read_jobs(answer, owner), .cursor = cursor};
    }
    std::string target = "/jobs?flags=ALL";
    if (since.position != 0) {  // as v0.0.40 understands it too
      target += "&update_time=uts" + std::to_string(since.position);
    }
    TRY_ASSIGN(const json::Value answer, query(std::move(target)));
    const Cursor cursor{rest::read_last_update(answer)};
    if (cursor.position == 0 && since.position != 0) {
      return JobChanges{.unchanged = true, .cursor = since};
    }
    return JobChanges{.jobs = rest::read_jobs(answer, owner), .cursor = cursor};
  }

  // One by one: old versions have no list of ids to ask for.
  Result<std::vector<Job>> remembered_jobs(const std::vector<JobId>& ids) override {
    std::vector<Job> all;
    for (const JobId id : ids) {
      TRY_ASSIGN(const std::vector<Job> found, accounts("/job/" + std::to_string(id)));
      all.insert(all.end(), found.begin(), found.end());
    }
    return all;
  }

  // Since ever: without a time slurmdbd may have today in mind.
  Result<std::vector<Job>> remembered_by_name(const std::string& name) override {
    return accounts("/jobs?start_time=1970-01-02&job_name=" + http::percent_encode(name));
  }

  Result<void> signal(JobId id, int signal_number) override {
    return tell(id, signal_number, "BATCH_JOB");
  }

  Result<void> signal_steps(JobId id, int signal_number) override {
    return tell(id, signal_number, "FULL_STEPS_ONLY");
  }

  // Nothing completes an allocation from outside.
  Result<void> complete(JobId id, int /*exit_code*/) override { return cancel(id); }

  Result<void> cancel(JobId id) override {
    TRY(check_if_silent());
    auto done = ask({.method = "DELETE", .target = "/job/" + std::to_string(id)});
    if (!done &&
        done.error().message.find("already completing or completed") == std::string::npos) {
      return tl::unexpected(done.error());
    }
    return {};
  }

  Result<void> update(JobId id, const JobChange& change) override {
    TRY(check_if_silent());
    json::Value body = json::Object{};
    if (change.held) {
      body["hold"] = *change.held;
    }
    if (change.priority) {
      body["priority"] = *change.priority;
    }
    TRY(ask({.method = "POST",
             .target = "/job/" + std::to_string(id),
             .content_type = "application/json",
             .body = json::write(body)}));
    return {};
  }

  Result<std::vector<Partition>> partitions() override {
    TRY_ASSIGN(const auto all_nodes, nodes());
    TRY_ASSIGN(const json::Value answer, query("/partitions"));
    std::vector<Partition> result = rest::read_partitions(answer);
    add_node_sums(result, all_nodes);
    return result;
  }

  Result<std::vector<Node>> nodes() override {
    TRY(check_if_silent());
    TRY_ASSIGN(const json::Value answer, query("/nodes"));
    std::vector<Node> result = rest::read_nodes(answer);
    TRY_ASSIGN(const ApiVersion version, this->version());
    if (!version.tells_memberships) {
      TRY_ASSIGN(const json::Value partitions, query("/partitions"));
      rest::add_memberships(result, partitions);
    }
    return result;
  }

 private:
  struct Outage {
    SteadyTime until;
    Error error;
  };
  struct Answer {
    int status = 0;
    json::Value document;
  };

  // Of slurmdbd, by what the version's path there is followed by.
  Result<std::vector<Job>> accounts(const std::string& target) {
    TRY_ASSIGN(const rest::Owner owner, this->owner());
    TRY_ASSIGN(const ApiVersion version, this->version());
    const auto answer = exchange({.target = "/slurmdb/" + version.name() + target});
    if (!answer) {
      const bool none = answer.error().code == Code::kNotFound;
      return none ? fail(Code::kUnsupported, url_ + " serves no accounts")
                  : Result<std::vector<Job>>(tl::unexpected(answer.error()));
    }
    const std::string words = rest::read_errors(answer->document);
    if (!words.empty() && words.find("Nothing found") == std::string::npos) {
      return fail(Code::kUnavailable, "accounting: " + words);
    }
    return rest::read_remembered_jobs(answer->document, owner);
  }

  Result<void> tell(JobId id, int signal_number, std::string_view part) {
    TRY(check_started(id));
    TRY_ASSIGN(const ApiVersion version, this->version());
    std::string target = "/job/" + std::to_string(id) + "?signal=" + std::to_string(signal_number);
    if (version.signals_parts) {
      target += "&flags=" + std::string(part);
    }
    TRY(ask({.method = "DELETE", .target = std::move(target)}));
    return {};
  }

  // slurmctld takes a signal for a job that has not started as a wish to cancel it, and one for a
  // job that is over as done.
  Result<void> check_started(JobId id) {
    TRY(check_if_silent());
    TRY_ASSIGN(const rest::Owner owner, this->owner());
    TRY_ASSIGN(const ApiVersion version, this->version());
    TRY_ASSIGN(const json::Value answer,
               query(version.finds_jobs ? "/job/" + std::to_string(id) : "/jobs"));
    const auto jobs = rest::read_jobs(answer, owner);
    const auto found =
        std::find_if(jobs.begin(), jobs.end(), [&](const Job& job) { return job.id == id; });
    if (found == jobs.end() || is_final(found->state)) {
      return fail(Code::kNotFound, "job " + std::to_string(id) + " is unknown or over");
    }
    if (found->state == JobState::kPending) {
      return fail(Code::kConflict, "job " + std::to_string(id) + " has not started");
    }
    return {};
  }

  Result<rest::Owner> owner() {
    TRY_ASSIGN(const std::string token, token_.current(RealClock().now()));
    return owner_of(token);
  }

  Result<ApiVersion> version() {
    {
      const std::scoped_lock lock(mutex_);
      if (version_) {
        return *version_;
      }
    }
    TRY_ASSIGN(const Answer answer, exchange({.target = "/openapi/v3"}));
    TRY_ASSIGN(const ApiVersion chosen, rest::choose_version(answer.document, only_version_));
    log::info(
        "slurmrestd answers",
        {{"url", url_}, {"version", chosen.name()}, {"limits", join(rest::limits(chosen), "; ")}});
    const std::scoped_lock lock(mutex_);
    version_ = chosen;
    return chosen;
  }

  Result<json::Value> ask(http::ClientRequest request) {
    TRY_ASSIGN(Answer answer, send(std::move(request)));
    TRY(check(answer));
    return std::move(answer.document);
  }

  // Slurm can refuse nothing about it: whatever it says, there is no answer now.
  Result<json::Value> query(std::string target) {
    auto answer = ask({.target = std::move(target)});
    if (!answer && answer.error().code == Code::kInvalid) {
      return tl::unexpected(
          noted({Code::kUnavailable, answer.error().message + std::string(kControllerAdvice)}));
    }
    return answer;
  }

  // The target is below the API's version.
  Result<Answer> send(http::ClientRequest request) {
    TRY_ASSIGN(const ApiVersion version, this->version());
    request.target = "/slurm/" + version.name() + request.target;
    auto answer = exchange(std::move(request));
    if (!answer && answer.error().code == Code::kNotFound) {
      const std::scoped_lock lock(mutex_);
      version_.reset();  // a newer slurmrestd, perhaps
      return fail(Code::kUnavailable, answer.error().message);
    }
    return answer;
  }

  Result<Answer> exchange(http::ClientRequest request) {
    TRY_ASSIGN(const std::string token, token_.current(RealClock().now()));
    if (!token.empty()) {
      request.headers.add("X-SLURM-USER-NAME", owner_of(token).name);  // 22.05 insists on it
      request.headers.add("X-SLURM-USER-TOKEN", token);
    }
    request.target = prefix_ + request.target;
    auto response = client_->send(request, kPatience);
    if (!response) {
      return fail(Code::kUnavailable,
                  url_ + ": " + response.error().message + std::string(kAddressAdvice));
    }
    return read(*response);
  }

  Result<Answer> read(const http::ClientResponse& response) {
    if (response.status == 401) {
      return fail(Code::kUnauthorized,
                  url_ + " refuses the Slurm token" + std::string(kTokenAdvice));
    }
    auto document = json::parse(response.body);
    if (document) {
      return Answer{response.status, std::move(*document)};
    }
    if (response.status == 404) {
      return fail(Code::kNotFound, url_ + " answers 404" + std::string(kAddressAdvice));
    }
    return fail(Code::kUnavailable, url_ + " answers " + std::to_string(response.status) + ": " +
                                        std::string(trim(response.body.substr(0, 200))) +
                                        std::string(kAddressAdvice));
  }

  Result<void> check(const Answer& answer) {
    const std::string words = rest::read_errors(answer.document);
    if (words.empty() && answer.status < 400) {
      return {};
    }
    if (words.empty()) {
      return tl::unexpected(
          noted({Code::kUnavailable, url_ + " answers " + std::to_string(answer.status) +
                                         " without a reason" + std::string(kControllerAdvice)}));
    }
    return tl::unexpected(noted(refusal(words)));
  }

  // slurmrestd tries for nine seconds to reach slurmctld before it gives up, whatever is asked. So
  // that callers know sooner, it is asked only now and then while it does.
  Result<void> check_if_silent() {
    const std::scoped_lock lock(mutex_);
    if (outage_ && RealClock().steady() < outage_->until) {
      return tl::unexpected(outage_->error);
    }
    return {};
  }

  Error noted(Error error) {
    if (error.code == Code::kUnavailable) {
      const std::scoped_lock lock(mutex_);
      outage_ = Outage{RealClock().steady() + kPause, error};
    }
    return error;
  }

  const std::string url_;
  const std::string prefix_;  // of every path: "" or "/behind/a/proxy"
  const int only_version_;
  const std::unique_ptr<http::Client> client_;
  rest::TokenSource token_;
  std::mutex mutex_;
  std::optional<Outage> outage_;  // of slurmctld
  std::optional<ApiVersion> version_;
};

}  // namespace

Result<std::unique_ptr<Slurm>> make_rest(const RestOptions& options) {
  http::ClientOptions server{.plain = true};
  std::string prefix;
  if (options.url.starts_with(kUnix)) {
    server.host = options.url.substr(kUnix.size());
    if (!server.host.starts_with('/')) {
      return fail(Code::kInvalid, "slurmrestd's address \"" + options.url +
                                      "\": expected unix: with an absolute path");
    }
  } else {
    auto url = http::parse_url(options.url);
    if (!url) {
      return fail(Code::kInvalid,
                  "slurmrestd's address: expected http://HOST:PORT, https://HOST or "
                  "unix:/PATH, got " +
                      url.error().message);
    }
    server.host = url->host;
    server.port = url->port;
    server.plain = url->plain;
    server.system_authorities = !url->plain;
    prefix = url->target.substr(0, url->target.find_last_not_of('/') + 1);
  }
  TRY_ASSIGN(auto client, http::make_client(std::move(server)));
  return std::make_unique<RestSlurm>(options, std::move(prefix), std::move(client));
}

std::unique_ptr<Slurm> make_rest(const RestOptions& options, std::unique_ptr<http::Client> client) {
  return std::make_unique<RestSlurm>(options, "", std::move(client));
}

}  // namespace sluice::slurm
