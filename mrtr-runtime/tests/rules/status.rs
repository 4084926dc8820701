//! `Flow::status`: how far a task is.

use std::sync::Mutex;
use std::time::Duration;

use mrtr_runtime::__private::{At, Keepable, TaskStart, task};
use mrtr_runtime::prelude::*;
use mrtr_runtime::{Answering, Dialog, DialogAnswer, InputRequest};
use serde_json::json;
use tokio::time::sleep;

use crate::harness::{Client, Seen, yes};

/// Says yes, and writes down what happens.
#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Dialog for Told {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let answer = |(key, _)| {
            self.0.lock().unwrap().push(format!("asked {key}"));
            DialogAnswer::new(key, yes())
        };
        let answers = requests.into_iter().map(answer).collect();
        Box::pin(async { Ok(answers) })
    }

    fn status(&self, message: String) {
        self.0.lock().unwrap().push(message);
    }
}

#[mrtr_part]
async fn copy(flow: &Flow) -> Result<(), Refused> {
    flow.status("copying");
    ask_confirm!(key = "sure", "Copy?").await?;
    flow.status("copied");
    Ok(())
}

#[mrtr_tool]
async fn migrate(flow: &Flow) -> Result<String, Refused> {
    flow.status("not yet a task");
    // As `become_task!` does it, which asks for an SDK.
    let at = At {
        flow,
        key: "task",
        file: file!(),
        line: line!(),
    };
    task(at).begin().await;
    flow.status("0 of 2");
    sleep(Duration::from_secs(1)).await;
    flow.status("1 of 2".to_owned());
    sleep(Duration::from_secs(1)).await;
    part!(copy()).await?;
    capture!(key = "rest", {
        flow.status("2 of 2");
        sleep(Duration::from_secs(1)).await;
    });
    ask_confirm!(key = "end", "End?").await?;
    flow.status("superseded at once");
    flow.status("done");
    Ok("done".to_owned())
}

#[tokio::test(start_paused = true)]
async fn a_task_says_how_far_it_is_and_no_replay_says_it_again() {
    let (client, told) = (Client::new(), Told::default());
    let function = __mrtr_function_migrate();
    let mut begun = None::<TaskStart>;
    let launch = |start| {
        begun = Some(start);
        Ok("a task".to_owned())
    };
    let body = |flow: Flow| migrate_part(flow.body());
    let request = client.request(json!(null));
    let mrtr = &client.mrtr;
    let became = mrtr
        .serve_task(request, function, Keepable::keep(), launch, body)
        .await;
    assert_eq!(became.complete(), Ok("a task".to_owned()));
    let never = Box::pin(std::future::pending());
    let done = begun.unwrap().run(&told, never, body).await;
    assert_eq!(done.complete(), Ok("done".to_owned()));
    let expected = [
        "0 of 2",
        "1 of 2",
        "copying",
        "asked copy.sure",
        // Ahead of it stood "copied", which nothing was awaited behind.
        "2 of 2",
        "asked end",
        "done",
    ];
    assert_eq!(told.0.into_inner().unwrap(), expected);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_no_task_says_nothing() {
    let (mut client, told) = (Client::new(), Told::default());
    client.capabilities.tasks = false;
    let function = __mrtr_function_migrate();
    let body = |flow: Flow| migrate_part(flow.body());
    let request = client.request(json!(null));
    let done = client.mrtr.serve_live(request, function, &told, body).await;
    assert_eq!(done.complete(), Ok("done".to_owned()));
    let told = told.0.into_inner().unwrap();
    assert_eq!(told, ["asked copy.sure", "asked end"]);
}

#[mrtr_tool]
async fn hands_on(flow: &Flow) -> Result<String, Refused> {
    let at = At {
        flow,
        key: "task",
        file: file!(),
        line: line!(),
    };
    task(at).begin().await;
    let (said, heard) = tokio::sync::oneshot::channel();
    let elsewhere = flow.clone();
    tokio::spawn(async move {
        sleep(Duration::from_secs(1)).await;
        elsewhere.status("from elsewhere");
        sleep(Duration::from_secs(1)).await;
        said.send(()).unwrap();
    });
    heard.await.unwrap();
    Ok("done".to_owned())
}

#[tokio::test(start_paused = true)]
async fn a_task_of_the_handlers_own_says_how_far_it_is() {
    let (client, told) = (Client::new(), Told::default());
    let function = __mrtr_function_hands_on();
    let mut begun = None::<TaskStart>;
    let launch = |start| {
        begun = Some(start);
        Ok("a task".to_owned())
    };
    let body = |flow: Flow| hands_on_part(flow.body());
    let request = client.request(json!(null));
    let mrtr = &client.mrtr;
    let serving = mrtr.serve_task(request, function, Keepable::keep(), launch, body);
    serving.await.complete().unwrap();
    let never = Box::pin(std::future::pending());
    let run = begun.unwrap().run(&told, never, body);
    let looks = async {
        sleep(Duration::from_millis(1500)).await;
        assert_eq!(*told.0.lock().unwrap(), ["from elsewhere"]);
    };
    let (done, ()) = tokio::join!(run, looks);
    assert_eq!(done.complete(), Ok("done".to_owned()));
}
