// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/files.h"
#include "kubelet/kubelet.h"
#include "pod/protocol.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "runtime/informers.h"
#include "slurm/fake_slurm.h"
#include "store/store.h"

namespace sluice {

// API, fake Slurm and kubelet. The test plays the user, slurmctld and the runners. Waits are for
// changes; they fail the test after twenty seconds without the one they wait for.
class KubeletWorld : public testing::Test {
 protected:
  using Test = std::function<bool(const client::Object&)>;

  KubeletWorld();
  ~KubeletWorld() override;

  void start_kubelet();
  void kill_kubelet();  // everything in its memory is lost

  // A pod bound to our node, or the one it names; `spec` may leave out the containers,
  // `annotations` may be empty.
  client::Object create_pod(const std::string& name, std::string_view spec = "{}",
                            std::string_view annotations = "{}");
  client::Object get(const api::Kind& kind, const api::Key& key);
  using Place = std::source_location;  // of who waits, for the message when it was in vain
  client::Object await_pod(const std::string& name, const Test& test,
                           Place place = Place::current());
  client::Object await_phase(const std::string& name, std::string_view phase,
                             Place place = Place::current());
  void await_gone(const std::string& name, Place place = Place::current());
  void await(const std::function<bool()>& condition, Place place = Place::current());
  void delete_pod(const std::string& name, std::optional<std::int64_t> grace = std::nullopt);

  std::string waiting_reason(const client::Object& pod);
  std::string waiting_message(const client::Object& pod);
  // Its message.
  std::string await_event(const std::string& pod, std::string_view reason,
                          Place place = Place::current());
  slurm::Job await_job(const std::string& comment, Place place = Place::current());
  std::optional<slurm::Job> find_job(const std::string& comment);
  std::string comment(const client::Object& pod, std::int64_t attempt = 1);
  std::filesystem::path attempt_dir(const client::Object& pod, std::int64_t attempt = 1);

  // What a runner does.
  bool claim(const std::filesystem::path& attempt_dir);
  void report(const client::Object& pod, pod::ContainerState state, int exit_code = 0,
              std::int64_t attempt = 1);
  // What a runner writes that was told to end by somebody other than the kubelet.
  void report_interruption(const client::Object& pod);

  RealClock clock_;
  TemporaryDirectory home_;
  kubelet::KubeletOptions options_{.node_name = "sluice-test",
                                   .cluster_id = "test",
                                   .home = home_.path(),
                                   .sluice_binary = "/opt/sluice"};
  std::unique_ptr<store::Store> store_;
  registry::Registry registry_;
  registry::LocalClient client_;
  slurm::FakeSlurm slurm_;
  std::unique_ptr<runtime::Informers> informers_;
  std::unique_ptr<kubelet::Kubelet> kubelet_;
  std::int64_t sequence_ = 0;
};

}  // namespace sluice
