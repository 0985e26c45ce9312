// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::http {

// One end of a WebSocket after its handshake (RFC 6455, without extensions): bytes in, messages
// out, and the other way round; no I/O of its own. Fragments are put together, pings answered,
// closing handshakes completed; a peer that breaks the protocol is told so with a close code and
// not listened to any more. Text is handed over as it came. Not thread-safe.
class WebSocket {
 public:
  enum class Role { kServer, kClient };  // clients mask what they send
  enum class Type { kText, kBinary };
  struct Message {
    Type type = Type::kBinary;
    std::string data;
  };

  // Close codes (section 7.4.1).
  static constexpr std::uint16_t kNormal = 1000;
  static constexpr std::uint16_t kProtocolError = 1002;
  static constexpr std::uint16_t kNoCode = 1005;  // never on the wire
  static constexpr std::uint16_t kTooBig = 1009;
  static constexpr std::uint16_t kServerError = 1011;

  static constexpr std::size_t kMaxMessage = 32 * 1024 * 1024;
  explicit WebSocket(Role role, std::size_t max_message = kMaxMessage)
      : role_(role), max_message_(max_message) {}

  // Takes in bytes up to the end of one message and says how many. While a message waits to be
  // taken, none; after the end, all, without looking at them.
  std::size_t feed(std::string_view bytes);
  std::optional<Message> take_message();

  void send(Type type, std::string_view data);
  void ping(std::string_view data);

  // Says goodbye, once; nothing can be sent after it.
  void close(std::uint16_t code, std::string_view reason = "");

  // Bytes for the peer; the caller takes them out.
  std::string& output() { return output_; }

  bool close_sent() const { return close_sent_; }
  // The peer said goodbye or broke the protocol: nothing more is received.
  bool over() const { return over_; }
  std::uint16_t close_code() const { return close_code_; }  // the peer's

 private:
  enum class Opcode : std::uint8_t {
    kContinuation = 0,
    kText = 1,
    kBinary = 2,
    kClose = 8,
    kPing = 9,
    kPong = 10
  };

  std::size_t feed_header(std::string_view bytes);
  std::size_t feed_payload(std::string_view bytes);
  void start_frame();
  bool acceptable() const;
  void end_frame();
  void on_close();
  void fail(std::uint16_t code, std::string_view reason);
  void write_frame(Opcode opcode, std::string_view data);
  std::size_t header_size() const;
  bool is_control() const { return (static_cast<std::uint8_t>(opcode_) & 8U) != 0; }

  const Role role_;
  const std::size_t max_message_;
  std::string header_;  // of the frame that is arriving
  bool in_payload_ = false;
  bool final_ = false;
  Opcode opcode_ = Opcode::kContinuation;
  std::uint64_t left_ = 0;  // of the payload
  std::uint64_t position_ = 0;
  std::string mask_;     // empty: none
  std::string control_;  // payload of the control frame that is arriving
  std::optional<Message> partial_;
  std::optional<Message> complete_;
  std::string output_;
  bool close_sent_ = false;
  bool over_ = false;
  std::uint16_t close_code_ = kNoCode;
};

}  // namespace sluice::http
