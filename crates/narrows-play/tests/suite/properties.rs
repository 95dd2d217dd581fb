//! What holds after any inputs in any order.

use narrows_core::{AnyMove, AnyPosition, GameKind, Pie};
use narrows_play::{Effect, Input, Maker, Seat, Session, Step, Target, Thought, Ticket};
use proptest::prelude::*;

use crate::support::game;

#[derive(Clone, Debug)]
enum Deed {
    Tap(usize),
    Between,
    Off,
    Legal(usize),
    Answer(usize),
    Stale,
    Seats(usize, usize),
    Step(usize),
    Other(usize),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => (0usize..40).prop_map(Deed::Tap),
        1 => Just(Deed::Between),
        1 => Just(Deed::Off),
        3 => any::<usize>().prop_map(Deed::Legal),
        4 => any::<usize>().prop_map(Deed::Answer),
        1 => Just(Deed::Stale),
        1 => (0usize..7, 0usize..7).prop_map(|(first, second)| Deed::Seats(first, second)),
        2 => (0usize..9).prop_map(Deed::Step),
        6 => (0usize..13).prop_map(Deed::Other),
    ]
}

fn pick(position: &AnyPosition, number: usize) -> Option<AnyMove> {
    let moves = position.legal_moves();
    moves.get(number.checked_rem(moves.len())?).copied()
}

fn input(deed: &Deed, session: &Session, kind: GameKind, size: &str) -> Input {
    let seat = |number: usize| Seat::all().nth(number).unwrap();
    let ticket = session
        .thinking()
        .map_or(Ticket(0), |thinking| thinking.ticket);
    let answer = |number| Thought::new(pick(session.position(), number));
    match *deed {
        // Some of these lie beside the board.
        Deed::Tap(number) => Input::Tap(Target::Point(
            narrows_core::Point::from_indices((number % 7) as u8, (number / 7) as u8).unwrap(),
        )),
        Deed::Between => Input::Tap(Target::Between),
        Deed::Off => Input::Tap(Target::Off),
        Deed::Legal(number) => match pick(session.position(), number) {
            Some(play) => Input::Play(play),
            None => Input::Begin,
        },
        Deed::Answer(number) => Input::Answer {
            ticket,
            answer: answer(number),
        },
        Deed::Stale => Input::Answer {
            ticket: Ticket(ticket.0.wrapping_sub(1)),
            answer: answer(0),
        },
        Deed::Seats(first, second) => Input::Seats(narrows_core::ByPlayer {
            first: seat(first),
            second: seat(second),
        }),
        Deed::Step(number) => Input::Step(match number {
            0 => Step::First,
            1 | 2 => Step::Back,
            3 => Step::Forward,
            4 | 5 => Step::Last,
            number => Step::To(number),
        }),
        Deed::Other(number) => match number {
            0 | 1 => Input::Confirm,
            2 => Input::Cancel,
            3 | 4 => Input::Undo,
            5 => Input::TakeOver,
            6 => Input::Stay,
            7 => Input::Hint,
            8 => Input::Stop,
            9 => Input::GoOn,
            10 => Input::SetConfirm(session.view().ply.is_multiple_of(2)),
            11 => Input::SetMarking(session.view().ply.is_multiple_of(2)),
            _ => Input::NewGame(Box::new(game(kind, size, "human 2", Pie::On))),
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_inputs_keep_the_session_whole(
        narrows in any::<bool>(),
        deeds in prop::collection::vec(deed(), 1..80),
    ) {
        let (kind, size) = if narrows { (GameKind::Narrows, "4x3") } else { (GameKind::BlackNarrows, "5x4") };
        let mut session = Session::new(game(kind, size, "human 3", Pie::On));
        for deed in &deeds {
            let before = session.clone();
            let input = input(deed, &session, kind, size);
            let effects = session.handle(input.clone());
            check(&before, &input, &session, &effects)?;
        }
    }
}

fn check(
    before: &Session,
    input: &Input,
    session: &Session,
    effects: &[Effect],
) -> Result<(), TestCaseError> {
    let view = session.view();
    prop_assert_eq!(view.plies, session.record().moves().len());
    prop_assert_eq!(session.makers().len(), view.plies);
    prop_assert_eq!(
        &session.record().position_at(view.ply),
        session.shown_position()
    );
    // What waits is legal, and only where a person may move.
    if let Some(waiting) = view.waiting {
        prop_assert!(session.position().why_illegal(waiting).is_none());
        prop_assert!(session.is_persons_turn() && session.confirm_is_on());
    }
    // A level is asked exactly when it may move.
    let is_levels = matches!(session.mover(), Some(Seat::Level(_)));
    let waits = session.is_stopped() || session.asks_to_discard();
    prop_assert_eq!(
        session
            .thinking()
            .is_some_and(|thinking| thinking.purpose == narrows_play::Purpose::Move),
        is_levels && !waits
    );
    // Whatever changed the moves is saved.
    if before.record().moves() != session.record().moves() {
        prop_assert!(effects.contains(&Effect::Save));
    }
    if *input == Input::Undo {
        check_undo(before, session)?;
    }
    // Every sentence is one.
    for effect in effects {
        if let Effect::Say(text) = effect {
            prop_assert!(
                text.ends_with(['.', '?']) && !text.contains("  "),
                "{}",
                text
            );
        }
    }
    prop_assert!(!view.status.text.is_empty());
    for point in view.size.iter() {
        prop_assert!(session.label(&view, point).starts_with(&point.to_string()));
    }
    Ok(())
}

/// Undo takes back exactly one move of a person's, and at most one reply of the computer's.
fn check_undo(before: &Session, session: &Session) -> Result<(), TestCaseError> {
    let taken = &before.makers()[session.makers().len()..];
    prop_assert!(
        matches!(
            taken,
            [] | [Maker::Person] | [Maker::Person, Maker::Computer]
        ),
        "{:?}",
        taken
    );
    if !taken.is_empty() {
        prop_assert!(before.can_undo());
    } else if before.can_undo() {
        prop_assert!(before.view().waiting.is_some());
    }
    Ok(())
}
