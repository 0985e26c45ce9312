// SPDX-License-Identifier: Apache-2.0
#include "clusters/kubelet_commands.h"

#include <condition_variable>
#include <mutex>
#include <optional>

namespace sluice::clusters {
namespace {

// What the kubelet's threads tell the one that waits; shared, for they may be late.
struct Bell {
  std::mutex mutex;
  std::condition_variable rung;
  bool news = false;
  std::optional<Result<int>> exit_code;

  void ring() {
    const std::scoped_lock lock(mutex);
    news = true;
    rung.notify_all();
  }
};

// False: it has ended.
bool drain(BytePipe& pipe, std::string& into) {
  std::string piece;
  Stream::State state = Stream::State::kData;
  while (state == Stream::State::kData) {
    piece.clear();
    state = pipe.read(piece);
    into += piece.substr(0, client::kMostOutput - std::min(client::kMostOutput, into.size()));
  }
  return state != Stream::State::kEnd;
}

void feed(BytePipe& pipe, std::string_view& input) {
  input.remove_prefix(pipe.write(input));
  if (input.empty()) {
    pipe.end();
  }
}

}  // namespace

Result<client::CommandOutput> KubeletCommands::run(const client::PodCommand& command) {
  const SteadyTime deadline = clock_.steady() + command.timeout;
  const auto bell = std::make_shared<Bell>();
  const auto ring = [bell] { bell->ring(); };
  const client::ProcessStreams streams{
      .in = command.input.empty() ? nullptr : std::make_shared<BytePipe>(),
      .out = std::make_shared<BytePipe>(),
      .err = std::make_shared<BytePipe>()};
  streams.out->set_readable(ring);
  streams.err->set_readable(ring);
  if (streams.in != nullptr) {
    streams.in->set_writable(ring);
  }
  TRY_ASSIGN(const auto process, pods_.exec({.pod = command.pod,
                                             .container = command.container,
                                             .command = command.argv,
                                             .tty = false},
                                            streams, [bell](const Result<int>& exit_code) {
                                              {
                                                const std::scoped_lock lock(bell->mutex);
                                                bell->exit_code = exit_code;
                                              }
                                              bell->ring();
                                            }));
  client::CommandOutput output;
  std::string_view input = command.input;
  while (true) {
    if (streams.in != nullptr && !input.empty()) {
      feed(*streams.in, input);
    }
    const bool more = drain(*streams.out, output.out) | drain(*streams.err, output.err);
    std::unique_lock lock(bell->mutex);
    if (!more && bell->exit_code) {
      if (!*bell->exit_code) {
        return fail(Code::kUnavailable, bell->exit_code->error().message);
      }
      output.exit_code = **bell->exit_code;
      return output;
    }
    while (!bell->news && clock_.steady() < deadline) {
      clock_.wait_until(lock, bell->rung, deadline);
    }
    if (!bell->news) {
      return fail(Code::kTimeout,
                  command.argv.front() + " in pod " + command.pod.name + " did not end in time");
    }
    bell->news = false;
  }
}

}  // namespace sluice::clusters
