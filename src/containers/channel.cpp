// SPDX-License-Identifier: Apache-2.0
// Packets of one byte for the word, one for the code, then the text. The kernel adds who sends, as
// the listener's process namespace numbers it.
#include "containers/channel.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/files.h"

namespace sluice::containers {
namespace {

constexpr std::size_t kLongestText = 8192;

struct alignas(cmsghdr) Control {
  std::array<char, CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof(ucred))> bytes{};
};

void attach_descriptor(msghdr& packet, Control& control, int descriptor) {
  packet.msg_control = control.bytes.data();
  packet.msg_controllen = CMSG_SPACE(sizeof descriptor);
  cmsghdr* header = CMSG_FIRSTHDR(&packet);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
}

void read_control(msghdr& packet, Message& message) {
  for (cmsghdr* header = CMSG_FIRSTHDR(&packet); header != nullptr;
       header = CMSG_NXTHDR(&packet, header)) {
    if (header->cmsg_level != SOL_SOCKET) {
      continue;
    }
    if (header->cmsg_type == SCM_CREDENTIALS) {
      ucred sender{};
      std::memcpy(&sender, CMSG_DATA(header), sizeof sender);
      message.sender = sender.pid;
    } else if (header->cmsg_type == SCM_RIGHTS) {
      int descriptor = -1;
      std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
      message.descriptor.reset(descriptor);
    }
  }
}

void send_packet(int socket, std::string packet_text, int descriptor) {
  iovec part{.iov_base = packet_text.data(), .iov_len = packet_text.size()};
  msghdr packet{};
  packet.msg_iov = &part;
  packet.msg_iovlen = 1;
  Control control;
  if (descriptor >= 0) {
    attach_descriptor(packet, control, descriptor);
  }
  while (::sendmsg(socket, &packet, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

}  // namespace

void Channel::say(Word word, std::string_view text, int descriptor) const {
  send_packet(
      socket_.get(),
      std::string{static_cast<char>(word), '\0'} + std::string(text.substr(0, kLongestText)),
      descriptor);
}

void Channel::say(const Error& error) const {
  const std::string head{static_cast<char>(Word::kFailed), static_cast<char>(error.code)};
  send_packet(socket_.get(), head + error.message.substr(0, kLongestText), -1);
}

Message Channel::listen() const {
  std::string text(kLongestText + 2, '\0');
  iovec part{.iov_base = text.data(), .iov_len = text.size()};
  Control control;
  msghdr packet{};
  packet.msg_iov = &part;
  packet.msg_iovlen = 1;
  packet.msg_control = control.bytes.data();
  packet.msg_controllen = control.bytes.size();
  ssize_t got = 0;
  do {
    got = ::recvmsg(socket_.get(), &packet, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  Message message;
  if (got < 2) {
    return message;
  }
  message.word = static_cast<Word>(text[0]);
  message.code = static_cast<Code>(text[1]);
  message.text = text.substr(2, static_cast<std::size_t>(got) - 2);
  read_control(packet, message);
  return message;
}

bool Channel::abandoned() const {
  pollfd state{.fd = socket_.get(), .events = 0, .revents = 0};
  return ::poll(&state, 1, 0) > 0 && (state.revents & POLLHUP) != 0;
}

Result<ChannelPair> make_channel() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return tl::unexpected(errno_error("creating a socket"));
  }
  ChannelPair pair{.starter = Channel(UniqueFd(ends[0])), .started = Channel(UniqueFd(ends[1]))};
  const int on = 1;
  if (::setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0) {
    return tl::unexpected(errno_error("preparing a socket"));
  }
  return pair;
}

}  // namespace sluice::containers
