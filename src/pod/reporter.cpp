// SPDX-License-Identifier: Apache-2.0
#include "pod/reporter.h"

#include <sys/eventfd.h>

#include "base/log.h"
#include "base/worker_pool.h"

namespace sluice::pod {
namespace {

constexpr Duration kSendTimeout = std::chrono::seconds(5);

}  // namespace

Reporter::Reporter(const PodSpec& spec, Clock& clock)
    : server_{.host = spec.report_host,
              .port = spec.report_port,
              .ca_pem = spec.report_ca_pem,
              .bearer_token = spec.report_token},
      clock_(clock),
      revoked_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!server_.host.empty()) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }
}

Reporter::~Reporter() {
  thread_.request_stop();
  {
    // Between the thread's check and its wait the notification would be lost without the lock.
    const std::scoped_lock lock(mutex_);
  }
  changed_.notify_all();
}

void Reporter::offer(std::string report) {
  {
    const std::scoped_lock lock(mutex_);
    next_ = std::move(report);
    ++offered_;
  }
  changed_.notify_all();
}

bool Reporter::flush(Duration timeout) {
  if (server_.host.empty()) {
    return false;
  }
  std::unique_lock lock(mutex_);
  const SteadyTime deadline = clock_.steady() + timeout;
  while (handled_ < offered_ && clock_.steady() < deadline) {
    clock_.wait_until(lock, changed_, deadline);
  }
  return handled_ == offered_ && accepted_;
}

void Reporter::run(const std::stop_token& stop) {
  name_this_thread("reporter");
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return next_.has_value() || stop.stop_requested(); });
    if (stop.stop_requested()) {
      return;
    }
    const std::string report = *std::exchange(next_, std::nullopt);
    const std::uint64_t number = offered_;
    lock.unlock();
    const bool accepted = send(report);
    lock.lock();
    handled_ = number;
    accepted_ = accepted;
    changed_.notify_all();
  }
}

bool Reporter::send(const std::string& report) {
  if (client_ == nullptr) {
    auto client = http::make_client(server_);
    if (!client) {
      log::warning("cannot report to the kubelet", {{"error", client.error().message}});
      return false;
    }
    client_ = std::move(*client);
  }
  const auto answer = client_->send({.method = "POST",
                                     .target = std::string(kReportPath),
                                     .content_type = "application/json",
                                     .body = report},
                                    kSendTimeout);
  if (!answer) {
    log::debug("the kubelet does not answer", {{"error", answer.error().message}});
    return false;
  }
  if (answer->status == 409) {
    ::eventfd_write(revoked_.get(), 1);
  }
  return answer->status == 200;
}

}  // namespace sluice::pod
