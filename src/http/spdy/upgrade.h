// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "http/message.h"
#include "http/pipe_pair.h"
#include "http/spdy/frame.h"
#include "http/spdy/header_block.h"

namespace sluice::http {

// What is behind a SPDY connection: says what each new stream is. Used by the connection's thread;
// never blocks.
class SpdyEndpoint {
 public:
  virtual ~SpdyEndpoint() = default;

  // The pipes behind a stream that the peer opens; after an error the stream is refused.
  virtual Result<PipePair> accept(std::uint32_t id, const Headers& headers) = 0;

  // kOpen: more streams may come. kComplete: no more; the connection ends when all that is to be
  // sent has been. kGiveUp: it ends now.
  enum class Phase { kOpen, kComplete, kGiveUp };
  virtual Phase phase() const = 0;

  // A wake-up for changes of phase.
  virtual void set_ready(std::function<void()> ready) = 0;
};

// The server's end of a SPDY/3.1 connection: streams opened by the peer become pipes. Takes a
// bounded number of streams. Does not wait for the peer's windows, because the clients of
// Kubernetes never open them: what slows us down is the connection itself. Gives windows to peers
// that need them.
class SpdyUpgrade final : public Upgrade {
 public:
  explicit SpdyUpgrade(std::unique_ptr<SpdyEndpoint> endpoint) : endpoint_(std::move(endpoint)) {}
  ~SpdyUpgrade() override;

  State poll(std::string& chunk) override;
  void set_ready(std::function<void()> ready) override;
  std::size_t take(std::string_view bytes) override;
  void take_end() override { over_ = true; }

 private:
  struct OpenStream {
    PipePair channel;
    std::uint32_t unacknowledged = 0;  // received since the last window update
    bool receiving = true;
    bool sending = true;
  };
  using Streams = std::map<std::uint32_t, OpenStream>;

  std::size_t take_payload(std::string_view bytes);
  std::size_t take_data(std::string_view bytes);
  void end_frame();
  void on_control();
  void on_stream();
  void on_reset();
  void refuse(std::uint32_t id, SpdyStatus status);
  void give_up();
  void acknowledge(std::uint32_t id, OpenStream& stream, std::size_t bytes);
  bool send_piece(Streams::iterator stream);
  bool send_next();
  Streams::iterator forget_if_done(Streams::iterator stream);
  static void let_go(OpenStream& stream);

  std::unique_ptr<SpdyEndpoint> endpoint_;
  std::function<void()> ready_;
  SpdyHeaderReader reader_;
  SpdyHeaderWriter writer_;
  Streams streams_;
  std::uint32_t last_id_ = 0;
  std::uint32_t last_sent_ = 0;  // the stream served last
  std::uint32_t unacknowledged_ = 0;
  std::string head_;   // of the frame that is arriving
  SpdyHeader header_;  // once complete
  bool in_payload_ = false;
  std::uint32_t left_ = 0;  // of its payload
  std::string payload_;     // of a control frame
  std::string output_;
  bool over_ = false;
};

}  // namespace sluice::http
