//! One job at a time: fetched, kept alive by progress acks, done on a thread of its own, answered.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use tokio::task::JoinHandle;

use super::Worker;
use super::tasks::{Desk, Done};
use crate::failure::{Failure, one_line};
use crate::output;
use crate::queue::{FACTS, JOBS, PIECE_BYTES, bytes_of};
use crate::wire::{Answer, Job, Outcome, Run, is_token};

/// How long the server holds a request for a job while there is none.
const PATIENCE: Duration = Duration::from_secs(5);
/// The same where jobs of several runs are asked for in turn.
const TURN: Duration = Duration::from_millis(200);
/// A job that was delivered so often and never answered has ended every worker that took it.
const MOST_DELIVERIES: i64 = 60;
/// After so long without facts of others they are asked for anew: the consumer may have gone with the server.
const SILENCE: Duration = Duration::from_secs(15);
/// How soon a job that is for another worker is offered again.
const NOT_MINE: Duration = Duration::from_millis(500);
/// How long the last words to the server may take.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The slot's view of a run: where its jobs come from, and what others have proven.
struct Seat {
    consumer: PullConsumer,
    epoch: u32,
    desk: Desk,
    facts: Option<Facts>,
}

/// Facts of others as they come.
struct Facts {
    received: mpsc::Receiver<bytes::Bytes>,
    reading: JoinHandle<()>,
}

