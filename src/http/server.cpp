// SPDX-License-Identifier: Apache-2.0
// ThreadSanitizer does not know fences and g++ warns of them; Asio's queues are locked besides.
#pragma GCC diagnostic ignored "-Wtsan"

#include "http/server.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <vector>

#include "base/log.h"
#include "http/loop.h"
#include "http/sockets.h"
#include "http/tls.h"
#include "http/wire.h"

namespace sluice::http {

namespace {

constexpr std::chrono::milliseconds kRetryAccept{200};
constexpr auto kNoThrow = asio::as_tuple(asio::use_awaitable);

// Accepts on the first loop and deals connections out to all of them in turn.
class AsioServer final : public Server {
 public:
  AsioServer(ServerOptions options, SslContextPtr tls, UniqueFd listener, Handler handler)
      : service_{.handler = std::move(handler),
                 .tls = ServerTls(std::move(tls)),
                 .max_body = options.max_body,
                 .is_quick = std::move(options.is_quick),
                 .refuse = options.refuse ? std::move(options.refuse) : plain_response,
                 .workers = {"http-worker", options.workers, options.max_queued}},
        client_ca_pem_(std::move(options.client_ca_pem)),
        listener_(std::move(listener)),
        port_(local_port(listener_.get())) {
    for (std::size_t i = 0; i < std::max<std::size_t>(options.io_threads, 1); ++i) {
      loops_.push_back(std::make_unique<Loop>(service_));
    }
    acceptor_.emplace(loops_.front()->io(), listener_.get());
    retry_.emplace(loops_.front()->io());
    for (const auto& loop : loops_) {
      loop->start();
    }
    asio::co_spawn(loops_.front()->io(), accept_connections(), on_accept_end);
  }

  ~AsioServer() override { stop(); }

  std::uint16_t port() const override { return port_; }

  Result<void> renew(const std::string& certificate_pem, const std::string& key_pem) override {
    TRY_ASSIGN(SslContextPtr tls, server_tls_context({certificate_pem, key_pem}, client_ca_pem_));
    service_.tls.replace(std::move(tls));
    return {};
  }

  void stop() override {
    const std::scoped_lock lock(stop_mutex_);
    asio::post(loops_.front()->io(), [this] { stop_accepting(); });
    for (const auto& loop : loops_) {
      loop->drain();
    }
    for (const auto& loop : loops_) {
      loop->join();
    }
    service_.workers.stop();
  }

 private:
  static void on_accept_end(const std::exception_ptr& failure, const Result<void>&) {
    CHECK(failure == nullptr);
  }

  void stop_accepting() {
    stopping_ = true;
    if (acceptor_->is_open()) {
      acceptor_->release();
    }
    listener_.reset();
    retry_->cancel();
  }

  Awaitable<void> accept_connections() {
    std::size_t turn = 0;
    while (!stopping_) {
      auto fd = accept_from(listener_.get());
      if (fd && fd->valid()) {
        loops_[turn++ % loops_.size()]->adopt(std::move(*fd));
      } else if (fd) {
        auto waited =
            co_await acceptor_->async_wait(asio::posix::stream_descriptor::wait_read, kNoThrow);
        static_cast<void>(waited);  // stopping_ tells why it ended
      } else {
        log::warning("cannot accept connections", {{"error", fd.error().message}});
        retry_->expires_after(kRetryAccept);
        auto waited = co_await retry_->async_wait(kNoThrow);
        static_cast<void>(waited);
      }
    }
    co_return Result<void>();
  }

  Service service_;
  const std::string client_ca_pem_;
  UniqueFd listener_;
  const std::uint16_t port_;
  std::vector<std::unique_ptr<Loop>> loops_;
  std::optional<asio::posix::stream_descriptor> acceptor_;  // waits on listener_
  std::optional<asio::steady_timer> retry_;
  bool stopping_ = false;  // the first loop's thread only
  std::mutex stop_mutex_;
};

}  // namespace

Result<std::unique_ptr<Server>> serve(ServerOptions options, Handler handler) {
  TRY_ASSIGN(SslContextPtr tls,
             server_tls_context({options.certificate_pem, options.key_pem}, options.client_ca_pem));
  TRY_ASSIGN(UniqueFd listener, listen_on(options.address, options.port));
  try {
    return std::make_unique<AsioServer>(std::move(options), std::move(tls), std::move(listener),
                                        std::move(handler));
  } catch (const std::exception& error) {
    return fail(Code::kUnavailable, std::string("starting the HTTPS server: ") + error.what());
  }
}

}  // namespace sluice::http
