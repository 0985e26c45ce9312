// SPDX-License-Identifier: Apache-2.0
#include <future>

#include "http/sockets.h"
#include "pod/session_link.h"

namespace sluice::pod {
namespace {

constexpr Duration kConnectWithin = std::chrono::seconds(10);

// Servers listen on either kind of loopback address.
Result<UniqueFd> connect_here(std::uint16_t port) {
  const SteadyTime deadline = RealClock().steady() + kConnectWithin;
  auto fd = http::connect_to("127.0.0.1", port, deadline);
  if (!fd) {
    auto other = http::connect_to("::1", port, deadline);
    if (other) {
      return other;
    }
    return tl::unexpected(with_context(std::move(fd).error(),
                                       "failed to connect to localhost:" + std::to_string(port)));
  }
  return fd;
}

}  // namespace

void connect_port(SessionWork work) {
  auto fd = connect_here(work.request.port);
  Pump pump;
  if (!fd) {
    SessionLink::refuse(pump, work, fd.error());
    return;
  }
  const auto in = std::make_shared<BytePipe>();
  const auto out = std::make_shared<BytePipe>();
  const auto over = std::make_shared<std::promise<void>>();  // shared with the pump's report
  SessionLink link(pump, work);
  link.frames().carry({{FrameKind::kOut, out}}, {{FrameKind::kIn, in}});
  const auto port = pump.run(
      {make_pump_end(std::move(*fd)), in, out, [over](const Result<void>&) { over->set_value(); }});
  over->get_future().wait();
  link.end_with(0);
}

}  // namespace sluice::pod
