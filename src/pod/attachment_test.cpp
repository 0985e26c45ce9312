// SPDX-License-Identifier: Apache-2.0
#include "pod/attachment.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "base/files.h"
#include "containers/host_runtime.h"

namespace sluice::pod {
namespace {

// A real container, and the socket of the session that wants to be attached to it.
class AttachmentTest : public testing::Test {
 protected:
  AttachmentTest() {
    int fds[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    session_ = UniqueFd(fds[0]);
    attachment_ = std::make_unique<Attachment>(UniqueFd(fds[1]), containers_, clock_);
    containers_.advance();
  }
  ~AttachmentTest() override {
    attachment_.reset();
    if (container().running()) {
      container().kill();
      ::waitpid(container().pid(), nullptr, 0);
    }
  }

  Container& container() { return *containers_.find("main"); }
  void send(FrameKind kind, std::string_view payload) {
    const std::string bytes = to_bytes(kind, payload);
    ASSERT_EQ(::send(session_.get(), bytes.data(), bytes.size(), 0),
              static_cast<ssize_t>(bytes.size()));
    attachment_->move();
  }
  void start(const std::string& name = "main") {
    send(FrameKind::kStart, to_text(SessionRequest{.purpose = SessionRequest::Purpose::kAttach,
                                                   .container = name,
                                                   .in = true,
                                                   .out = true}));
  }
  // The next frame, or nothing at the end.
  std::optional<Frame> receive() {
    while (true) {
      if (auto frame = parser_.next().value()) {
        return frame;
      }
      char buffer[4096];
      const ssize_t n = ::recv(session_.get(), buffer, sizeof buffer, 0);
      if (n <= 0) {
        return std::nullopt;
      }
      parser_.add({buffer, static_cast<std::size_t>(n)});
    }
  }

  TemporaryDirectory scratch_;
  FakeClock clock_;
  containers::HostRuntime runtime_;
  PodSpec spec_{
      .restart_policy = "Never",
      .containers = {{.name = "main", .argv = {"cat"}, .input = true, .input_once = true}}};
  std::unique_ptr<Sandbox> sandbox_ =
      *Sandbox::enter(spec_, runtime_, {scratch_.path(), {"PATH=/usr/bin:/bin"}});
  ContainerSurroundings surroundings_{*sandbox_, clock_};
  PodContainers containers_{spec_, surroundings_, {}};
  UniqueFd session_;
  std::unique_ptr<Attachment> attachment_;
  FrameParser parser_;
};

TEST_F(AttachmentTest, ShowsWhatIsPrintedAndTheEnd) {
  start();
  ASSERT_TRUE(attachment_->attached());
  attachment_->printed(OutputStream::kStdout, "hello");
  attachment_->printed(OutputStream::kStderr, "not wanted");
  EXPECT_EQ(receive(), (Frame{FrameKind::kOut, "hello"}));
  attachment_->ended(3);
  EXPECT_EQ(receive(), (Frame{FrameKind::kOut, ""}));
  EXPECT_EQ(receive(), (Frame{FrameKind::kErr, ""}));
  EXPECT_EQ(exit_from_text(receive()->payload).value(), 3);
  EXPECT_EQ(receive(), std::nullopt);
}

TEST_F(AttachmentTest, TheEndOfTheFirstInputIsTheContainersOwn) {
  start();
  send(FrameKind::kIn, "x");
  EXPECT_GE(container().streams().input_fd(), 0);
  send(FrameKind::kIn, "");
  EXPECT_EQ(container().streams().input_fd(), -1);
}

TEST_F(AttachmentTest, ASessionThatGoesTakesItsInputAlong) {
  start();
  session_.reset();
  attachment_->move();
  EXPECT_FALSE(attachment_->attached());
  EXPECT_EQ(container().streams().input_fd(), -1);
}

TEST_F(AttachmentTest, AnUnknownContainerIsRefused) {
  start("other");
  const auto frame = receive();
  ASSERT_TRUE(frame);
  EXPECT_EQ(exit_from_text(frame->payload).error().message, "container not found (\"other\")");
  EXPECT_EQ(receive(), std::nullopt);
}

TEST_F(AttachmentTest, ASlowReaderHoldsTheContainerForAWhileOnly) {
  start();
  while (!attachment_->full()) {
    attachment_->printed(OutputStream::kStdout, std::string(1 << 16, 'x'));
  }
  EXPECT_EQ(container().streams().output_fd(OutputStream::kStdout), -1);
  attachment_->move();
  EXPECT_TRUE(attachment_->attached());
  clock_.advance(Attachment::kPatience);
  attachment_->move();
  EXPECT_FALSE(attachment_->attached());
  EXPECT_GE(container().streams().output_fd(OutputStream::kStdout), 0);
}

TEST_F(AttachmentTest, NonsenseEndsTheSession) {
  ASSERT_GT(::send(session_.get(), "GET / HTTP/1.1\r\n\r\n", 18, 0), 0);
  attachment_->move();
  EXPECT_EQ(receive(), std::nullopt);
}

}  // namespace
}  // namespace sluice::pod
