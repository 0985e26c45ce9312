// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/html_links.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

// With "!" before each link, given in pieces.
std::string marked(const std::string& page, std::size_t piece = 1000) {
  HtmlLinks links([](const std::string& url) { return "!" + url; });
  std::string out;
  for (std::size_t at = 0; at < page.size(); at += piece) {
    links.feed(std::string_view(page).substr(at, piece), out);
  }
  links.finish(out);
  return out;
}

TEST(HtmlLinks, AreInAttributesOfEveryNotation) {
  EXPECT_EQ(marked(R"(<a href="/a">)"), R"(<a href="!/a">)");
  EXPECT_EQ(marked("<A\n HREF = '/a' class=\"/x\">"), "<A\n HREF = '!/a' class=\"/x\">");
  EXPECT_EQ(marked("<img src=/i.png alt=x><p>/text"), "<img src=!/i.png alt=x><p>/text");
  EXPECT_EQ(marked(R"(<link rel=icon href="/i"/><br/><form action="/f" method=post>)"),
            R"(<link rel=icon href="!/i"/><br/><form action="!/f" method=post>)");
  EXPECT_EQ(marked(R"(<object data="/d"><div data="/d">)"),
            R"(<object data="!/d"><div data="/d">)");
  EXPECT_EQ(marked(R"(<a href="">x</a href="/a"><input disabled src>)"),
            R"(<a href="">x</a href="/a"><input disabled src>)");
}

TEST(HtmlLinks, AngleBracketsMayStandInValues) {
  EXPECT_EQ(marked(R"(<a title="<b src='/x'>" href="/a">)"),
            R"(<a title="<b src='/x'>" href="!/a">)");
  EXPECT_EQ(marked(R"(<a it's href="/a">)"), R"(<a it's href="!/a">)");
  EXPECT_EQ(marked("a < b <<a href=/c>"), "a < b <<a href=!/c>");
}

TEST(HtmlLinks, ScriptsAndCommentsAreNoMarkup) {
  for (const char* page :
       {R"(<!-- <a href="/a"> -- > --><p>)", R"(<script>x='<a href="/a">';</script>)",
        R"(<style>/* <a href=/a> */</STYLE>)", R"(<textarea></text><a href=/a></textarea>)",
        "<!doctype html>", "<?xml version='1.0'?>", "</a href=/a>"}) {
    EXPECT_EQ(marked(page), page);
  }
  EXPECT_EQ(marked(R"(<script src="/s">"<a href='/a'>"</Script ><a href="/b">)"),
            R"(<script src="!/s">"<a href='/a'>"</Script ><a href="!/b">)");
  EXPECT_EQ(marked("<!--><a href=/a>"), "<!--><a href=!/a>");
}

TEST(HtmlLinks, PiecesMakeNoDifference) {
  const std::string page =
      R"(<!doctype html><html><!-- c --><head><script src="/s">1<2</script></head>)"
      R"(<body background='/b'><a class=x href="/a?b=1&amp;c=2">/x</a><a href=)";
  for (std::size_t piece = 1; piece < 9; ++piece) {
    EXPECT_EQ(marked(page, piece), marked(page));
  }
}

TEST(HtmlLinks, TagsThatNeverEndAreNotHeld) {
  const std::string endless = "<a title=\"" + std::string(100'000, 'x') + "\" href=\"/a\">";
  EXPECT_EQ(marked(endless + "<a href=/b>", 10), endless + "<a href=!/b>");
  const std::string script = "<script x=\"" + std::string(100'000, 'x') + "\"><a href=/a></script>";
  EXPECT_EQ(marked(script + "<a href=/b>"), script + "<a href=!/b>");
  EXPECT_EQ(marked("<a href=\"/cut"), "<a href=\"/cut");
}

}  // namespace
}  // namespace sluice::apiserver
