//! A worker that lies is found out, named, and believed no longer.

use async_nats::jetstream::{self, AckKind};
use futures_util::StreamExt as _;
use serde_json::json;

use crate::support::{Server, runtime};

/// Takes jobs and says of every position that it is won.
async fn lie(server_url: String) {
    let client = async_nats::connect(server_url).await.unwrap();
    let js = jetstream::new(client.clone());
    let stream = loop {
        if let Ok(stream) = js.get_stream("narrows_jobs").await {
            break stream;
        }
    };
    let mut jobs = client.subscribe("narrows.jobs.>").await.unwrap();
    let first = jobs.next().await.unwrap();
    let run = first.subject.split('.').nth(2).unwrap().to_owned();
    let consumer: jetstream::consumer::PullConsumer = loop {
        if let Ok(consumer) = stream.get_consumer(&run).await {
            break consumer;
        }
    };
    let mut jobs = consumer.messages().await.unwrap();
    while let Some(Ok(job)) = jobs.next().await {
        let id = job.subject.rsplit('.').next().unwrap().to_owned();
        if id.starts_with("s1-") {
            // It is known as a liar, and leaves as workers do then.
            job.ack_with(AckKind::Nak(None)).await.unwrap();
            return;
        }
        if id.starts_with("audit-") || id.starts_with('p') {
            job.ack_with(AckKind::Nak(None)).await.unwrap();
            continue;
        }
        let answer = json!({
            "job": id, "worker": "liar", "seconds": 0.1,
            "outcome": {"solved": {"value": "win", "nodes": 1}},
        });
        let subject = format!("narrows.results.{run}.liar");
        let payload = answer.to_string().into_bytes();
        js.publish(subject, payload.into())
            .await
            .unwrap()
            .await
            .unwrap();
        let _gone = job.double_ack().await;
    }
}

/// 5x5 is won by four first moves: the positions after them are lost, which the liar never says.
#[test]
fn a_lying_worker_is_named_and_dropped() {
    let server = Server::start();
    let url = server.url();
    let liar = runtime();
    liar.spawn(lie(url));
    let coordinator = server.run(&[
        "solve",
        "black-narrows",
        "--size",
        "5x5",
        "--job-nodes",
        "300",
        "--audit",
        "1",
        "--json",
        "--ack-wait",
        "1",
    ]);
    let honest = [server.worker(), server.worker()];
    // What it took and did not answer goes to others a second later.
    let line = coordinator.says("lied about job");
    assert!(
        line.contains("worker liar") && line.contains("\"loss\""),
        "{line}"
    );
    let (status, output, lines) = coordinator.end();
    liar.shutdown_background();
    assert!(
        status.success() && output.contains("\"win\""),
        "{output} {lines}"
    );
    drop(honest);
}
