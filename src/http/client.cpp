// SPDX-License-Identifier: Apache-2.0
//
// Plain OpenSSL over poll(2): the pod runner makes one or two requests in its whole life, and an
// event loop would cost it more than the request.
#include "http/client.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <vector>

#include "http/client_wire.h"
#include "http/connection.h"

namespace sluice::http {

namespace {

constexpr std::size_t kMaxIdle = 8;
constexpr MessageParser::Limits kOfResponse{.body = std::size_t{1} << 30};
constexpr MessageParser::Limits kOfLine{.body = std::size_t{64} << 20};
constexpr MessageParser::Limits kOfPiece{.body = std::size_t{1} << 20, .whole = false};

MessageParser response_parser(const ClientRequest& request, MessageParser::Limits limits) {
  MessageParser parser(MessageParser::Kind::kResponse, limits);
  if (request.method == "HEAD") {
    parser.expect_no_body();
  }
  return parser;
}

bool is_interim(MessageParser& parser) {
  return parser.done() && parser.status() < 200;
}

class HttpLineStream final : public LineStream {
 public:
  HttpLineStream(Connection connection, MessageParser parser)
      : connection_(std::move(connection)), parser_(std::move(parser)) {}

  Result<std::optional<std::string>> read_line(Duration timeout) override {
    const SteadyTime deadline = RealClock().steady() + timeout;
    while (true) {
      if (stopped_) {
        return fail(Code::kCancelled, "stopped");
      }
      if (auto line = take_line()) {
        return line;
      }
      if (parser_.done()) {
        return fail(Code::kUnavailable, "the server ended the stream");
      }
      auto received = connection_.read(parser_, deadline);
      if (!received && received.error().code == Code::kTimeout) {
        return std::nullopt;
      }
      if (!received && !stopped_) {
        return tl::unexpected(std::move(received).error());
      }
    }
  }

  void stop() override {
    stopped_ = true;
    connection_.interrupt();
  }

 private:
  std::optional<std::string> take_line() {
    std::string& body = parser_.body();
    const std::size_t end = body.find('\n', scanned_);
    const bool last = end == std::string::npos && parser_.done() && !body.empty();
    if (end == std::string::npos && !last) {
      scanned_ = body.size();
      return std::nullopt;
    }
    std::string line = body.substr(0, end);
    body.erase(0, last ? body.size() : end + 1);
    scanned_ = 0;
    return line;
  }

  Connection connection_;
  MessageParser parser_;
  std::size_t scanned_ = 0;  // of the body, without a line end
  std::atomic<bool> stopped_ = false;
};

class HttpBodyStream final : public BodyStream {
 public:
  HttpBodyStream(Connection connection, MessageParser parser)
      : connection_(std::move(connection)), parser_(std::move(parser)) {}

  Result<std::size_t> read(std::span<char> into, Duration timeout) override {
    const SteadyTime deadline = RealClock().steady() + timeout;
    std::string& body = parser_.body();
    while (body.empty() && !parser_.done()) {
      TRY(connection_.read(parser_, deadline));
    }
    const std::size_t taken = body.copy(into.data(), into.size());
    body.erase(0, taken);
    return taken;
  }

 private:
  Connection connection_;
  MessageParser parser_;
};

class HttpClient final : public Client {
 public:
  HttpClient(ClientOptions options, SslContextPtr context)
      : options_(std::move(options)), context_(std::move(context)) {}

  Result<ClientResponse> send(const ClientRequest& request, Duration timeout) override {
    TRY_ASSIGN(Answer answer, ask(request, timeout, kOfResponse));
    return finish(std::move(answer));
  }

  Result<Opened> open(const ClientRequest& request, Duration timeout) override {
    TRY_ASSIGN(Answer answer, ask(request, timeout, kOfLine));
    Opened opened;
    if (answer.parser.status() / 100 != 2) {
      TRY_ASSIGN(opened.refused, finish(std::move(answer)));
      return opened;
    }
    opened.lines =
        std::make_unique<HttpLineStream>(std::move(answer.connection), std::move(answer.parser));
    return opened;
  }