impl Drop for Facts {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

/// Works until interrupted.
pub async fn work(worker: Arc<Worker>, number: usize) {
    let name = format!("{}-{number}", worker.name);
    let mut seats: HashMap<String, Seat> = HashMap::new();
    let mut turn = 0_usize;
    while !worker.interrupt.is_raised() {
        let runs = worker.joined.all();
        let is_over = |id: &String, _: &mut Seat| !runs.iter().any(|run| run.id == *id);
        let over: Vec<_> = seats.extract_if(is_over).collect();
        // Engines take a moment to end.
        tokio::task::spawn_blocking(move || drop(over));
        if runs.is_empty() {
            tokio::select! {
                () = worker.joined.changed() => {}
                () = worker.interrupt.raised() => {}
            }
            continue;
        }
        turn = (turn + 1) % runs.len();
        let patience = if runs.len() == 1 { PATIENCE } else { TURN };
        let run = &runs[turn];
        let Some(mut seat) = take_seat(&worker, run, &mut seats).await else {
            continue;
        };
        match fetch(&worker, &seat.consumer, patience).await {
            Ok(Some(message)) => {
                seat = answer(&worker, &name, run, seat, message).await;
                seats.insert(run.id.clone(), seat);
            }
            Ok(None) => {
                seats.insert(run.id.clone(), seat);
            }
            // The consumer is gone, with its run or with the server: ask anew.
            Err(()) => worker.joined.changed().await,
        }
    }
}

async fn take_seat(worker: &Worker, run: &Run, seats: &mut HashMap<String, Seat>) -> Option<Seat> {
    if let Some(seat) = seats.remove(&run.id) {
        return Some(seat);
    }
    let js = &worker.queue.js;
    let consumer = js.get_consumer_from_stream(run.id.clone(), JOBS).await;
    let Ok(consumer) = consumer else {
        worker.joined.changed().await;
        return None;
    };
    Some(Seat {
        consumer,
        epoch: u32::MAX,
        desk: Desk::default(),
        facts: None,
    })
}

/// A job, if there is one before long.
async fn fetch(
    worker: &Worker,
    consumer: &PullConsumer,
    patience: Duration,
) -> Result<Option<Message>, ()> {
    let wait = async {
        let batch = consumer.batch().max_messages(1).expires(patience);
        let mut batch = batch.messages().await.map_err(drop)?;
        match batch.next().await {
            Some(Ok(message)) => Ok(Some(message)),
            Some(Err(_)) => Err(()),
            None => Ok(None),
        }
    };
    tokio::select! {
        fetched = tokio::time::timeout(patience + LAST_WORDS, wait) => fetched.unwrap_or(Err(())),
        () = worker.interrupt.raised() => Ok(None),
    }
}

/// Does a job and answers it, whatever it is.
async fn answer(
    worker: &Arc<Worker>,
    name: &str,
    run: &Arc<Run>,
    mut seat: Seat,
    message: Message,
) -> Seat {
    let id = message.subject.rsplit('.').next().unwrap_or("").to_owned();
    let started = Instant::now();
    let job = match read(&message, &id) {
        Ok(job) => job,
        Err(text) => {
            output::note(&one_line(&format!(
                "refused job {id} of {}: {text}",
                run.id
            )));
            worker.figures.failed.fetch_add(1, Relaxed);
            let outcome = Outcome::Failed { text };
            hand_in(worker, run, &message, id, started, outcome).await;
            return seat;
        }
    };
    if job.not.as_deref() == Some(&worker.name) {
        let _lost = message.ack_with(AckKind::Nak(Some(NOT_MINE))).await;
        return seat;
    }
    if seat.epoch != job.epoch {
        seat.epoch = job.epoch;
        seat.desk = Desk::default();
        let has_facts = run.task.has_facts();
        seat.facts = has_facts.then(|| read_facts(worker, run, job.epoch, name));
    }
    worker.figures.busy.fetch_add(1, Relaxed);
    let (done, returned) = work_on(worker, run, seat, &job, &message).await;
    seat = returned;
    worker.figures.busy.fetch_sub(1, Relaxed);
    let outcome = match done {
        Done::Stopped => {
            let given_back = message.ack_with(AckKind::Nak(None));
            let _lost = tokio::time::timeout(LAST_WORDS, given_back).await;
            return seat;
        }
        Done::Outcome(outcome) => outcome,
        Done::Certificate(certificate) => {
            match send_pieces(worker, run, &job.id, &certificate).await {
                Ok(outcome) => outcome,
                Err(_) => return seat,
            }
        }
    };
    if let Outcome::Failed { text } = &outcome {
        output::note(&one_line(&format!("job {id} of {} failed: {text}", run.id)));
        worker.figures.failed.fetch_add(1, Relaxed);
    }
    tell_facts(worker, run, name, &mut seat).await;
    hand_in(worker, run, &message, id, started, outcome).await;
    worker.figures.done.fetch_add(1, Relaxed);
    seat
}

fn read(message: &Message, id: &str) -> Result<Job, String> {
    let job: Job = serde_json::from_slice(&message.payload)
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if job.id != id || !is_token(id) {
        return Err("its name is another one than its subject's".to_owned());
    }
    match message.info() {
        Ok(info) if info.delivered > MOST_DELIVERIES => Err(format!(
            "it was given out {} times, and no worker lived to answer it",
            info.delivered - 1
        )),
        _ => Ok(job),
    }
}

/// The work itself, while the server is told that it goes on.
async fn work_on(
    worker: &Arc<Worker>,
    run: &Arc<Run>,
    mut seat: Seat,
    job: &Job,
    message: &Message,
) -> (Done, Seat) {
    let stop = Arc::new(AtomicBool::new(false));
    let doing = {
        let (worker, run, stop) = (Arc::clone(worker), Arc::clone(run), Arc::clone(&stop));
        let work = job.work.clone();
        tokio::task::spawn_blocking(move || {
            let means = &worker.means;
            if let Some(facts) = &seat.facts {
                while let Ok(facts) = facts.received.try_recv() {
                    seat.desk.learn(&run, means, &facts);
                }
            }
            let done = seat.desk.work(&run, &work, means, &stop);
            (done, seat)
        })
    };
    tokio::pin!(doing);
    let mut clock = tokio::time::interval(Duration::from_secs_f64(run.ack_wait / 3.0));
    clock.tick().await;
    loop {
        tokio::select! {
            done = &mut doing => match done {
                Ok(done) => return done,
                Err(error) => std::panic::resume_unwind(error.into_panic()),
            },
            _ = clock.tick() => {
                let _lost = message.ack_with(AckKind::Progress).await;
            }
            () = no_longer_wanted(worker, run), if !stop.load(Relaxed) => stop.store(true, Relaxed),
        }
    }
}

/// Waits until the worker or the run ends.
async fn no_longer_wanted(worker: &Worker, run: &Run) {
    while !worker.interrupt.is_raised() && worker.joined.has(&run.id) {
        tokio::select! {
            () = worker.joined.changed() => {}
            () = worker.interrupt.raised() => {}
        }
    }
}

/// Reads the facts of others in the background.
fn read_facts(worker: &Arc<Worker>, run: &Run, epoch: u32, name: &str) -> Facts {
    let (send, received) = mpsc::channel();
    let subject = format!("narrows.facts.{}.{epoch}.*", run.id);
    let (worker, own) = (Arc::clone(worker), format!(".{name}"));
    let reading = tokio::spawn(async move {
        let mut last = 0;
        loop {
            let mut messages = worker.queue.read_from(FACTS, &subject, last + 1).await;
            while let Ok(Some(Ok(message))) = tokio::time::timeout(SILENCE, messages.next()).await {
                let sequence = message.info().map_or(0, |info| info.stream_sequence);
                // After a silence they are asked for anew.
                let is_old = sequence <= last;
                last = last.max(sequence);
                if is_old || message.subject.ends_with(&own) {
                    continue;
                }
                if send.send(message.payload.clone()).is_err() {
                    return;
                }
            }
        }
    });
    Facts { received, reading }
}

/// Tells others what was proven. If it is lost, somebody will prove it again.
async fn tell_facts(worker: &Worker, run: &Run, name: &str, seat: &mut Seat) {
    let subject = format!("narrows.facts.{}.{}.{name}", run.id, seat.epoch);
    for facts in seat.desk.take_facts(PIECE_BYTES) {
        let payload = bytes_of(facts);
        let _lost = worker.queue.client.publish(subject.clone(), payload).await;
    }
}

/// Sends a certificate in pieces, under a name of their own for each attempt.
async fn send_pieces(
    worker: &Worker,
    run: &Run,
    job: &str,
    certificate: &[u8],
) -> Result<Outcome, Failure> {
    let inbox = worker.queue.client.new_inbox();
    let attempt = inbox.rsplit('.').next().unwrap_or("attempt").to_owned();
    let mut pieces = 0;
    for piece in certificate.chunks(PIECE_BYTES) {
        let subject = format!("narrows.parts.{}.{job}.{attempt}.{pieces}", run.id);
        tokio::select! {
            sent = worker.queue.publish(&subject, piece.to_vec()) => drop(sent?),
            () = worker.interrupt.raised() => return Err(Failure::Interrupted(String::new())),
        }
        pieces += 1;
    }
    let nodes = 0;
    Ok(Outcome::Proved {
        attempt,
        pieces,
        nodes,
    })
}

/// Hands in an answer, and then takes the job off the queue: in this order nothing is lost, and what is done twice
/// counts once.
async fn hand_in(
    worker: &Worker,
    run: &Run,
    message: &Message,
    job: String,
    started: Instant,
    outcome: Outcome,
) {
    let answer = Answer {
        job,
        worker: worker.name.clone(),
        seconds: started.elapsed().as_secs_f64(),
        outcome,
    };
    let subject = format!("narrows.results.{}.{}", run.id, worker.name);
    let payload = serde_json::to_vec(&answer).unwrap_or_default();
    tokio::select! {
        _ = worker.queue.publish(&subject, payload) => {
            let _again = tokio::time::timeout(LAST_WORDS, message.double_ack()).await;
        }
        () = worker.interrupt.raised() => {}
    }
}
