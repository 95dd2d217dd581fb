//! Where messages go: the streams, subjects and buckets, and the connection.
//!
//! | stream | subjects | holds |
//! |---|---|---|
//! | `narrows_jobs` | `narrows.jobs.RUN.JOB` | jobs until they are done; one message a job |
//! | `narrows_results` | `narrows.results.RUN.WORKER` | answers until the coordinator has kept them |
//! | `narrows_facts` | `narrows.facts.RUN.EPOCH.WORKER` | proven results that every worker believes |
//! | `narrows_parts` | `narrows.parts.RUN.JOB.ATTEMPT.PIECE` | certificates in pieces |
//! | bucket `narrows_runs` | key `RUN` | what runs there are |
//! | bucket `narrows_run_RUN` | a key for each fact | what a run knows: a coordinator resumes from it |
//!
//! Without a stream: `narrows.workers.WORKER` and `narrows.status.RUN`, told every second.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::{Ordered, OrderedConfig};
use async_nats::jetstream::context::{ContextBuilder, KeyValueErrorKind, PublishErrorKind};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{Context, kv};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event};
use narrows_arena::files::Input;

use crate::args::ServerArgs;
use crate::failure::Failure;
use crate::output;

/// The stream of jobs.
pub const JOBS: &str = "narrows_jobs";
/// The stream of answers.
pub const RESULTS: &str = "narrows_results";
/// The stream of facts.
pub const FACTS: &str = "narrows_facts";
/// The stream of certificates.
pub const PARTS: &str = "narrows_parts";
/// The bucket of runs.
pub const RUNS: &str = "narrows_runs";
/// Where workers tell how they are.
pub const BEATS: &str = "narrows.workers.*";
/// Where coordinators tell how runs stand.
pub const STATUSES: &str = "narrows.status.*";
/// The largest piece of facts or certificates: well below the server's usual limit of 1 MiB.
pub const PIECE_BYTES: usize = 256 << 10;
/// The server's code for "there is such a message already".
const ONE_PER_SUBJECT: &str = "maximum messages per subject exceeded";

/// What the server does not answer within this time it did not get.
const ANSWERED: Duration = Duration::from_secs(3);
/// Between two attempts at what the server did not answer.
const PAUSE: Duration = Duration::from_millis(250);

/// A server that was away may fail for so long after it is back, until its storage is open.
const UNSETTLED: Duration = Duration::from_secs(15);

/// A connection to the server.
#[derive(Clone, Debug)]
pub struct Queue {
    /// The connection.
    pub client: Client,
    /// Its JetStream.
    pub js: Context,
    /// When the server was last seen to be away.
    lost: Lost,
}

#[derive(Clone, Debug, Default)]
struct Lost(Arc<Mutex<Option<Instant>>>);

impl Lost {
    fn now(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn is_recent(&self) -> bool {
        let lost = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lost.is_some_and(|lost| lost.elapsed() < UNSETTLED)
    }
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// It is stored.
    Stored,
    /// A message of the same subject was there.
    Already,
}

/// Keys and certificates are shorter.
const MOST_KEY_BYTES: u64 = 4 << 20;

/// Reads a file with keys.
fn read_keys(option: &str, path: &Path) -> Result<String, Failure> {
    let text =
        Input::open(path).and_then(|input| input.read_text("a file of keys", MOST_KEY_BYTES));
    text.map_err(|error| Failure::of_file(&format!("{option} "), &error))
}

/// Looks at a file of certificates, which the client reads at every connection.
fn check_certificates(path: &Path) -> Result<(), Failure> {
    let wrong = |problem| Failure::usage(format!("--tls-ca {}: {problem}", path.display()));
    if std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return Err(wrong("not a regular file, so it cannot be read again"));
    }
    match read_keys("--tls-ca", path)?.contains("-----BEGIN CERTIFICATE-----") {
        true => Ok(()),
        false => Err(wrong("no certificate (PEM) in it")),
    }
}

