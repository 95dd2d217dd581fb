//! Reports as one self-contained HTML page.

use std::fmt::Write as _;

use narrows_arena::accuracy::Accuracy;
use narrows_arena::stats::{Comparison, PairCounts};
use narrows_arena::{GameRecord, Summary};
use plotters::prelude::*;

use super::args::{Mode, Plan};
use super::{table, verdict};
use crate::failure::Failure;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
pre{overflow-x:auto;background:#f4f4f2;padding:1rem;border-radius:.5rem;font-size:14px}svg{max-width:100%;height:auto}\
h2{margin-top:2.5rem;font-size:1.2rem}.verdict{font-weight:600}footer{margin-top:3rem;color:#666;font-size:14px}";

const COLORS: [RGBColor; 8] = [
    RGBColor(31, 119, 180),
    RGBColor(214, 39, 40),
    RGBColor(44, 160, 44),
    RGBColor(148, 103, 189),
    RGBColor(255, 127, 14),
    RGBColor(23, 190, 207),
    RGBColor(140, 86, 75),
    RGBColor(127, 127, 127),
];

type Plot = Result<String, Box<dyn std::error::Error>>;

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn frame(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{body}\
         <footer>Black Narrows and Narrows are games by Mark Steere, marksteeregames.com.</footer></body></html>\n",
        title = escape(title)
    )
}

fn section(body: &mut String, name: &str, plot: Plot) -> Result<(), Failure> {
    let plot = plot.map_err(|error| Failure::could_not(format!("plot {name:?}: {error}")))?;
    // Writing to a string cannot fail.
    let _ = writeln!(body, "<h2>{}</h2>\n{plot}", escape(name));
    Ok(())
}

/// The page of a match or tournament.
pub fn page(
    title: &str,
    plan: &Plan,
    summary: &Summary,
    games: &[GameRecord],
) -> Result<String, Failure> {
    let mut body = String::new();
    if plan.mode != Mode::SelfPlay {
        for pairing in &summary.pairings {
            let (a, b) = (&summary.players[pairing.a], &summary.players[pairing.b]);
            let _ = writeln!(
                body,
                "<p class=\"verdict\">{}</p>",
                escape(&verdict(&pairing.comparison, a, b))
            );
        }
    }
    let _ = writeln!(
        body,
        "<pre>{}</pre>",
        escape(&table::summary(title, plan.mode, summary))
    );
    if plan.mode == Mode::Duel && summary.pairings[0].comparison.pairs > 1 {
        section(
            &mut body,
            "Elo of the first player of the command, as pairs were finished, with 95 %",
            running_elo(games),
        )?;
    }
    if let (Some(_), true) = (&summary.ratings, summary.players.len() > 1) {
        section(
            &mut body,
            "Ratings with 95 % intervals",
            rating_plot(summary),
        )?;
    }
    if !games.is_empty() {
        section(&mut body, "Length of the games, in plies", lengths(games))?;
    }
    let proofs: Vec<usize> = games.iter().filter_map(|g| g.proven_ply).collect();
    if !proofs.is_empty() {
        section(
            &mut body,
            "Ply from which on the result was proven",
            histogram(&proofs),
        )?;
    }
    Ok(frame(title, &body))
}

/// The page of an accuracy test.
pub fn accuracy_page(title: &str, results: &[Accuracy]) -> Result<String, Failure> {
    let mut body = format!("<pre>{}</pre>\n", escape(&table::accuracy(title, results)));
    section(
        &mut body,
        "Share of won positions in which the move keeps the win, by number of legal moves",
        accuracy_plot(results),
    )?;
    Ok(frame(title, &body))
}

fn running_elo(games: &[GameRecord]) -> Plot {
    let mut ordered: Vec<&GameRecord> = games.iter().collect();
    ordered.sort_by_key(|g| g.game);
    let mut counts = PairCounts::default();
    let mut points = Vec::new();
    let pairs: Vec<_> = ordered
        .windows(2)
        .filter(|w| w[0].pair == w[1].pair)
        .collect();
    // Two hundred points are as many as one can see.
    let step = pairs.len().div_ceil(200).max(1);
    for (number, pair) in (1..).zip(&pairs) {
        let won = |g: &GameRecord| u8::from(g.first_won == (g.first == 0));
        counts.add(won(pair[0]) + won(pair[1]));
        if number % step == 0 || number == pairs.len() {
            points.push((number as f64, Comparison::new(&counts).elo));
        }
    }
    // The first few intervals are so wide that they would flatten the rest.
    let shown = &points[points
        .len()
        .saturating_sub((points.len() * 19).div_ceil(20).max(2))..];
    let low = shown.iter().map(|p| p.1.low).fold(0.0, f64::min);
    let high = shown.iter().map(|p| p.1.high).fold(0.0, f64::max);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (900, 360)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..pairs.len() as f64 + 1.0, low - 10.0..high + 10.0)?;
        chart
            .configure_mesh()
            .x_desc("pairs")
            .y_desc("Elo")
            .draw()?;
        chart.draw_series(points.iter().map(|&(x, e)| {
            PathElement::new(
                vec![(x, e.low), (x, e.high)],
                COLORS[0].mix(0.35).stroke_width(2),
            )
        }))?;
        chart.draw_series(LineSeries::new(
            points.iter().map(|&(x, e)| (x, e.value)),
            COLORS[0].stroke_width(2),
        ))?;
        chart.draw_series(LineSeries::new(
            [(0.0, 0.0), (pairs.len() as f64 + 1.0, 0.0)],
            BLACK,
        ))?;
        root.present()?;
    }
    Ok(svg)
}

