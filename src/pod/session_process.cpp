// SPDX-License-Identifier: Apache-2.0
// Until it knows what is wanted, and has started it, the process has one thread and blocks: that is
// what entering a container takes. Then a pump moves the bytes.
#include "pod/session_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/log.h"
#include "http/psk.h"
#include "http/sockets.h"
#include "http/tls_end.h"
#include "pod/frame.h"
#include "pod/session_work.h"

namespace sluice::pod {
namespace {

constexpr Duration kConnectWithin = std::chrono::seconds(10);

// Ends with its runner, leaves its runner's signals alone, and holds nothing of it open: the
// containers' pipes would not end otherwise.
void become_a_session(const SessionWays& ways) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setsid();
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  unsigned next = STDERR_FILENO + 1;
  std::array<int, 2> kept = {ways.relay.get(), ways.runner.get()};
  std::sort(kept.begin(), kept.end());
  for (const int fd : kept) {
    if (fd >= 0) {
      ::close_range(next, static_cast<unsigned>(fd) - 1, 0);
      next = static_cast<unsigned>(fd) + 1;
    }
  }
  ::close_range(next, ~0U, 0);
}

// One byte at a time: what follows belongs to TLS.
Result<Ask> read_ask(int fd, SteadyTime deadline) {
  std::string text;
  while (text.size() <= kLongestAsk) {
    TRY(http::wait_for(fd, POLLIN, deadline));
    char byte = 0;
    if (::read(fd, &byte, 1) <= 0) {
      return fail(Code::kUnavailable, "the relay has gone");
    }
    if (byte == '\n') {
      break;
    }
    text += byte;
  }
  const auto ask = ask_from_text(text);
  if (!ask) {
    return fail(Code::kInvalid, "a relay asks for no session");
  }
  return *ask;
}

Result<http::TlsSocket> connect(const PodSpec& spec, SessionWays& ways, SteadyTime deadline) {
  TRY_ASSIGN(const std::string key, session_key_bytes(spec.session_key));
  UniqueFd fd = std::move(ways.relay);
  if (fd.valid()) {
    TRY_ASSIGN(ways.ask, read_ask(fd.get(), deadline));
  } else {
    TRY_ASSIGN(fd, http::connect_to(spec.report_host, ways.ask.port, deadline));
  }
  return http::connect_with_psk(std::move(fd), session_identity(spec.attempt, ways.ask.session),
                                key, deadline);
}

// Says hello and waits to be told what to do.
Result<SessionWork> receive_work(http::TlsSocket socket, SteadyTime deadline) {
  TRY(socket.write(to_bytes(FrameKind::kHello, "")));  // the first bytes always fit
  FrameParser parser;
  std::array<char, kPiece> buffer;
  while (true) {
    TRY_ASSIGN(auto frame, parser.next());
    if (frame) {
      TRY_ASSIGN(SessionRequest request, session_request_from_text(frame->payload));
      return SessionWork{std::make_unique<http::TlsEnd>(std::move(socket)), std::move(request),
                         parser.take_rest()};
    }
    TRY_ASSIGN(const auto progress, socket.read(buffer));
    if (progress.next == http::TlsSocket::Next::kClosed) {
      return fail(Code::kUnavailable, "the kubelet has gone");
    }
    if (progress.next != http::TlsSocket::Next::kDone) {
      TRY(http::wait_for(socket.fd(), POLLIN, deadline));
    }
    parser.add({buffer.data(), progress.bytes});
  }
}

Result<void> serve(const SessionSetting& setting, SessionWays& ways) {
  const SteadyTime deadline = RealClock().steady() + kConnectWithin;
  TRY_ASSIGN(http::TlsSocket socket, connect(setting.spec, ways, deadline));
  TRY_ASSIGN(SessionWork work, receive_work(std::move(socket), deadline));
  switch (work.request.purpose) {
    case SessionRequest::Purpose::kCommand:
      run_command(setting, std::move(work));
      break;
    case SessionRequest::Purpose::kAttach:
      pass_on(std::move(work), std::move(ways.runner));
      break;
    case SessionRequest::Purpose::kPort:
      connect_port(std::move(work));
      break;
  }
  return {};
}

}  // namespace

void run_session(const SessionSetting& setting, SessionWays ways) {
  become_a_session(ways);
  const auto served = serve(setting, ways);
  if (!served) {
    log::warning("a session with the kubelet did not come about",
                 {{"error", served.error().message}});
  }
  ::_exit(served ? 0 : 1);
}

}  // namespace sluice::pod
