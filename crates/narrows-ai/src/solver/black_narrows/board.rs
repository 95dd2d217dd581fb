//! What the search asks of a board: words of a grid ([`WordBoard`]) or a graph
//! ([`GraphBoard`](super::graph::GraphBoard)).

use super::key::{Frame, Key};
use crate::solver::board::{Cells, WordBoard, image};

/// A board; sets of cells are words.
pub(crate) trait Board: Sync {
    /// Sets of its cells.
    type Cells: Cells;

    /// All cells.
    fn full(&self) -> Self::Cells;

    /// The cells with a neighbour in `x`. May reach outside the board: mask the result.
    fn neighbours(&self, x: Self::Cells) -> Self::Cells;

    /// The cells of `within` connected to `seed`, which must be a subset of it.
    fn flood(&self, seed: Self::Cells, within: Self::Cells) -> Self::Cells;

    /// Like [`flood`](Self::flood), but stops as soon as all of `targets` is reached.
    fn flood_until(
        &self,
        seed: Self::Cells,
        within: Self::Cells,
        targets: Self::Cells,
    ) -> Self::Cells;

    /// The cells of `among` with exactly one neighbour in `x`.
    fn with_one_neighbour(&self, x: Self::Cells, among: Self::Cells) -> Self::Cells;

    /// The cells of `among` that may be cut points of `x` if it is connected (L4), or more.
    fn maybe_cut_points(&self, x: Self::Cells, among: Self::Cells) -> Self::Cells;

    /// The number of symmetries of the whole board.
    fn board_images(&self) -> u32;

    /// The image of a set under one of these symmetries; number 0 leaves it as it is.
    fn board_image(&self, x: Self::Cells, code: u32) -> Self::Cells;

    /// Tells apart the boards on which the same words mean different things.
    fn tag(&self) -> u64;

    /// The key of everything that does not change in a game on this board.
    fn whole_key(&self) -> Key;

    /// The key of a set's image under a symmetry of the whole board.
    fn image_key(&self, x: Self::Cells, code: u32, tag: u64) -> Key;

    /// A part's live points where they are compared with those of other parts.
    fn frame(&self, live: Self::Cells) -> Frame;

    /// The key of a subset of a part's live points under one of the frame's symmetries.
    fn framed_key(&self, frame: &Frame, x: Self::Cells, code: u32, tag: u64) -> Key;

    /// The key of all live points of a part, then such a subset.
    fn framed_pair(
        &self,
        frame: &Frame,
        live: Self::Cells,
        x: Self::Cells,
        code: u32,
        tag: u64,
    ) -> Key;
}

impl<const S: usize> Board for WordBoard<S> {
    type Cells = u64;

    #[inline(always)]
    fn full(&self) -> u64 {
        self.full()
    }

    #[inline(always)]
    fn neighbours(&self, x: u64) -> u64 {
        self.neighbours(x)
    }

    #[inline(always)]
    fn flood(&self, seed: u64, within: u64) -> u64 {
        self.flood(seed, within)
    }

    #[inline(always)]
    fn flood_until(&self, seed: u64, within: u64, targets: u64) -> u64 {
        self.flood_until(seed, within, targets)
    }

    #[inline(always)]
    fn with_one_neighbour(&self, x: u64, among: u64) -> u64 {
        self.with_one_neighbour(x) & among
    }

    #[inline(always)]
    fn maybe_cut_points(&self, x: u64, among: u64) -> u64 {
        self.with_two_arcs(x) & among
    }

    #[inline(always)]
    fn board_images(&self) -> u32 {
        self.board_images()
    }

    #[inline(always)]
    fn board_image(&self, x: u64, code: u32) -> u64 {
        self.board_image(x, code)
    }

    #[inline(always)]
    fn tag(&self) -> u64 {
        u64::from(self.stride())
    }

    #[inline(always)]
    fn whole_key(&self) -> Key {
        Key::of(self.full(), 0)
    }

    #[inline(always)]
    fn image_key(&self, x: u64, code: u32, tag: u64) -> Key {
        Key::of(self.board_image(x, code), tag)
    }

    #[inline(always)]
    fn frame(&self, live: u64) -> Frame {
        Frame::least(self, live)
    }

    #[inline(always)]
    fn framed_key(&self, frame: &Frame, x: u64, code: u32, tag: u64) -> Key {
        Key::of(frame.image::<S>(x, code, self.stride()), tag)
    }

    #[inline(always)]
    fn framed_pair(&self, frame: &Frame, _live: u64, x: u64, code: u32, tag: u64) -> Key {
        Key::of(frame.live, tag).then(frame.image::<S>(x, code, self.stride()))
    }
}

impl Frame {
    /// The frame of a part of a board of words, which may be moved and turned at will.
    #[inline(always)]
    fn least<const S: usize>(board: &WordBoard<S>, live: u64) -> Frame {
        let (shift, width, height) = board.bounds(live);
        let corner = live >> shift;
        let mut frame = Frame {
            live: corner,
            codes: 1,
            shift,
            width,
            height,
        };
        for code in 1..board.part_images() {
            let next = image::<S>(corner, code, width, height, board.stride());
            if next < frame.live {
                (frame.live, frame.codes) = (next, 1 << code);
            } else if next == frame.live {
                frame.codes |= 1 << code;
            }
        }
        frame
    }

    #[inline(always)]
    fn image<const S: usize>(&self, x: u64, code: u32, stride: u32) -> u64 {
        image::<S>(x >> self.shift, code, self.width, self.height, stride)
    }
}
