//! Reports as one self-contained HTML page: dark where the system is, and readable on a telephone.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::document::{Block, Section};

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#222;--quiet:#666;--paper:#fff;--box:#f4f4f2;--rule:#d5d5d0}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e6e3;--quiet:#a3a39e;--paper:#1b1b1a;--box:#272725;--rule:#444440}\
svg text{fill:var(--ink)}svg [stroke='#000000']{stroke:var(--quiet)}}\
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}\
h1{font-size:1.5rem}h2{margin-top:2.5rem;font-size:1.15rem}\
dl{display:grid;grid-template-columns:minmax(5rem,max-content) 1fr;gap:.15rem 1rem}dt{color:var(--quiet)}dd{margin:0}\
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;overflow-wrap:normal}\
th,td{padding:.2rem .6rem;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}\
th:first-child,td:first-child{text-align:left}\
.verdict{font-weight:600}.note{color:var(--quiet)}figure{margin:0;background:var(--box);border-radius:.5rem;padding:.5rem}\
svg{display:block;width:100%;max-width:40rem;height:auto;margin:auto}\
@media(max-width:34rem){th,td{padding:.2rem .35rem}figure{overflow-x:auto}svg{min-width:34rem}}\
footer{margin-top:3rem;color:var(--quiet);font-size:14px}";

/// The page; `plots` are headings with pictures.
pub(super) fn page(title: &str, sections: &[Section], plots: &[(String, String)]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="generator" content={ "narrows " (env!("CARGO_PKG_VERSION")) };
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                @for section in sections { (part(section)) }
                @for (heading, plot) in plots {
                    h2 { (heading) }
                    figure { (PreEscaped(plot)) }
                }
                footer { "Black Narrows and Narrows are games by Mark Steere, marksteeregames.com." }
            }
        }
    };
    page.into_string()
}

fn part(section: &Section) -> Markup {
    html! {
        @if !section.heading.is_empty() { h2 { (section.heading) } }
        @for block in &section.blocks {
            @match block {
                Block::Facts(facts) => dl {
                    @for (name, value) in facts { dt { (name) } dd { (value) } }
                },
                Block::Verdict(text) => p.verdict { (text) },
                Block::Note(text) => p.note { (text) },
                Block::Grid { head, rows } => div.wide {
                    table {
                        thead { tr { @for cell in head { th scope="col" { (cell) } } } }
                        tbody { @for row in rows { tr { @for cell in row { td { (cell) } } } } }
                    }
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_outside_is_escaped() {
        let mut section = Section::new("<h>");
        section.fact("<name>", "\"v\" & <script>");
        section.grid(&["<a>"], vec![vec!["<b>".into()]]);
        section.note("<i>");
        section.verdict("<u>");
        let page = page("<t>", &[section], &[]);
        for raw in [
            "<h>", "<name>", "<script>", "<a>", "<b>", "<i>", "<u>", "<t>",
        ] {
            assert!(!page.contains(raw), "{raw}");
        }
        for part in [
            "prefers-color-scheme:dark",
            "width=device-width",
            "Mark Steere",
        ] {
            assert!(page.contains(part), "{part}");
        }
    }
}
