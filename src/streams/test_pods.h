// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/test_stream.h"
#include "client/pod_access.h"

namespace sluice::streams {

// A kubelet without processes, for tests: everything happens at once on the calling thread. A
// command says what it is and echoes its input; `exit N` ends with that code, any other when its
// input ends. Ports echo; port 1 refuses.
class TestPods final : public client::PodAccess {
 public:
  Result<std::unique_ptr<Stream>> log(const api::Key& pod, const client::LogQuery& query) override {
    return std::make_unique<WholeStream>("log of " + api::to_string(pod) + " " + query.container);
  }

  Result<std::unique_ptr<client::Process>> exec(const client::ProcessRequest& request,
                                                client::ProcessStreams streams,
                                                client::OnExit on_exit) override {
    if (request.command.front() == "missing") {
      return fail(Code::kNotFound, "container not found (\"" + request.container + "\")");
    }
    if (streams.out != nullptr) {
      streams.out->write("in " + request.container + ":");
    }
    if (streams.err != nullptr) {
      streams.err->write("warning");
    }
    if (request.command.front() == "exit" || streams.in == nullptr) {
      end(streams);
      on_exit(request.command.size() > 1 ? std::stoi(request.command[1]) : 0);
    } else {
      echo(streams, std::move(on_exit));
    }
    return std::make_unique<Terminal>(*this);
  }

  Result<std::unique_ptr<client::Process>> attach(const client::ProcessRequest&,
                                                  client::ProcessStreams streams,
                                                  client::OnExit on_exit) override {
    echo(streams, std::move(on_exit));
    return std::make_unique<Terminal>(*this);
  }

  Result<std::shared_ptr<void>> connect(const api::Key&, std::uint16_t port,
                                        client::PortStreams streams,
                                        client::OnClose on_close) override {
    if (port == 1) {
      return fail(Code::kUnavailable, "connection refused");
    }
    // Shared by the pipe's wake-up and nobody else.
    streams.in->set_readable([in = streams.in.get(), out = streams.out, on_close] {
      if (copy(*in, *out) == Stream::State::kEnd) {
        out->end();
        on_close({});
      }
    });
    return std::make_shared<int>(0);
  }

  std::vector<client::TerminalSize> sizes;
  int processes = 0;

 private:
  class Terminal final : public client::Process {
   public:
    explicit Terminal(TestPods& pods) : pods_(pods) { ++pods_.processes; }
    ~Terminal() override { --pods_.processes; }
    void resize(client::TerminalSize size) override { pods_.sizes.push_back(size); }

   private:
    TestPods& pods_;
  };

  static Stream::State copy(BytePipe& from, BytePipe& to) {
    std::string text;
    auto state = Stream::State::kData;
    while (state == Stream::State::kData) {
      text.clear();
      state = from.read(text);
      to.write(text);
    }
    return state;
  }

  static void end(const client::ProcessStreams& streams) {
    for (const auto& pipe : {streams.out, streams.err}) {
      if (pipe != nullptr) {
        pipe->end();
      }
    }
  }

  static void echo(const client::ProcessStreams& streams, client::OnExit on_exit) {
    streams.in->set_readable(
        [in = streams.in.get(), out = streams.out, err = streams.err, on_exit] {
          if (copy(*in, *out) == Stream::State::kEnd) {
            end({nullptr, out, err});
            on_exit(0);
          }
        });
  }
};

}  // namespace sluice::streams
