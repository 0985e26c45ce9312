// SPDX-License-Identifier: Apache-2.0
#include "pod/frame_link.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <condition_variable>
#include <future>

namespace sluice::pod {
namespace {

// One end, and what happened to it.
class Peer {
 public:
  Peer(Pump& pump, UniqueFd fd)
      : link_(FrameLink::open(pump, make_pump_end(std::move(fd)),
                              {.frame = [this](FrameLink&, const Frame& frame) { note(frame); },
                               .closed = [this](const Result<void>&) { closed_.set_value(); }})) {}
  FrameLink& link() { return *link_; }
  void let_go() { link_.reset(); }
  void await_closed() { closed_.get_future().wait(); }
  Frame await_frame() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !frames_.empty(); });
    Frame frame = std::move(frames_.front());
    frames_.erase(frames_.begin());
    return frame;
  }

 private:
  void note(const Frame& frame) {
    const std::scoped_lock lock(mutex_);
    frames_.push_back(frame);
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Frame> frames_;
  std::promise<void> closed_;
  std::shared_ptr<FrameLink> link_;  // last: its events use the rest
};

// Everything that comes until the pipe ends.
std::string read_all(const std::shared_ptr<BytePipe>& pipe) {
  std::mutex mutex;
  std::condition_variable changed;
  bool news = true;
  pipe->set_readable([&] {
    const std::scoped_lock lock(mutex);
    news = true;
    changed.notify_all();
  });
  std::string all;
  while (true) {
    const auto state = pipe->read(all);
    if (state == Stream::State::kEnd) {
      pipe->set_readable(nullptr);
      return all;
    }
    if (state == Stream::State::kPending) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return std::exchange(news, false); });
    }
  }
}

class FrameLinkTest : public testing::Test {
 protected:
  FrameLinkTest() {
    int fds[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    near_ = std::make_unique<Peer>(pump_, UniqueFd(fds[0]));
    far_ = std::make_unique<Peer>(pump_, UniqueFd(fds[1]));
  }

  Pump pump_;
  std::unique_ptr<Peer> near_;
  std::unique_ptr<Peer> far_;
};

TEST_F(FrameLinkTest, SingleFramesArriveInOrder) {
  near_->link().send(FrameKind::kHello, "");
  near_->link().send(FrameKind::kStart, "request");
  EXPECT_EQ(far_->await_frame(), (Frame{FrameKind::kHello, ""}));
  EXPECT_EQ(far_->await_frame(), (Frame{FrameKind::kStart, "request"}));
}

// More than all the pipes on the way can hold.
TEST_F(FrameLinkTest, StreamsArriveWholeAndBeforeTheLastFrame) {
  const std::string text(1024 * 1024 + 1, 'x');
  auto source = std::make_shared<BytePipe>(2 * text.size());
  auto sink = std::make_shared<BytePipe>();
  far_->link().carry({}, {{FrameKind::kOut, sink}});
  near_->link().carry({{FrameKind::kOut, source}}, {});
  near_->link().send_last(FrameKind::kExit, "0");
  source->write(text);
  source->end();
  EXPECT_EQ(read_all(sink), text);
  EXPECT_EQ(far_->await_frame(), (Frame{FrameKind::kExit, "0"}));
  far_->await_closed();
}

TEST_F(FrameLinkTest, StreamsWaitUntilTheyAreCarried) {
  auto source = std::make_shared<BytePipe>();
  near_->link().send(FrameKind::kHello, "");
  near_->link().carry({{FrameKind::kOut, source}}, {});
  source->write("early");
  source->end();
  far_->await_frame();
  auto sink = std::make_shared<BytePipe>();
  far_->link().carry({}, {{FrameKind::kOut, sink}});
  EXPECT_EQ(read_all(sink), "early");
}

TEST_F(FrameLinkTest, StreamsOfTwoKindsStayApart) {
  std::array<std::shared_ptr<BytePipe>, 4> pipes;
  for (auto& pipe : pipes) {
    pipe = std::make_shared<BytePipe>();
  }
  far_->link().carry({}, {{FrameKind::kOut, pipes[2]}, {FrameKind::kErr, pipes[3]}});
  near_->link().carry({{FrameKind::kOut, pipes[0]}, {FrameKind::kErr, pipes[1]}}, {});
  pipes[0]->write("out");
  pipes[1]->write("err");
  pipes[0]->end();
  pipes[1]->end();
  EXPECT_EQ(read_all(pipes[2]), "out");
  EXPECT_EQ(read_all(pipes[3]), "err");
}

TEST_F(FrameLinkTest, LettingGoOfOneEndClosesTheOther) {
  auto source = std::make_shared<BytePipe>();
  auto sink = std::make_shared<BytePipe>();
  far_->link().carry({{FrameKind::kIn, source}}, {{FrameKind::kOut, sink}});
  near_->let_go();
  far_->await_closed();
  EXPECT_EQ(read_all(sink), "");
  EXPECT_TRUE(source->abandoned());
}

TEST_F(FrameLinkTest, CarryingOverAClosedConnectionEndsThePipes) {
  near_->let_go();
  far_->await_closed();
  auto source = std::make_shared<BytePipe>();
  auto sink = std::make_shared<BytePipe>();
  far_->link().carry({{FrameKind::kIn, source}}, {{FrameKind::kOut, sink}});
  EXPECT_EQ(read_all(sink), "");
  EXPECT_TRUE(source->abandoned());
}

}  // namespace
}  // namespace sluice::pod