  Result<Download> download(const ClientRequest& request, Duration timeout) override {
    TRY_ASSIGN(Answer answer, ask(request, timeout, kOfPiece));
    Download download;
    if (answer.parser.status() / 100 != 2) {
      TRY_ASSIGN(download.response, finish(std::move(answer)));
      return download;
    }
    download.response.status = answer.parser.status();
    download.response.headers = answer.parser.headers();
    download.body =
        std::make_unique<HttpBodyStream>(std::move(answer.connection), std::move(answer.parser));
    return download;
  }

 private:
  // A response whose head is there.
  struct Answer {
    Connection connection;
    MessageParser parser;
    SteadyTime deadline;
    bool early;  // before it had read the whole request
  };

  // An idle connection may have been closed by the server at this very moment. Reading again on a
  // fresh one is safe; a write might have been done already, so it is the caller's to repeat.
  Result<Answer> ask(const ClientRequest& request, Duration timeout, MessageParser::Limits limits) {
    const SteadyTime deadline = RealClock().steady() + timeout;
    const bool safe = request.method == "GET" || request.method == "HEAD";
    if (auto idle = take_idle()) {
      auto answer = ask_on(std::move(*idle), request, timeout, deadline, limits);
      if (answer || !safe || answer.error().code != Code::kUnavailable) {
        return answer;
      }
    }
    TRY_ASSIGN(Connection fresh, Connection::open(context_.get(), server_of(options_), deadline));
    return ask_on(std::move(fresh), request, timeout, deadline, limits);
  }

  Result<Answer> ask_on(Connection connection, const ClientRequest& request, Duration timeout,
                        SteadyTime deadline, MessageParser::Limits limits) {
    TRY(connection.write(request_text(options_, request), deadline));
    std::optional<Error> not_taken;
    if (request.more) {
      TRY_ASSIGN(not_taken, write_more(connection, request, timeout));
      deadline = RealClock().steady() + timeout;
    }
    MessageParser parser = response_parser(request, limits);
    while (!parser.head_done()) {
      const auto read = connection.read(parser, deadline);
      if (!read) {
        return tl::unexpected(not_taken.value_or(read.error()));
      }
      if (is_interim(parser)) {
        parser = response_parser(request, limits);
      }
    }
    return Answer{std::move(connection), std::move(parser), deadline, not_taken.has_value()};
  }

  // A server that refuses what it is sent need not read all of it: then this tells why no more
  // could be written, and its answer is there to be read.
  static Result<std::optional<Error>> write_more(Connection& connection,
                                                 const ClientRequest& request, Duration timeout) {
    for (std::int64_t sent = 0; sent < request.more_size;) {
      TRY_ASSIGN(const std::string piece, request.more(sent));
      sent += static_cast<std::int64_t>(piece.size());
      if (piece.empty() || sent > request.more_size) {
        return fail(Code::kInvalid, "the body is not of the size that was announced");
      }
      const auto written = connection.write(piece, RealClock().steady() + timeout);
      if (!written) {
        return written.error();
      }
    }
    return std::nullopt;
  }

  Result<ClientResponse> finish(Answer answer) {
    while (!answer.parser.done()) {
      TRY(answer.connection.read(answer.parser, answer.deadline));
    }
    const bool keep = answer.parser.keep_alive() && !answer.early;
    ClientResponse response{.status = answer.parser.status(),
                            .headers = std::move(answer.parser.headers()),
                            .body = std::move(answer.parser.body())};
    if (keep) {
      put_idle(std::move(answer.connection));
    }
    return response;
  }

  std::optional<Connection> take_idle() {
    const std::scoped_lock lock(mutex_);
    while (!idle_.empty()) {
      Connection connection = std::move(idle_.back());
      idle_.pop_back();
      if (connection.reusable()) {
        return connection;
      }
    }
    return std::nullopt;
  }

  void put_idle(Connection connection) {
    const std::scoped_lock lock(mutex_);
    if (idle_.size() < kMaxIdle) {
      idle_.push_back(std::move(connection));
    }
  }

  const ClientOptions options_;
  const SslContextPtr context_;
  std::mutex mutex_;
  std::vector<Connection> idle_;
};

}  // namespace

Result<std::unique_ptr<Client>> make_client(ClientOptions options) {
  TRY_ASSIGN(SslContextPtr context, client_context(options));
  return std::make_unique<HttpClient>(std::move(options), std::move(context));
}

}  // namespace sluice::http
