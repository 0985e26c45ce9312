// SPDX-License-Identifier: Apache-2.0
#include "pod/sandbox.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"

namespace sluice::pod {
namespace {

namespace fs = std::filesystem;

// Remembers what it was asked to enter.
class RememberingRuntime final : public containers::Runtime {
 public:
  std::string_view name() const override { return "remembering"; }
  Result<containers::Notes> enter(const containers::Sandbox& sandbox) override {
    entered = sandbox;
    return containers::Notes{"no such user here"};
  }
  Result<void> join(const containers::Sandbox&, pid_t) override { return {}; }
  Result<containers::Started> start(const containers::Launch&) override {
    return containers::Started{};
  }
  Result<containers::Started> execute(pid_t, const containers::Launch&) override {
    return containers::Started{};
  }
  containers::Sandbox entered;
};

class SandboxTest : public testing::Test {
 protected:
  SandboxTest() {
    spec_.containers = {{.name = "main", .argv = {"sh"}, .environment = {{"A", "pod"}}}};
    spec_.containers[0].isolation.root = "/images/1";
    spec_.names.hostname = "web-0";
  }
  std::unique_ptr<Sandbox> enter() {
    auto sandbox = Sandbox::enter(
        spec_, runtime_,
        {attempt_.path(), {"TMPDIR=" + tmp_.path().string(), "A=job", "SLURM_JOB_ID=7"}});
    EXPECT_TRUE(sandbox.has_value()) << (sandbox ? "" : sandbox.error().message);
    return std::move(*sandbox);
  }
  containers::Launch launch(const Sandbox& sandbox) {
    auto made = sandbox.launch(spec_.containers[0]);
    EXPECT_TRUE(made.has_value()) << (made ? "" : made.error().message);
    return std::move(*made);
  }
  static const containers::Mount* mount_at(const containers::Launch& launch,
                                           const std::string& target) {
    const auto found = std::find_if(launch.mounts.begin(), launch.mounts.end(),
                                    [&](const auto& mount) { return mount.target == target; });
    return found == launch.mounts.end() ? nullptr : &*found;
  }

  TemporaryDirectory attempt_;
  TemporaryDirectory tmp_;
  RememberingRuntime runtime_;
  PodSpec spec_{.name = "p", .attempt = {"u", 1}};
};

TEST_F(SandboxTest, TheNodeIsCleanAfterwards) {
  {
    const auto sandbox = enter();
    launch(*sandbox);
    EXPECT_FALSE(fs::is_empty(tmp_.path()));
  }
  EXPECT_TRUE(fs::is_empty(tmp_.path()));
}

TEST_F(SandboxTest, TheRuntimeIsToldWhatThePodShares) {
  spec_.sharing = {.volumes = {{.name = "shm", .kind = VolumeKind::kMemory, .size_limit = 1024}},
                   .processes = true,
                   .max_processes = 40,
                   .sysctls = {{"kernel.sem", "1 2 3 4"}}};
  const auto sandbox = enter();
  EXPECT_EQ(runtime_.entered.sysctls, spec_.sharing.sysctls);
  EXPECT_EQ(runtime_.entered.hostname, "web-0");
  EXPECT_TRUE(runtime_.entered.share_processes);
  EXPECT_EQ(runtime_.entered.max_processes, 40u);
  ASSERT_EQ(runtime_.entered.memory.size(), 1u);
  EXPECT_EQ(runtime_.entered.memory[0].bytes, 1024u);
  EXPECT_EQ(sandbox->notes().size(), 1u);
}

TEST_F(SandboxTest, OfTheJobOnlyWhatConcernsTheProgramIsPassedOn) {
  const auto sandbox = enter();
  EXPECT_EQ(launch(*sandbox).environment, (std::vector<std::string>{"SLURM_JOB_ID=7", "A=pod"}));
}

TEST_F(SandboxTest, WithoutAnImageTheJobsEnvironmentCounts) {
  spec_.containers[0].isolation.root.clear();
  const auto sandbox = enter();
  const auto environment = launch(*sandbox).environment;
  EXPECT_NE(std::find(environment.begin(), environment.end(), "A=pod"), environment.end());
  EXPECT_EQ(environment.size(), 3u);
  EXPECT_TRUE(fs::is_empty(tmp_.path()));
}

TEST_F(SandboxTest, FilesOfEtcAreThePods) {
  const auto sandbox = enter();
  const auto made = launch(*sandbox);
  const auto* hosts = mount_at(made, "/etc/hosts");
  ASSERT_NE(hosts, nullptr);
  EXPECT_NE(read_file(hosts->source)->find("web-0"), std::string::npos);
  EXPECT_EQ(*read_file(mount_at(made, "/etc/hostname")->source), "web-0\n");
  EXPECT_NE(mount_at(made, "/etc/resolv.conf"), nullptr);
}

TEST_F(SandboxTest, AContainerMayBringItsOwnHostsFile) {
  spec_.sharing.volumes = {{.name = "v", .kind = VolumeKind::kEmpty}};
  spec_.containers[0].isolation.mounts = {{.volume = "v", .target = "/etc/hosts"}};
  const auto sandbox = enter();
  const auto made = launch(*sandbox);
  EXPECT_EQ(std::count_if(made.mounts.begin(), made.mounts.end(),
                          [](const auto& mount) { return mount.target == "/etc/hosts"; }),
            1);
}

TEST_F(SandboxTest, ATerminationMessageHasItsFile) {
  spec_.containers[0].lifecycle.termination_message_path = "/dev/termination-log";
  const auto sandbox = enter();
  const auto made = launch(*sandbox);
  const auto* message = mount_at(made, "/dev/termination-log");
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(message->source, *sandbox->termination_log(spec_.containers[0]));
  EXPECT_TRUE(fs::exists(message->source));
}

TEST_F(SandboxTest, AHostPathThatIsNotThereStopsThePod) {
  spec_.sharing.volumes = {
      {.name = "data", .kind = VolumeKind::kHost, .path = "/no/such", .host_type = "Directory"}};
  const auto refused =
      Sandbox::enter(spec_, runtime_, {attempt_.path(), {"TMPDIR=" + tmp_.path().string()}});
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.find("volume \"data\""), std::string::npos);
  EXPECT_TRUE(fs::is_empty(tmp_.path()));
}

}  // namespace
}  // namespace sluice::pod