fn rating_plot(summary: &Summary) -> Plot {
    let list = summary
        .ratings
        .as_ref()
        .map(|r| r.players.as_slice())
        .unwrap_or_default();
    let low = list.iter().map(|p| p.elo.low).fold(0.0, f64::min) - 30.0;
    let high = list.iter().map(|p| p.elo.high).fold(0.0, f64::max) + 30.0;
    let mut svg = String::new();
    {
        let height = 80 + 36 * list.len() as u32;
        let root = SVGBackend::with_string(&mut svg, (900, height)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .x_label_area_size(40)
            .build_cartesian_2d(low..high, 0.0..list.len() as f64)?;
        chart
            .configure_mesh()
            .disable_y_axis()
            .disable_y_mesh()
            .x_desc("Elo")
            .draw()?;
        for (index, line) in list.iter().enumerate() {
            let y = list.len() as f64 - index as f64 - 0.6;
            let color = COLORS[line.player % COLORS.len()];
            chart.draw_series([PathElement::new(
                vec![(line.elo.low, y), (line.elo.high, y)],
                color.stroke_width(3),
            )])?;
            chart.draw_series([Circle::new((line.elo.value, y), 5, color.filled())])?;
            let name: String = summary.players[line.player].chars().take(60).collect();
            chart.draw_series([Text::new(
                escape(&name),
                (line.elo.low, y + 0.42),
                ("sans-serif", 14).into_font(),
            )])?;
        }
        root.present()?;
    }
    Ok(svg)
}

fn lengths(games: &[GameRecord]) -> Plot {
    histogram(&games.iter().map(|g| g.moves.len()).collect::<Vec<_>>())
}

fn histogram(values: &[usize]) -> Plot {
    let least = values.iter().copied().min().unwrap_or(0);
    let most = values.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0u64; most - least + 1];
    for &value in values {
        counts[value - least] += 1;
    }
    let top = counts.iter().copied().max().unwrap_or(1) as f64;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (900, 300)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .x_label_area_size(30)
            .y_label_area_size(50)
            .build_cartesian_2d(least as f64 - 1.0..most as f64 + 1.0, 0.0..top * 1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .y_desc("games")
            .draw()?;
        chart.draw_series(counts.iter().enumerate().map(|(index, &count)| {
            let x = (least + index) as f64;
            Rectangle::new(
                [(x - 0.4, 0.0), (x + 0.4, count as f64)],
                COLORS[0].filled(),
            )
        }))?;
        root.present()?;
    }
    Ok(svg)
}

fn accuracy_plot(results: &[Accuracy]) -> Plot {
    let most = results
        .iter()
        .flat_map(|r| &r.buckets)
        .map(|b| b.legal_to)
        .max()
        .unwrap_or(1);
    let middle =
        |b: &narrows_arena::accuracy::AccuracyBucket| (b.legal_from + b.legal_to) as f64 / 2.0;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (900, 420)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .x_label_area_size(40)
            .y_label_area_size(50)
            .build_cartesian_2d(0.0..most as f64 + 6.0, 0.0..105.0)?;
        chart
            .configure_mesh()
            .x_desc("legal moves")
            .y_desc("% kept")
            .draw()?;
        for (index, result) in results.iter().enumerate() {
            let color = COLORS[index % COLORS.len()];
            let points: Vec<_> = result
                .buckets
                .iter()
                .map(|b| (middle(b), 100.0 * b.share.value))
                .collect();
            chart
                .draw_series(LineSeries::new(points.clone(), color.stroke_width(2)))?
                .label(escape(&result.player))
                .legend(move |(x, y)| {
                    PathElement::new(vec![(x, y), (x + 18, y)], color.stroke_width(3))
                });
            chart.draw_series(
                points
                    .into_iter()
                    .map(|p| Circle::new(p, 4, color.filled())),
            )?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .draw()?;
        root.present()?;
    }
    Ok(svg)
}
