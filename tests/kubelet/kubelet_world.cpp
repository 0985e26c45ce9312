// SPDX-License-Identifier: Apache-2.0
#include "kubelet_world.h"

#include "api/meta.h"
#include "base/waiting.h"
#include "json/text.h"
#include "kubelet/job_identity.h"
#include "pod/status_file.h"

namespace sluice {
namespace {

constexpr Duration kPatience = std::chrono::seconds(60);

}  // namespace

KubeletWorld::KubeletWorld()
    : store_(std::move(store::open_store(store::memory_backend())).value()),
      registry_(*store_, clock_),
      client_(registry_, clock_),
      slurm_(clock_) {
  EXPECT_TRUE(registry_.bootstrap().has_value());
}

KubeletWorld::~KubeletWorld() {
  kill_kubelet();
}

void KubeletWorld::start_kubelet() {
  informers_ = std::make_unique<runtime::Informers>(client_, clock_);
  kubelet_ = std::make_unique<kubelet::Kubelet>(options_, client_, slurm_, clock_, *informers_);
  ASSERT_TRUE(informers_->start().has_value());
  ASSERT_TRUE(kubelet_->start().has_value());
}

void KubeletWorld::kill_kubelet() {
  if (informers_ != nullptr) {
    informers_->request_stop();
    informers_->await_stopped(clock_.steady() + kPatience);
  }
  kubelet_.reset();
  informers_.reset();
}

client::Object KubeletWorld::create_pod(const std::string& name, std::string_view spec,
                                        std::string_view annotations) {
  json::Value pod = json::Object{{"apiVersion", "v1"}, {"kind", "Pod"}};
  pod["metadata"]["namespace"] = "default";
  pod["metadata"]["name"] = name;
  pod["metadata"]["annotations"] = *json::parse(annotations);
  pod["spec"] = *json::parse(spec);
  if (pod.find("spec", "containers") == nullptr) {
    pod["spec"]["containers"] =
        *json::parse(R"([{"name":"main","image":"none","command":["true"]}])");
  }
  if (pod.find("spec", "restartPolicy") == nullptr) {
    pod["spec"]["restartPolicy"] = "Never";
  }
  if (pod.find("spec", "nodeName") == nullptr) {
    pod["spec"]["nodeName"] = "sluice-test";
  }
  const auto created = client_.create(api::kinds::pod(), pod);
  EXPECT_TRUE(created.has_value()) << created.error().message;
  return **created;
}

client::Object KubeletWorld::get(const api::Kind& kind, const api::Key& key) {
  const auto found = client_.get(kind, key);
  return found ? **found : client::Object();
}

void KubeletWorld::await(const std::function<bool()>& condition, Place place) {
  const SteadyTime deadline = clock_.steady() + kPatience;
  while (!condition()) {
    ASSERT_LT(clock_.steady(), deadline)
        << "what was waited for did not happen: " << place.file_name() << ":" << place.line();
    pause(clock_, std::chrono::milliseconds(10));
  }
}

client::Object KubeletWorld::await_pod(const std::string& name, const Test& test, Place place) {
  client::Object last;
  await(
      [&] {
        last = get(api::kinds::pod(), {"default", name});
        return test(last);
      },
      place);
  return last;
}

client::Object KubeletWorld::await_phase(const std::string& name, std::string_view phase,
                                         Place place) {
  return await_pod(
      name,
      [&](const client::Object& pod) { return pod.at("status", "phase").as_string() == phase; },
      place);
}

void KubeletWorld::await_gone(const std::string& name, Place place) {
  await([&] { return !client_.get(api::kinds::pod(), {"default", name}).has_value(); }, place);
}

void KubeletWorld::delete_pod(const std::string& name, std::optional<std::int64_t> grace) {
  const auto removed =
      client_.remove(api::kinds::pod(), {"default", name}, {.grace_period_seconds = grace});
  EXPECT_TRUE(removed.has_value()) << removed.error().message;
}

std::string KubeletWorld::waiting_reason(const client::Object& pod) {
  const json::Array& statuses = pod.at("status", "containerStatuses").as_array();
  return statuses.empty() ? "" : statuses[0].at("state", "waiting", "reason").as_string();
}

std::string KubeletWorld::waiting_message(const client::Object& pod) {
  const json::Array& statuses = pod.at("status", "containerStatuses").as_array();
  return statuses.empty() ? "" : statuses[0].at("state", "waiting", "message").as_string();
}

std::string KubeletWorld::await_event(const std::string& pod, std::string_view reason,
                                      Place place) {
  std::string message;
  await(
      [&] {
        const auto events = client_.list(
            api::kinds::event(),
            {.ns = "default",
             .label_selector = "",
             .field_selector = "involvedObject.name=" + pod + ",reason=" + std::string(reason)});
        EXPECT_TRUE(events.has_value()) << events.error().message;
        if (!events || events->items.empty()) {
          return false;
        }
        message = events->items.front()->at("message").as_string();
        return true;
      },
      place);
  return message;
}

std::optional<slurm::Job> KubeletWorld::find_job(const std::string& comment) {
  for (const slurm::Job& job : slurm_.all_jobs()) {
    if (job.comment == comment) {
      return job;
    }
  }
  return std::nullopt;
}

slurm::Job KubeletWorld::await_job(const std::string& comment, Place place) {
  await([&] { return find_job(comment).has_value(); }, place);
  return find_job(comment).value_or(slurm::Job());
}

std::string KubeletWorld::comment(const client::Object& pod, std::int64_t attempt) {
  return kubelet::job_comment("test", {api::uid(pod), attempt});
}

std::filesystem::path KubeletWorld::attempt_dir(const client::Object& pod, std::int64_t attempt) {
  return pod::attempt_directory(home_.path(), {api::uid(pod), attempt});
}

bool KubeletWorld::claim(const std::filesystem::path& attempt_dir) {
  return pod::write_claim(attempt_dir, {.owner = "runner", .host = "n1", .pid = 1}).has_value();
}

void KubeletWorld::report(const client::Object& pod, pod::ContainerState state, int exit_code,
                          std::int64_t attempt) {
  pod::PodReport report{.attempt = {api::uid(pod), attempt},
                        .sequence = ++sequence_,
                        .host = "n1",
                        .host_ip = "10.0.0.9",
                        .finished = state == pod::ContainerState::kTerminated};
  report.containers = {{.name = "main",
                        .state = state,
                        .exit_code = exit_code,
                        .reason = exit_code == 0 ? "Completed" : "Error",
                        .started = clock_.now()}};
  report.containers[0].up = report.containers[0].ready = state == pod::ContainerState::kRunning;
  pod::StatusFile status(attempt_dir(pod, attempt));
  EXPECT_TRUE(status.append(report).has_value());
}

void KubeletWorld::report_interruption(const client::Object& pod) {
  pod::PodReport report = *pod::read_status(attempt_dir(pod));
  report.sequence = ++sequence_;
  report.finished = true;
  report.interrupted = clock_.now();
  report.containers[0].state = pod::ContainerState::kTerminated;
  report.containers[0].exit_code = 143;
  report.containers[0].reason = "Error";
  report.containers[0].finished = clock_.now();
  EXPECT_TRUE(pod::StatusFile(attempt_dir(pod)).append(report).has_value());
}

}  // namespace sluice