impl Queue {
    /// Connects. Whatever is lost later is connected again.
    pub async fn connect(args: &ServerArgs, name: &str) -> Result<Self, Failure> {
        let url = &args.nats;
        let lost = Lost::default();
        let losses = lost.clone();
        let mut options = ConnectOptions::new()
            .name(name)
            .max_reconnects(None)
            .ping_interval(Duration::from_secs(10))
            .connection_timeout(Duration::from_secs(5))
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis(100 * attempts.min(20) as u64)
            })
            .event_callback(move |event| {
                if event == Event::Disconnected {
                    losses.now();
                }
                async move { tell(&event) }
            });
        if let Some(path) = &args.nkey {
            let seed = read_keys("--nkey", path)?;
            // The file may have comments and keys of other kinds, as `nk` writes them.
            let seed = seed
                .lines()
                .map(str::trim)
                .find(|line| line.starts_with("SU"));
            let seed = seed.ok_or_else(|| {
                Failure::usage(format!("--nkey {}: no seed (SU…) in it", path.display()))
            })?;
            options = options.nkey(seed.to_owned());
        }
        if let Some(path) = &args.credentials {
            let text = read_keys("--credentials", path)?;
            options = options.credentials(&text).map_err(|error| {
                Failure::usage(format!("--credentials {}: {error}", path.display()))
            })?;
        }
        if let Some(path) = &args.tls_ca {
            check_certificates(path)?;
            options = options
                .add_root_certificates(path.clone())
                .require_tls(true);
        }
        let mut attempts = 0;
        let client = loop {
            match options.clone().connect(url).await {
                Ok(client) => break client,
                // A server that is just starting resets connections.
                Err(error) if error.kind() == ConnectErrorKind::Io && attempts < 8 => {
                    attempts += 1;
                    lost.now();
                    tokio::time::sleep(PAUSE).await;
                }
                Err(error) => {
                    let message = format!("--nats {url}: {}", causes(&error));
                    return Err(match error.kind() {
                        ConnectErrorKind::ServerParse => Failure::usage(message),
                        _ => Failure::could_not(message),
                    });
                }
            }
        };
        // The usual half a minute for an ack is a long silence after a server was killed.
        let js = ContextBuilder::new()
            .timeout(ANSWERED)
            .ack_timeout(ANSWERED)
            .build(client.clone());
        Ok(Self { client, js, lost })
    }

    /// Makes the streams that are not there yet.
    pub async fn prepare(&self) -> Result<(), Failure> {
        let stream = |name: &str, subject: &str| Config {
            name: name.to_owned(),
            subjects: vec![subject.to_owned()],
            storage: StorageType::File,
            ..Config::default()
        };
        let jobs = Config {
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            max_messages_per_subject: 1,
            discard_new_per_subject: true,
            ..stream(JOBS, "narrows.jobs.*.*")
        };
        let facts = Config {
            // Old facts can be found again; a disk that is full stops everything.
            max_bytes: 8 << 30,
            allow_direct: true,
            ..stream(FACTS, "narrows.facts.*.*.*")
        };
        let parts = Config {
            allow_direct: true,
            ..stream(PARTS, "narrows.parts.*.*.*.*")
        };
        for config in [jobs, stream(RESULTS, "narrows.results.*.*"), facts, parts] {
            let name = config.name.clone();
            self.js
                .get_or_create_stream(config)
                .await
                .map_err(|error| {
                    Failure::could_not(format!("cannot make the stream {name}: {}", causes(&error)))
                })?;
        }
        self.bucket(RUNS).await.map(drop)
    }

    /// A bucket, made if it is not there yet.
    pub async fn bucket(&self, name: &str) -> Result<kv::Store, Failure> {
        if let Ok(store) = self.js.get_key_value(name).await {
            return Ok(store);
        }
        // Not `create_key_value`: it first asks for figures that servers before 2.10 do not give.
        let config = Config {
            name: format!("KV_{name}"),
            subjects: vec![format!("$KV.{name}.>")],
            storage: StorageType::File,
            discard: DiscardPolicy::New,
            max_messages_per_subject: 1,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            ..Config::default()
        };
        let failed = |error: &dyn std::error::Error| {
            Failure::could_not(format!("cannot make the bucket {name}: {}", causes(error)))
        };
        let made = self.js.get_or_create_stream(config).await;
        made.map_err(|error| failed(&error))?;
        let bucket = self.js.get_key_value(name).await;
        bucket.map_err(|error| failed(&error))
    }

    /// A bucket that must be there; `None` if it is not.
    pub async fn existing_bucket(&self, name: &str) -> Result<Option<kv::Store>, Failure> {
        match self.js.get_key_value(name).await {
            Ok(store) => Ok(Some(store)),
            Err(error) if error.kind() == KeyValueErrorKind::GetBucket => Ok(None),
            Err(error) => Err(Failure::could_not(format!(
                "cannot open the bucket {name}: {}",
                causes(&error)
            ))),
        }
    }

    /// Publishes and waits until it is stored, however long the server is away.
    pub async fn publish(&self, subject: &str, payload: Vec<u8>) -> Result<Published, Failure> {
        let payload = bytes_of(payload);
        loop {
            let sent = self.js.publish(subject.to_owned(), payload.clone()).await;
            let stored = match sent {
                Ok(ack) => ack.await.map(drop),
                Err(error) => Err(error),
            };
            match stored {
                Ok(()) => return Ok(Published::Stored),
                Err(error) if causes(&error).contains(ONE_PER_SUBJECT) => {
                    return Ok(Published::Already);
                }
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                    return Err(Failure::could_not(format!(
                        "a message of {} bytes is more than the server takes; raise its max_payload",
                        payload.len()
                    )));
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Calls something of the server again if it fails while the server comes back.
    pub async fn retry<T, E, F>(&self, mut call: impl FnMut() -> F) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        loop {
            let result = call().await;
            let is_settled =
                self.client.connection_state() == State::Connected && !self.lost.is_recent();
            if result.is_ok() || is_settled {
                return result;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Calls something of the server until it answers.
    pub async fn insist<T, E, F>(&self, mut call: impl FnMut() -> F) -> T
    where
        F: Future<Output = Result<T, E>>,
    {
        loop {
            match call().await {
                Ok(value) => return value,
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Everything under a subject of a stream from a sequence number on, in order, and what comes later.
    ///
    /// A consumer that was lost with its server tells nobody: who reads should ask anew after some silence.
    pub async fn read_from(&self, stream: &str, subject: &str, sequence: u64) -> Ordered {
        self.insist(|| async {
            let stream: Stream<()> = self
                .js
                .get_stream_no_info(stream)
                .await
                .map_err(|error| causes(&error))?;
            let config = OrderedConfig {
                filter_subject: subject.to_owned(),
                deliver_policy: DeliverPolicy::ByStartSequence {
                    start_sequence: sequence.max(1),
                },
                ..OrderedConfig::default()
            };
            let consumer = stream.create_consumer(config).await;
            let consumer = consumer.map_err(|error| causes(&error))?;
            consumer.messages().await.map_err(|error| causes(&error))
        })
        .await
    }
}

/// Bytes as the client takes them.
pub fn bytes_of(payload: Vec<u8>) -> bytes::Bytes {
    payload.into()
}

/// An error with what caused it, on one line.
pub fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let next_text = next.to_string();
        if !text.contains(&next_text) {
            text = format!("{text}: {next_text}");
        }
        cause = next.source();
    }
    text
}

/// What people should know of the connection.
fn tell(event: &Event) {
    match event {
        Event::Disconnected => output::note("the server is gone; trying again until it is back"),
        Event::ServerError(error) => output::note(&format!("the server refuses: {error}")),
        _ => {}
    }
}
