// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "api/meta.h"
#include "base/text.h"
#include "base/waiting.h"
#include "host_elsewhere.h"
#include "jobs/definition.h"
#include "jobs/job_status.h"
#include "jobs/operator.h"
#include "json/text.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "runtime/manager.h"
#include "store/store.h"

namespace sluice::jobs {

inline const api::Key kJob{"default", "job"};

// The operator on a real registry, and a cluster elsewhere that is a miniature; one job at a time.
class SlurmJobWorld : public testing::Test {
 protected:
  SlurmJobWorld() {
    EXPECT_TRUE(registry_.bootstrap().has_value());
    auto kinds = install_definitions(client_, clock_);
    EXPECT_TRUE(kinds.has_value()) << kinds.error().message;
    kinds_ = *kinds;
    kind_ = kinds_.job;
    const json::Value account = json::Object{{"metadata", json::Object{{"name", "default"}}}};
    (void)registry_.create(api::kinds::service_account(), "default", account);  // pods need one
    const json::Value secret = json::Object{
        {"metadata", json::Object{{"name", "login"}, {"namespace", "default"}}},
        {"data", json::Object{{"user", base64_encode("me")}, {"passwd", base64_encode("x")}}}};
    EXPECT_TRUE(client_.create(api::kinds::secret(), secret).has_value());
    start();
  }
  ~SlurmJobWorld() override { stop(); }

  struct Running {
    Running(client::Client& client, Clock& clock, const Kinds& kinds, HostElsewhere& host)
        : informers(client, clock),
          the_operator({.node = [] { return "slurm"; },
                        .connect =
                            [&host](const Target& target, Cluster::OnNews on_news) {
                              return host.connect(user_of(target), std::move(on_news));
                            },
                        .notify = [&host](const Notice& notice) { return host.notify(notice); },
                        .claims_here = true,
                        .put = [&host](const Upload& upload) { return host.put(upload); }},
                       kinds, client, clock, informers),
          manager(clock) {
      manager.add(informers);
      manager.add(the_operator);
      EXPECT_TRUE(manager.start().has_value());
    }
    ~Running() { EXPECT_TRUE(manager.stop(std::chrono::seconds(60)).has_value()); }

    runtime::Informers informers;
    Operator the_operator;
    runtime::Manager manager;
  };
  void start() { running_ = std::make_unique<Running>(client_, clock_, kinds_, host_); }
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
    const SteadyTime deadline = clock_.steady() + std::chrono::seconds(60);
    client::ObjectPtr now;
    while (clock_.steady() < deadline) {
      const auto found = client_.get(*kind_, kJob);
      now = found ? *found : nullptr;
      if (now != nullptr && wanted(*now)) {
        return *now;
      }
      pause(clock_, std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "not " << what << " but "
                  << (now == nullptr ? "gone" : json::write(now->at("status")));
    return {};
  }
  client::Object await_state(const std::string& state) {
    return await([&](const auto& object) { return state_of(object) == state; }, state);
  }
  bool await_true(const std::function<bool()>& wanted) {
    const SteadyTime deadline = clock_.steady() + std::chrono::seconds(60);
    while (!wanted() && clock_.steady() < deadline) {
      pause(clock_, std::chrono::milliseconds(5));
    }
    return wanted();
  }
  slurm::JobId submitted() {
    const auto object = await([](const auto& o) { return job_id(o) != 0; }, "submitted");
    return static_cast<slurm::JobId>(job_id(object));
  }

  RealClock clock_;
  HostElsewhere host_{clock_};
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend())).value();
  registry::Registry registry_{*store_, clock_};
  registry::LocalClient local_client_{registry_, clock_, "test"};
  client::Client& client_ = local_client_;
  Kinds kinds_;
  api::KindPtr kind_;  // SlurmJob
  std::unique_ptr<Running> running_;
};

}  // namespace sluice::jobs
