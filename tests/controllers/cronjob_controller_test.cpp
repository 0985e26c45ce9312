// SPDX-License-Identifier: Apache-2.0
#include "controllers/cronjob/cronjob_controller.h"

#include <gtest/gtest.h>

#include "world.h"

namespace sluice {
namespace {

class CronJobControllerTest : public RoughWorld {
 protected:
  const api::Kind& cron_jobs_ = api::kinds::cron_job();
  const api::Kind& jobs_ = api::kinds::job();
  const api::Kind& pods_ = api::kinds::pod();
  const api::Key tick_{"default", "tick"};

  void create_cron_job(const std::string& spec) {
    create(cron_jobs_, R"({"metadata":{"name":"tick"},"spec":{"schedule":"*/10 * * * *",)" + spec +
                           R"("jobTemplate":{"spec":{"template":{"spec":{"restartPolicy":"Never",
                              "containers":[{"name":"c","image":"i"}]}}}}}})");
  }
  Objects await_jobs(std::size_t count) {
    return await_all(jobs_, [count](const Objects& all) { return all.size() == count; });
  }
  void await_status(const std::function<bool(const json::Value&)>& test) {
    await(cron_jobs_, tick_,
          [&](const client::Object& object) { return test(object.at("status")); });
  }
};

INSTANTIATE_TEST_SUITE_P(, CronJobControllerTest, in_every_weather(), weather_name);

TEST_P(CronJobControllerTest, StartsAJobWheneverItIsTime) {
  create_cron_job(R"("successfulJobsHistoryLimit":1,)");
  for (int i = 1; i <= 3; ++i) {
    clock_.advance(std::chrono::minutes(10));
    const std::string last = "2030-01-01T00:" + std::to_string(i) + "0:00Z";
    await_status([&](const json::Value& status) {
      return status.at("lastScheduleTime").as_string() == last &&
             status.at("active").as_array().size() == 1;
    });
    const auto pods = await_all(pods_, [](const Objects& all) {
      return std::any_of(all.begin(), all.end(), [](const auto& pod) {
        return pod->at("status", "phase").as_string() == "Pending";
      });
    });
    for (const auto& pod : pods) {
      if (pod->at("status", "phase").as_string() == "Pending") {
        set_phase(*pod, "Succeeded");
      }
    }
    await_status([](const json::Value& status) {
      return status.at("active").as_array().empty() &&
             !status.at("lastSuccessfulTime").as_string().empty();
    });
  }
  await_jobs(1);
}

TEST_P(CronJobControllerTest, ReplacesAJobThatStillRuns) {
  create_cron_job(R"("concurrencyPolicy":"Replace",)");
  clock_.advance(std::chrono::minutes(10));
  const auto first = await_jobs(1)[0];
  clock_.advance(std::chrono::minutes(10));
  await_gone(jobs_, api::key(*first));
  await_jobs(1);
}

TEST_P(CronJobControllerTest, ForbidsASecondJob) {
  create_cron_job(R"("concurrencyPolicy":"Forbid",)");
  clock_.advance(std::chrono::minutes(10));
  await_jobs(1);
  await_status(
      [](const json::Value& status) { return status.at("active").as_array().size() == 1; });
  clock_.advance(std::chrono::minutes(10));
  const auto pod = await_all(pods_, [](const Objects& all) { return all.size() == 1; })[0];
  set_phase(*pod, "Succeeded");
  await_jobs(2);
}

}  // namespace
}  // namespace sluice
