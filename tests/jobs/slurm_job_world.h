// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "jobs/job_status.h"
#include "operator_world.h"

namespace sluice::jobs {

// One job at a time.
class SlurmJobWorld : public OperatorWorld {
 protected:
  SlurmJobWorld() {
    const json::Value account = json::Object{{"metadata", json::Object{{"name", "default"}}}};
    (void)registry_.create(api::kinds::service_account(), "default", account);  // pods need one
    create_secret("default");
    start();
  }
  ~SlurmJobWorld() override { stop(); }

  void start() {
    running_ = std::make_unique<Running>(
        *this,
        OperatorOptions{.node = [] { return "slurm"; },
                        .notify = [this](const Notice& notice) { return host_.notify(notice); },
                        .claims_here = true,
                        .put = [this](const Upload& upload) { return host_.put(upload); }},
        std::chrono::seconds(60));
  }
  void stop() { running_.reset(); }

  static client::Object job(const std::string& script) {
    return json::Object{{"apiVersion", "slurmjob.dev/v1"},
                        {"kind", "SlurmJob"},
                        {"metadata", json::Object{{"name", kJob.name}, {"namespace", kJob.ns}}},
                        {"spec", json::Object{{"connection", json::Object{{"host", "elsewhere"},
                                                                          {"port", "22"},
                                                                          {"secretName", "login"}}},
                                              {"job", json::Object{{"scriptCode", script}}}}}};
  }
  void create() {
    const auto created = client_.create(*kind_, job("#!/bin/sh\n"));
    ASSERT_TRUE(created.has_value()) << created.error().message;
  }
  void create_with(const std::string& spec) {
    client::Object object = job("#!/bin/sh\n");
    const json::Value fields = *json::parse(spec);
    for (const auto& [name, value] : fields.as_object()) {
      object["spec"][name] = value;
    }
    const auto created = client_.create(*kind_, object);
    ASSERT_TRUE(created.has_value()) << created.error().message;
  }
  void change(const std::string& patch) {
    const auto changed = client_.patch(*kind_, kJob, {.body = *json::parse(patch)});
    ASSERT_TRUE(changed.has_value()) << changed.error().message;
  }
  Result<client::ObjectPtr> edit(const std::string& script) {
    return client_.patch(
        *kind_, kJob,
        {.body =
             json::Object{{"spec", json::Object{{"job", json::Object{{"scriptCode", script}}}}}}});
  }
  client::Object await(const std::function<bool(const client::Object&)>& wanted,
                       const std::string& what) {
    return await_object(*kind_, kJob, wanted, what, std::chrono::seconds(60));
  }
  client::Object await_state(const std::string& state) {
    return await([&](const auto& object) { return state_of(object) == state; }, state);
  }
  bool await_true(const std::function<bool()>& wanted) {
    return wait_until(std::chrono::seconds(60), wanted);
  }
  slurm::JobId submitted() {
    const auto object = await([](const auto& o) { return job_id(o) != 0; }, "submitted");
    return static_cast<slurm::JobId>(job_id(object));
  }

  api::KindPtr kind_ = kinds_.job;
  std::unique_ptr<Running> running_;
};

}  // namespace sluice::jobs
