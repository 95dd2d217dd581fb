//! Plots as SVG.

use plotters::prelude::*;

use crate::accuracy::{Accuracy, AccuracyBucket};
use crate::plan::Forfeits;
use crate::stats::{Comparison, PairCounts};
use crate::{GameRecord, Summary};

/// Narrow enough for the labels to be read on a telephone.
const WIDTH: u32 = 520;
/// No game lasts longer: 26 x 26 points and an exchange.
const MOST_PLIES: usize = 677;

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

/// A picture, or why there is none.
pub(super) type Plot = Result<String, Box<dyn std::error::Error>>;

pub(super) fn running_elo(games: &[GameRecord], forfeits: Forfeits) -> Plot {
    let mut counts = PairCounts::default();
    let mut points = Vec::new();
    let counted = |g: &&GameRecord| forfeits == Forfeits::Count || !g.ending.is_forfeit();
    let ordered: Vec<&GameRecord> = games.iter().filter(counted).collect();
    let pairs: Vec<_> = ordered
        .windows(2)
        .filter(|w| w[0].pair == w[1].pair)
        .collect();
    // Two hundred points are as many as one can see.
    let step = pairs.len().div_ceil(200).max(1);
    for (number, pair) in (1..).zip(&pairs) {
        let won = |g: &GameRecord| u8::from(g.won_by(0));
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
        let root = SVGBackend::with_string(&mut svg, (WIDTH, 300)).into_drawing_area();
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

pub(super) fn rating_plot(summary: &Summary) -> Plot {
    let list = summary
        .ratings
        .as_ref()
        .map(|r| r.players.as_slice())
        .unwrap_or_default();
    let low = list.iter().map(|p| p.elo.low).fold(0.0, f64::min) - 30.0;
    let high = list.iter().map(|p| p.elo.high).fold(0.0, f64::max) + 30.0;
    let mut svg = String::new();
    {
        let rows = u32::try_from(list.len()).unwrap_or(u32::MAX);
        let height = rows.saturating_mul(36).saturating_add(80);
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
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
                name,
                (line.elo.low, y + 0.42),
                ("sans-serif", 14).into_font(),
            )])?;
        }
        root.present()?;
    }
    Ok(svg)
}

pub(super) fn lengths(games: &[GameRecord]) -> Plot {
    histogram(&games.iter().map(|g| g.moves.len()).collect::<Vec<_>>())
}

pub(super) fn histogram(values: &[usize]) -> Plot {
    let least = values.iter().copied().min().unwrap_or(0);
    let most = values.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0u64; (most - least).min(MOST_PLIES) + 1];
    for &value in values {
        counts[(value - least).min(MOST_PLIES)] += 1;
    }
    let top = counts.iter().copied().max().unwrap_or(1) as f64;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, 260)).into_drawing_area();
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

pub(super) fn accuracy_plot(results: &[Accuracy]) -> Plot {
    let most = results
        .iter()
        .flat_map(|r| &r.buckets)
        .map(|b| b.legal_to)
        .max()
        .unwrap_or(1);
    let middle = |b: &AccuracyBucket| (b.legal_from + b.legal_to) as f64 / 2.0;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, 340)).into_drawing_area();
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
                .label(result.player.clone())
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
