//! The game so far: its record, every position of it, and who made each move.

use narrows_core::{AnyMove, AnyPosition, PlayError, Record};

use crate::seat::Seat;

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// A person.
    Person,
    /// The computer.
    Computer,
}

impl Maker {
    /// Who made the moves of a record, by the names of its players.
    pub(crate) fn named_in(record: &Record) -> Vec<Self> {
        // The players alternate from the player who moved first here.
        let mut mover = record.start().to_move();
        let makers = record.moves().iter().map(|_| {
            let maker = Self::of(Seat::from_name(&record.names[mover]));
            mover = mover.other();
            maker
        });
        makers.collect()
    }

    pub(crate) fn of(seat: Seat) -> Self {
        if seat.is_human() {
            Self::Person
        } else {
            Self::Computer
        }
    }
}

/// The game so far.
#[derive(Clone, Debug)]
pub struct History {
    record: Record,
    /// The positions after 0, 1, 2 … moves; never empty.
    positions: Vec<AnyPosition>,
    makers: Vec<Maker>,
}

impl History {
    /// A record and who made its moves; people made those that `makers` leaves out.
    pub fn new(record: Record, mut makers: Vec<Maker>) -> Self {
        makers.resize(record.moves().len(), Maker::Person);
        let mut position = record.start().clone();
        let mut positions = vec![position.clone()];
        for &next in record.moves() {
            // The moves of a record are legal.
            let _legal = position.play(next);
            positions.push(position.clone());
        }
        Self {
            record,
            positions,
            makers,
        }
    }

    pub fn record(&self) -> &Record {
        &self.record
    }

    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    pub fn makers(&self) -> &[Maker] {
        &self.makers
    }

    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.record.moves().len()
    }

    /// The position after so many moves; the last one if there are not so many.
    pub fn position(&self, ply: usize) -> &AnyPosition {
        &self.positions[ply.min(self.positions.len() - 1)]
    }

    /// The move that led to the position after so many moves.
    pub fn last_move(&self, ply: usize) -> Option<AnyMove> {
        let before = ply.checked_sub(1)?;
        self.record.moves().get(before).copied()
    }

    pub fn play(&mut self, play: AnyMove, maker: Maker) -> Result<(), PlayError<AnyMove>> {
        self.record.play(play)?;
        self.positions.push(self.record.position().clone());
        self.makers.push(maker);
        Ok(())
    }

    /// Takes moves back until so many are left.
    pub fn undo_to(&mut self, plies: usize) {
        while self.plies() > plies {
            self.record.undo();
        }
        self.positions.truncate(plies + 1);
        self.makers.truncate(plies);
    }

    /// The number of moves before the last move that a person made, if Undo may take that back: at most one
    /// move of the computer's follows it, the reply.
    pub fn undo_target(&self) -> Option<usize> {
        let ply = self
            .makers
            .iter()
            .rposition(|&maker| maker == Maker::Person)?;
        (self.plies() - ply <= 2).then_some(ply)
    }

    /// Whether a person has made a move.
    pub fn has_person_moved(&self) -> bool {
        self.makers.contains(&Maker::Person)
    }
}
