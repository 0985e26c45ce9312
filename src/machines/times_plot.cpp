// SPDX-License-Identifier: Apache-2.0
#include "machines/times_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>

namespace sluice::machines {
namespace {

using Samples = std::vector<double>;  // ascending

constexpr double kWidth = 960;
constexpr double kPanel = 300;  // the height of each of the two
constexpr double kLeft = 70;
constexpr double kTop = 50;
constexpr double kGap = 90;  // below each, for names
constexpr std::array<const char*, 5> kColours{"#4477aa", "#ee6677", "#228833", "#ccbb44",
                                              "#66ccee"};

double quantile(const Samples& samples, double part) {
  const double at = part * static_cast<double>(samples.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, samples.size() - 1);
  return samples[below] + (samples[above] - samples[below]) * (at - static_cast<double>(below));
}

std::size_t place_of(const std::string& phase) {
  return static_cast<std::size_t>(std::find(std::begin(kPhases), std::end(kPhases), phase) -
                                  std::begin(kPhases));
}

// By the place of the phase, then the role.
std::map<std::pair<std::size_t, std::string>, Samples> grouped(
    const std::vector<PhaseTime>& times) {
  std::map<std::pair<std::size_t, std::string>, Samples> groups;
  for (const PhaseTime& time : times) {
    groups[{place_of(time.phase), time.role}].push_back(time.seconds);
  }
  for (auto& [name, samples] : groups) {
    std::sort(samples.begin(), samples.end());
  }
  return groups;
}

std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", value);
  return text.data();
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    result += c == '<'   ? "&lt;"
              : c == '>' ? "&gt;"
              : c == '&' ? "&amp;"
              : c == '"' ? "&quot;"
                         : std::string(1, c);
  }
  return result;
}

std::string text_at(double x, double y, const std::string& text, const char* anchor = "middle") {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" +
         escaped(text) + "</text>\n";
}

std::string line_from(double x1, double y1, double x2, double y2, const char* colour) {
  return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) +
         "\" y2=\"" + number(y2) + "\" stroke=\"" + colour + "\"/>\n";
}

// 1, 2 or 5 times a power of ten, so that there are about five of them.
double step_of(double most) {
  const double rough = most / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power) {
      return factor * power;
    }
  }
  return 10 * power;
}

// One of the two charts: where a time is on the page, and the frame around it.
class Panel {
 public:
  Panel(double top, double most) : top_(top), most_(most > 0 ? most * 1.05 : 1) {}

  double y(double seconds) const { return top_ + kPanel - seconds / most_ * kPanel; }

  std::string frame(const std::string& title) const {
    std::string text = text_at(kLeft, top_ - 10, title, "start");
    const double step = step_of(most_);
    for (double at = 0; at <= most_; at += step) {
      text += line_from(kLeft, y(at), kWidth - 20, y(at), "#dddddd");
      text += text_at(kLeft - 8, y(at) + 4, number(at) + " s", "end");
    }
    return text;
  }

 private:
  const double top_;
  const double most_;
};

std::string box(const Panel& panel, const Samples& samples, const Spread& spread, double x,
                double width, const char* colour) {
  const double reach = 1.5 * (spread.upper - spread.lower);
  const double low = *std::lower_bound(samples.begin(), samples.end(), spread.lower - reach);
  const double high =
      *std::prev(std::upper_bound(samples.begin(), samples.end(), spread.upper + reach));
  const double middle = x + width / 2;
  std::string text = line_from(middle, panel.y(low), middle, panel.y(high), colour);
  text += "<rect x=\"" + number(x) + "\" y=\"" + number(panel.y(spread.upper)) + "\" width=\"" +
          number(width) + "\" height=\"" + number(panel.y(spread.lower) - panel.y(spread.upper)) +
          "\" fill=\"white\" stroke=\"" + colour + "\"/>\n";
  text += line_from(x, panel.y(spread.median), x + width, panel.y(spread.median), colour);
  for (const double sample : samples) {
    if (sample < low || sample > high) {
      text += "<circle cx=\"" + number(middle) + "\" cy=\"" + number(panel.y(sample)) +
              "\" r=\"2\" fill=\"" + colour + "\"/>\n";
    }
  }
  return text;
}

}  // namespace

std::vector<Spread> spreads(const std::vector<PhaseTime>& times) {
  std::vector<Spread> result;
  for (const auto& [name, samples] : grouped(times)) {
    double sum = 0;
    for (const double sample : samples) {
      sum += sample;
    }
    result.push_back({.phase = std::string(kPhases[name.first]),
                      .role = name.second,
                      .count = samples.size(),
                      .mean = sum / static_cast<double>(samples.size()),
                      .least = samples.front(),
                      .lower = quantile(samples, 0.25),
                      .median = quantile(samples, 0.5),
                      .upper = quantile(samples, 0.75),
                      .most = samples.back()});
  }
  return result;
}

std::string plot(const std::vector<PhaseTime>& times) {
  const auto groups = grouped(times);
  const std::vector<Spread> all = spreads(times);
  double most_mean = 0;
  double most = 0;
  std::map<std::string, const char*> colours;  // by role
  for (const Spread& spread : all) {
    most_mean = std::max(most_mean, spread.mean);
    most = std::max(most, spread.most);
    colours.try_emplace(spread.role, kColours.at(colours.size() % kColours.size()));
  }
  const Panel means(kTop, most_mean);
  const Panel boxes(kTop + kPanel + kGap, most);
  const double height = kTop + 2 * (kPanel + kGap);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(kWidth) +
                    "\" height=\"" + number(height) +
                    "\" font-family=\"sans-serif\" font-size=\"11\">\n"
                    "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" +
                    means.frame("mean time of each phase") +
                    boxes.frame("distribution: quartiles, whiskers within 1.5 of their distance");
  const double slot =
      (kWidth - 20 - kLeft) / static_cast<double>(std::max<std::size_t>(all.size(), 1));
  const double width = std::min(slot * 0.6, 60.0);
  auto samples = groups.begin();
  for (std::size_t i = 0; i < all.size(); ++i, ++samples) {
    const Spread& spread = all[i];
    const char* colour = colours.at(spread.role);
    const double x = kLeft + slot * (static_cast<double>(i) + 0.5) - width / 2;
    svg += "<rect x=\"" + number(x) + "\" y=\"" + number(means.y(spread.mean)) + "\" width=\"" +
           number(width) + "\" height=\"" + number(means.y(0) - means.y(spread.mean)) +
           "\" fill=\"" + colour + "\"/>\n";
    svg += text_at(x + width / 2, means.y(spread.mean) - 4, number(spread.mean));
    svg += box(boxes, samples->second, spread, x, width, colour);
    for (const Panel& panel : {means, boxes}) {
      svg += text_at(x + width / 2, panel.y(0) + 16, spread.phase);
      svg += text_at(x + width / 2, panel.y(0) + 30, spread.role);
      svg += text_at(x + width / 2, panel.y(0) + 44, "n=" + std::to_string(spread.count));
    }
  }
  return svg + "</svg>\n";
}

}  // namespace sluice::machines
