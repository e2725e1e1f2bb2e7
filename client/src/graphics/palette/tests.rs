//! Tests that texts are readable and owners distinguishable, on every background and with every
//! kind of color vision.

use super::*;

#[test]
fn text_on_every_fill_and_panel_can_be_read() {
    for palette in [&DARK, &LIGHT] {
        for owner in palette.owners {
            assert!(contrast(owner.on_fill, owner.fill) >= 4.5, "{owner:?}");
            assert!(contrast(owner.text, palette.panel) >= 4.5, "{owner:?}");
        }
        let texts = [
            palette.text,
            palette.quiet,
            palette.faint,
            palette.turn,
            palette.good,
            palette.bad,
        ];
        for text in texts {
            assert!(contrast(text, palette.panel) >= 4.5, "{text:?}");
            assert!(contrast(text, palette.ground) >= 4.5, "{text:?}");
        }
        assert!(contrast(palette.on_turn, palette.turn) >= 4.5);
    }
}

/// The expected differences are the pairs that Sharma, Wu and Dalal publish in table 1 of their
/// paper.
#[test]
fn the_difference_of_colors_is_that_of_the_paper() {
    let check = |one, other, expect: f64| {
        let found = ciede2000(one, other);
        assert!((found - expect).abs() < 0.000_1, "{found} is not {expect}");
    };
    check([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425);
    check([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669);
    check([50.0, 2.49, -0.001], [50.0, -2.49, 0.0011], 7.2195);
    check(
        [60.2574, -34.0099, 36.2677],
        [60.4626, -34.1751, 39.4387],
        1.2644,
    );
    check([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082);
}

#[test]
fn owners_are_told_apart_with_every_color_vision() {
    for (vision, matrix) in VISIONS {
        for colors in [ColorLevel::True, ColorLevel::Indexed] {
            let least = least_difference(FILLS.map(|it| as_seen(it, colors)), matrix);
            assert!(least >= 20.0, "{vision}, {colors:?}: {least:.1}");
        }
        // Dimmed places keep their marks; but their fills must stay different.
        let dimmed = FILLS.map(|it| it.dimmed(DARK.ground));
        let least = least_difference(dimmed, matrix);
        assert!(least >= 9.0, "{vision}, dimmed: {least:.1}");
    }
}

/// The color that a terminal shows for this one.
fn as_seen(color: Rgb, colors: ColorLevel) -> Rgb {
    rgb_of(color.shown(colors)).expect("a fill is never the ground of the terminal")
}

/// Kinds of color vision: the matrices of Machado, Oliveira and Fernandes at full severity.
const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
    (
        "normal",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "protan",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deutan",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritan",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

fn least_difference(colors: [Rgb; 4], matrix: [[f64; 3]; 3]) -> f64 {
    let seen = colors.map(|it| lab(through(linear(it), matrix)));
    let pairs = (0..4).flat_map(|one| (one + 1..4).map(move |other| (one, other)));
    pairs
        .map(|(one, other)| ciede2000(seen[one], seen[other]))
        .fold(f64::INFINITY, f64::min)
}

fn through(color: [f64; 3], matrix: [[f64; 3]; 3]) -> [f64; 3] {
    matrix.map(|row| {
        row.iter()
            .zip(color)
            .map(|(one, it)| one * it)
            .sum::<f64>()
            .clamp(0.0, 1.0)
    })
}

/// CIE L*a*b* of linear sRGB under D65.
fn lab(color: [f64; 3]) -> [f64; 3] {
    let xyz = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175],
        [0.019_333_9, 0.119_192, 0.950_304_1],
    ]
    .map(|row: [f64; 3]| row.iter().zip(color).map(|(one, it)| one * it).sum::<f64>());
    let white = [0.950_47, 1.0, 1.088_83];
    let [x, y, z] = [0, 1, 2].map(|at| {
        let it: f64 = xyz[at] / white[at];
        if it > 216.0 / 24389.0 {
            it.cbrt()
        } else {
            (24389.0 / 27.0 * it + 16.0) / 116.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[expect(
    clippy::many_single_char_names,
    reason = "they are the names of the paper"
)]
/// The formula of Sharma, Wu and Dalal, equations 2 to 22, with all weights 1.
fn ciede2000([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let seventh = |chroma: f64| (chroma.powi(7) / (chroma.powi(7) + 25.0_f64.powi(7))).sqrt();
    let g = 0.5 * (1.0 - seventh(f64::midpoint(a1.hypot(b1), a2.hypot(b2))));
    let (a1, a2) = ((1.0 + g) * a1, (1.0 + g) * a2);
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue = |a: f64, b: f64| {
        if a == 0.0 && b == 0.0 {
            0.0
        } else {
            b.atan2(a).to_degrees().rem_euclid(360.0)
        }
    };
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let gray = c1 * c2 == 0.0;
    let turn = if gray {
        0.0
    } else {
        (h2 - h1 + 180.0).rem_euclid(360.0) - 180.0
    };
    let (dl, dc) = (l2 - l1, c2 - c1);
    let dh = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin();
    let (l, c) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2));
    let h = match (h1 - h2).abs() {
        _ if gray => h1 + h2,
        ..=180.0 => f64::midpoint(h1, h2),
        _ if h1 + h2 < 360.0 => (h1 + h2 + 360.0) / 2.0,
        _ => (h1 + h2 - 360.0) / 2.0,
    };
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(h - 30.0) + 0.24 * cos(2.0 * h) + 0.32 * cos(3.0 * h + 6.0)
        - 0.2 * cos(4.0 * h - 63.0);
    let far = (l - 50.0).powi(2);
    let sl = 1.0 + 0.015 * far / (20.0 + far).sqrt();
    let (sc, sh) = (1.0 + 0.045 * c, 1.0 + 0.015 * c * t);
    let spread = 30.0 * (-((h - 275.0) / 25.0).powi(2)).exp();
    let rt = -2.0 * seventh(c) * (2.0 * spread).to_radians().sin();
    let (l, c, h) = (dl / sl, dc / sc, dh / sh);
    (l * l + c * c + h * h + rt * c * h).sqrt()
}

/// The contrast of two colors, from 1 to 21 (W3C: "Web Content Accessibility Guidelines (WCAG)
/// 2.2", "contrast ratio", 2023, <https://www.w3.org/TR/WCAG22/>).
fn contrast(one: Rgb, other: Rgb) -> f64 {
    let [one, other] = [one, other].map(luminance);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(color: Rgb) -> f64 {
    let [red, green, blue] = linear(color);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The parts of a color as linear light, each from 0 to 1.
fn linear(color: Rgb) -> [f64; 3] {
    [color.0, color.1, color.2].map(|it| {
        let it = f64::from(it) / 255.0;
        if it <= 0.040_45 {
            it / 12.92
        } else {
            ((it + 0.055) / 1.055).powf(2.4)
        }
    })
}

#[test]
fn a_remembered_color_is_the_one_that_was_looked_for() {
    // More colors than the table has places, so that colors replace each other; asked twice.
    let colors = (0..=0x00FF_FFFF_u32).step_by(1_021).map(|it| {
        let [_, red, green, blue] = it.to_be_bytes();
        Rgb(red, green, blue)
    });
    for color in colors {
        let nearest = Color::Indexed(color.nearest_indexed());
        for _ in 0..2 {
            assert_eq!(color.shown(ColorLevel::Indexed), nearest, "{color:?}");
        }
    }
}
