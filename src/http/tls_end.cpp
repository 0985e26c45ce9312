// SPDX-License-Identifier: Apache-2.0
#include "http/tls_end.h"

namespace sluice::http {
namespace {

PumpEnd::Progress convert(const TlsSocket::Progress& progress) {
  switch (progress.next) {
    case TlsSocket::Next::kDone:
      return {PumpEnd::Next::kMoved, progress.bytes};
    case TlsSocket::Next::kWaitRead:
      return {PumpEnd::Next::kWaitRead};
    case TlsSocket::Next::kWaitWrite:
      return {PumpEnd::Next::kWaitWrite};
    case TlsSocket::Next::kClosed:
      return {PumpEnd::Next::kEnd};
  }
  return {PumpEnd::Next::kEnd};
}

}  // namespace

Result<PumpEnd::Progress> TlsEnd::handshake() {
  TRY_ASSIGN(const auto next, socket_.handshake());
  shaken_ = next == TlsSocket::Next::kDone;
  return convert({.next = next});
}

Result<PumpEnd::Progress> TlsEnd::read(std::span<char> into) {
  if (!shaken_) {
    return handshake();
  }
  TRY_ASSIGN(const auto progress, socket_.read(into));
  return convert(progress);
}

Result<PumpEnd::Progress> TlsEnd::write(std::string_view bytes) {
  if (!shaken_) {
    return handshake();
  }
  TRY_ASSIGN(const auto progress, socket_.write(bytes));
  return convert(progress);
}

}  // namespace sluice::http
