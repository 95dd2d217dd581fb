//! What is told every second, without a stream: the latest of everybody who is still telling.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use tokio::task::JoinHandle;

use crate::queue::Queue;
use crate::wire::{Beat, Status};

/// Who was silent for so long is gone.
pub const SILENCE: Duration = Duration::from_secs(5);
/// Of more senders at a time than these nothing is kept: any name can be claimed.
const MOST_SENDERS: usize = 10_000;

/// What somebody tells of himself.
pub trait Told: DeserializeOwned + Clone + Send + 'static {
    /// The last token of its subject.
    fn name(&self) -> &str;
}

impl Told for Beat {
    fn name(&self) -> &str {
        &self.worker
    }
}

impl Told for Status {
    fn name(&self) -> &str {
        &self.run
    }
}

/// What was heard last of each sender. Clones share it.
#[derive(Clone)]
pub struct Heard<T> {
    last: Arc<Mutex<HashMap<String, (T, Instant)>>>,
}

impl<T> Default for Heard<T> {
    fn default() -> Self {
        Self {
            last: Arc::default(),
        }
    }
}

impl<T: Told> Heard<T> {
    /// Listens under a subject in the background. What is garbled, or says that it is from somebody else, is ignored.
    pub async fn listen(&self, queue: &Queue, subject: &'static str) -> JoinHandle<()> {
        let mut messages = queue.insist(|| queue.client.subscribe(subject)).await;
        let heard = self.clone();
        tokio::spawn(async move {
            while let Some(message) = messages.next().await {
                heard.take(&message.subject, &message.payload);
            }
        })
    }

    /// What was told in the last seconds, by name.
    pub fn there(&self) -> Vec<T> {
        let last = self.locked();
        let there = last.values().filter(|(_, at)| at.elapsed() < SILENCE);
        let mut there: Vec<_> = there.map(|(told, _)| told.clone()).collect();
        there.sort_by(|a, b| a.name().cmp(b.name()));
        there
    }

    fn take(&self, subject: &str, payload: &[u8]) {
        let Ok(told) = serde_json::from_slice::<T>(payload) else {
            return;
        };
        if subject.rsplit('.').next() != Some(told.name()) {
            return;
        }
        let mut last = self.locked();
        last.retain(|_, (_, at)| at.elapsed() < SILENCE);
        if last.len() < MOST_SENDERS || last.contains_key(told.name()) {
            last.insert(told.name().to_owned(), (told, Instant::now()));
        }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<String, (T, Instant)>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_each_sender_counts_and_nothing_else() {
        let heard = Heard::<Beat>::default();
        let beat = |worker: &str, done: u64| {
            let beat = Beat {
                worker: worker.to_owned(),
                version: "1".to_owned(),
                threads: 1,
                speed: 2.0,
                busy: 0,
                done,
                failed: 0,
            };
            serde_json::to_vec(&beat).unwrap()
        };
        heard.take("narrows.workers.b", &beat("b", 1));
        heard.take("narrows.workers.a", &beat("a", 2));
        heard.take("narrows.workers.a", &beat("a", 3));
        heard.take("narrows.workers.c", &beat("a", 4));
        heard.take("narrows.workers.d", b"{\"worker\":\"d\"");
        let told: Vec<_> = heard.there().iter().map(|beat| beat.done).collect();
        assert_eq!(told, [3, 1]);
    }
}
