// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/pump.h"
#include "http/tls.h"

namespace sluice::http {

// TLS for the pump. The handshake is made by whichever direction is tried first; its end counts as
// movement, because the other direction, which may have waited for it alone, can go on then.
class TlsEnd final : public PumpEnd {
 public:
  explicit TlsEnd(TlsSocket socket) : socket_(std::move(socket)) {}
  int fd() const override { return socket_.fd(); }
  Result<Progress> read(std::span<char> into) override;
  Result<Progress> write(std::string_view bytes) override;
  void end_write() override { socket_.say_goodbye(); }

 private:
  Result<Progress> handshake();

  TlsSocket socket_;
  bool shaken_ = false;
};

}  // namespace sluice::http
