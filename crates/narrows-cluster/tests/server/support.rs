//! Servers, workers and coordinators as processes, and a client that listens to what they tell each other.

use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use futures_util::StreamExt as _;

/// Nothing here takes so long; what does has hung.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A folder of its own for each server, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("narrows-cluster-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

/// A nats-server with JetStream in a folder.
pub struct Server {
    pub folder: Folder,
    pub port: u16,
    config: Option<PathBuf>,
    process: Child,
}

impl Server {
    pub fn start() -> Self {
        Self::in_folder(Folder::new(), |_, _| None)
    }

    /// A server with a configuration that is written into its folder.
    pub fn in_folder(folder: Folder, config: impl FnOnce(&Path, u16) -> Option<PathBuf>) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let config = config(&folder.0, port);
        let process = spawn(&folder.0, port, config.as_deref());
        Self {
            folder,
            port,
            config,
            process,
        }
    }

    /// Ends it without any warning, and starts it again on what it had written.
    pub fn kill_and_restart(&mut self) {
        self.kill();
        self.process = spawn(&self.folder.0, self.port, self.config.as_deref());
    }

    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn worker(&self) -> Process {
        self.run(&["worker", "--threads", "1", "--memory", "32"])
    }

    /// Ends a worker without any warning, and starts another one in its place.
    pub fn kill_worker(&self, worker: &mut Process) {
        worker.kill();
        *worker = self.worker();
    }

    pub fn run(&self, args: &[&str]) -> Process {
        let url = self.url();
        Process::start(&[args, &["--nats", &url]].concat())
    }

    pub async fn client(&self) -> async_nats::Client {
        async_nats::connect(self.url()).await.unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _gone = self.process.kill();
        let _gone = self.process.wait();
    }
}

fn spawn(folder: &Path, port: u16, config: Option<&Path>) -> Child {
    let mut command = Command::new("nats-server");
    command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"]);
    command.arg(folder.join("jetstream"));
    if let Some(config) = config {
        command.arg("-c").arg(config);
    }
    let log = folder.join("server.log");
    command.stdout(Stdio::null());
    command.stderr(std::fs::File::create(&log).unwrap());
    let mut process = command
        .spawn()
        .expect("these tests need nats-server (Debian's package of that name)");
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if let Some(status) = process.try_wait().unwrap() {
            let log = std::fs::read_to_string(&log).unwrap();
            panic!("nats-server ended with {status}: {log}");
        }
        std::thread::yield_now();
    }
    process
}

/// A process of ours, with the lines it writes to standard error as they come.
pub struct Process {
    child: Child,
    lines: Receiver<String>,
    output: Receiver<String>,
}

impl Process {
    pub fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_narrows-cluster"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (send, lines) = channel();
        read(child.stderr.take().unwrap(), send);
        let (send, output) = channel();
        read(child.stdout.take().unwrap(), send);
        Self {
            child,
            lines,
            output,
        }
    }

    /// Waits for a line on standard error with this in it.
    pub fn says(&self, part: &str) -> String {
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) if line.contains(part) => return line,
                Ok(line) => eprintln!("  {line}"),
                Err(error) => panic!("nobody says {part:?}: {error}"),
            }
        }
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Ctrl-C.
    pub fn interrupt(&self) {
        let id = i32::try_from(self.child.id()).unwrap();
        let id = rustix::process::Pid::from_raw(id).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    }

    /// The lines so far that nobody waited for.
    pub fn said(&self) -> String {
        self.lines.try_iter().collect::<Vec<_>>().join("\n")
    }

    /// Waits for the end; gives the status, standard output and the lines that nobody waited for.
    pub fn end(mut self) -> (ExitStatus, String, String) {
        let output: Vec<_> = self.output.iter().collect();
        let status = self.child.wait().unwrap();
        let lines: Vec<_> = self.lines.iter().collect();
        (status, output.join("\n"), lines.join("\n"))
    }

    /// Waits for the end, which is that of a command that did what it was asked.
    pub fn ends_well(self) {
        let (status, _, lines) = self.end();
        assert!(status.success(), "{lines}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

fn read(from: impl std::io::Read + Send + 'static, send: Sender<String>) {
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
}

/// Messages under a subject, from now on, through restarts of the server.
pub fn listen(server: &Server, subject: &'static str) -> Receiver<async_nats::Message> {
    let (send, messages) = channel();
    let (ready_send, ready) = channel();
    let url = server.url();
    std::thread::spawn(move || {
        runtime().block_on(async move {
            let client = async_nats::connect(url).await.unwrap();
            let mut subscription = client.subscribe(subject).await.unwrap();
            client.flush().await.unwrap();
            ready_send.send(()).unwrap();
            while let Some(message) = subscription.next().await {
                if send.send(message).is_err() {
                    return;
                }
            }
        });
    });
    ready.recv().unwrap();
    messages
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

/// What a worker of this name would say of a job.
pub fn publish_answer(
    server: &Server,
    run: &str,
    worker: &str,
    job: &str,
    outcome: &serde_json::Value,
) {
    let answer =
        serde_json::json!({"job": job, "worker": worker, "seconds": 0.1, "outcome": outcome});
    let (subject, payload) = (
        format!("narrows.results.{run}.{worker}"),
        answer.to_string().into_bytes(),
    );
    runtime().block_on(async {
        let js = async_nats::jetstream::new(server.client().await);
        let stored = js.publish(subject, payload.into()).await.unwrap();
        stored.await.unwrap();
    });
}
