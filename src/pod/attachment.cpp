// SPDX-License-Identifier: Apache-2.0
#include "pod/attachment.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace sluice::pod {

void Attachment::add_polls(std::vector<pollfd>& fds) const {
  short events = 0;
  if (input_.empty()) {
    events |= POLLIN;
  }
  if (!unsent_.empty()) {
    events |= POLLOUT;
  }
  // A socket that is asked for nothing would still tell again and again that its peer has gone.
  fds.push_back({events == 0 ? -1 : socket_.get(), events, 0});
  if (!input_.empty() && streams_ != nullptr) {
    fds.push_back({streams_->input_fd(), POLLOUT, 0});
  }
}

void Attachment::move() {
  send();
  feed();
  take_frames();
  receive();
  const auto cut_off = deadline();
  if (cut_off && clock_.steady() >= *cut_off) {
    leave();
  }
}

std::optional<SteadyTime> Attachment::deadline() const {
  return unsent_.empty() ? std::nullopt : std::optional(moved_ + kPatience);
}

void Attachment::receive() {
  std::array<char, kPiece> buffer;
  while (socket_.valid() && input_.empty()) {
    const ssize_t n = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0 && errno == EAGAIN) {
      return;
    }
    if (n <= 0) {
      leave();
      return;
    }
    parser_.add({buffer.data(), static_cast<std::size_t>(n)});
    take_frames();
  }
}

void Attachment::take_frames() {
  while (input_.empty()) {
    const auto frame = parser_.next();
    if (!frame) {
      leave();
      return;
    }
    if (!*frame) {
      return;
    }
    take(**frame);
  }
}

void Attachment::take(const Frame& frame) {
  if (frame.kind == FrameKind::kStart) {
    if (const auto request = session_request_from_text(frame.payload); request && !attached()) {
      start(*request);
    }
  } else if (streams_ == nullptr) {
    return;
  } else if (frame.kind == FrameKind::kResize) {
    if (const auto size = session_size_from_text(frame.payload)) {
      streams_->resize(*size);
    }
  } else if (frame.kind == FrameKind::kIn && request_.in) {
    if (!frame.payload.empty()) {
      input_ = frame.payload;
      feed();
    } else if (input_once_) {
      streams_->end_input();
    }
  }
}

void Attachment::start(const SessionRequest& request) {
  Container* container = containers_.find(request.container);
  if (container == nullptr || !container->running()) {
    said_all_ = true;
    send_frame(FrameKind::kExit, exit_text(fail(Code::kNotFound, "container not found (\"" +
                                                                     request.container + "\")")));
    return;
  }
  request_ = request;
  streams_ = &container->streams();
  input_once_ = container->spec().input_once;
  streams_->add(*this);
}

void Attachment::feed() {
  if (!input_.empty() && streams_ != nullptr) {
    input_.erase(0, streams_->write_input(input_));
  }
}

void Attachment::printed(OutputStream stream, std::string_view bytes) {
  const bool error = stream == OutputStream::kStderr;
  if (error ? !request_.err : !request_.out) {
    return;
  }
  for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
    send_frame(error ? FrameKind::kErr : FrameKind::kOut, bytes.substr(at, kPiece));
  }
}

void Attachment::ended(int exit_code) {
  streams_->remove(*this);
  streams_ = nullptr;
  input_.clear();
  for (const FrameKind kind : {FrameKind::kOut, FrameKind::kErr}) {
    send_frame(kind, "");
  }
  said_all_ = true;
  send_frame(FrameKind::kExit, exit_text(exit_code));
}

void Attachment::send_frame(FrameKind kind, std::string_view payload) {
  if (unsent_.empty()) {
    moved_ = clock_.steady();
  }
  unsent_ += to_bytes(kind, payload);
  send();
}

void Attachment::send() {
  while (socket_.valid() && !unsent_.empty()) {
    const ssize_t n =
        ::send(socket_.get(), unsent_.data(), unsent_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0 && errno == EAGAIN) {
      return;
    }
    if (n < 0) {
      unsent_.clear();  // the reader has gone, which receive() will find out
      return;
    }
    unsent_.erase(0, static_cast<std::size_t>(n));
    moved_ = clock_.steady();
  }
  if (said_all_ && unsent_.empty()) {
    socket_.reset();
  }
}

void Attachment::leave() {
  if (streams_ != nullptr) {
    streams_->remove(*this);
    if (input_once_ && request_.in) {
      streams_->end_input();
    }
    streams_ = nullptr;
  }
  unsent_.clear();
  input_.clear();
  socket_.reset();
}

}  // namespace sluice::pod
