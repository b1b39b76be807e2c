//! A small HTTP server that answers as a run does: whatever requests have come so far are a script, the engine runs it
//! under a service's rules, and the last one's answer goes back.
//!
//! Keys and parameters are read from the requests. What no request can carry comes from the plan of the run, by the
//! order in which requests come: when it is, who calls, and for which intent. Nothing is remembered between requests but
//! the script.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::rc::Rc;
use std::time::Duration;

use idempotency_explainer::app::export::plan::{Entry, Part, step};
use idempotency_explainer::sim::contract::{CarrierKind, Contract, KeyFormat};
use idempotency_explainer::sim::limits::HORIZON;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{
    Action, AttemptId, Body, Client, Direction, Endpoint, Fault, FaultKind, KeyPolicy, Scenario, Service,
    Step,
};
use idempotency_explainer::sim::time::Millis;
use idempotency_explainer::sim::trace::Answer;
use serde_json::Value;

/// How often it is looked for a request, a millisecond apart, before a program is taken to hang.
const LOOKS: u32 = 60_000;

/// Who calls, when, and for what: what a request cannot carry.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The attempt of the run.
    pub(crate) attempt: AttemptId,
    /// It as a step, with the key and the body that are expected.
    pub(crate) step: Step,
}

/// A service, and the calls that are expected of it.
#[derive(Clone, Debug)]
pub(crate) struct Api {
    service: Service,
    clients: Vec<Client>,
    faults: Vec<Fault>,
    /// In the order of the file.
    pub(crate) calls: Vec<Call>,
    tokens: Vec<String>,
}

/// An answer as a server gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) status: u16,
    pub(crate) body: String,
    pub(crate) marker: Option<(String, String)>,
}

impl Api {
    /// The run's own service with its own faults at the run's own times, or else `service` without faults, called by one
    /// after another. `skips` says that the test leaves out what needs a pause.
    pub(crate) fn of(run: &Run, plan: &[Entry], service: Option<Service>, skips: bool) -> Api {
        let is_own = service.is_none();
        let service = service.unwrap_or_else(|| run.scenario.service.clone());
        let (network, longest) = (service.takes.network, longest(&service));
        let mut free = Millis::ZERO;
        let calls = plan.iter().filter_map(|entry| {
            let Part::Sent(sent) = &entry.part else { return None };
            if skips && sent.needs_pause {
                return None;
            }
            let attempt = run.end.attempt(entry.attempt)?;
            let mut at = sent.arrived.minus(network);
            if !is_own {
                at = at.max(free);
                free = at.plus(longest);
            }
            Some(Call { attempt: attempt.id, step: step(run, attempt, at) })
        });
        let calls = calls.collect();
        let client = |known: &Client| Client {
            key: KeyPolicy::Nothing,
            keys: Vec::new(),
            timeout: HORIZON,
            retry: None,
            drops_key_on: Vec::new(),
            ..known.clone()
        };
        let mut tenants: Vec<String> = Vec::new();
        for client in &run.scenario.clients {
            if !tenants.contains(&client.who.tenant) {
                tenants.push(client.who.tenant.clone());
            }
        }
        Api {
            service,
            clients: run.scenario.clients.iter().map(client).collect(),
            faults: if is_own { run.scenario.faults.clone() } else { Vec::new() },
            calls,
            tokens: if tenants.len() > 1 { tenants } else { Vec::new() },
        }
    }

    /// Whether every call can be answered before a run has to end.
    pub(crate) fn ends_in_time(&self) -> bool {
        self.calls.iter().all(|call| call.step.at.plus(longest(&self.service)) < HORIZON)
    }

    /// The answer to the last of these steps, which are the first calls.
    pub(crate) fn answer(&self, steps: &[Step]) -> Given {
        let mut order: Vec<usize> = (0..steps.len()).collect();
        order.sort_by_key(|n| (steps[*n].at, *n));
        // What number each call has in its client, in the order in which the engine sends.
        let numbers: Vec<u32> = order
            .iter()
            .enumerate()
            .map(|(place, n)| {
                let of_client =
                    order[..=place].iter().filter(|other| steps[**other].client == steps[*n].client);
                of_client.count() as u32
            })
            .collect();
        let faults = self.faults.iter().filter(|fault| is_inside(fault.kind)).filter_map(|fault| {
            let call = self.calls.iter().take(steps.len()).position(|call| call.attempt == fault.of)?;
            let place = order.iter().position(|n| *n == call)?;
            Some(Fault { of: AttemptId { client: fault.of.client, number: numbers[place] }, ..*fault })
        });
        let scenario = Scenario {
            title: Vec::new(),
            service: self.service.clone(),
            clients: self.clients.clone(),
            script: order.iter().map(|n| steps[*n].clone()).collect(),
            faults: faults.collect(),
            expect: None,
        };
        let run = Run::of(Rc::new(scenario));
        let last = order.iter().position(|n| *n == steps.len() - 1).expect("a call");
        let id = AttemptId { client: steps[steps.len() - 1].client, number: numbers[last] };
        let heard = run.end.attempt(id).and_then(|attempt| attempt.heard.clone());
        let Some((answer, is_replay)) = heard else {
            return Given { status: 504, body: r#"{"error":"no answer"}"#.to_owned(), marker: None };
        };
        let Answer { status, body_text, .. } = answer;
        Given { status, body: body_text.to_string(), marker: self.marker(&steps[steps.len() - 1], is_replay) }
    }

    fn marker(&self, step: &Step, is_replay: bool) -> Option<(String, String)> {
        let Action::Send { key: Some(key), .. } = &step.action else { return None };
        let marker = self.service.contract.marker(is_replay)?;
        let (name, value) = marker.split_once(':').unwrap_or((marker, key));
        Some((name.trim().to_owned(), value.trim().to_owned()))
    }

    /// Answers what comes while a program runs, and hands out what was wrong with the requests.
    pub(crate) fn serve(&self, listener: &TcpListener, while_runs: &mut Child) -> Vec<String> {
        listener.set_nonblocking(true).expect("a listener that does not wait");
        let (mut steps, mut wrong) = (Vec::new(), Vec::new());
        let mut looks = 0;
        while while_runs.try_wait().expect("a child").is_none() {
            let Ok((stream, _)) = listener.accept() else {
                looks += 1;
                assert!(looks < LOOKS, "the program does not end");
                std::thread::sleep(Duration::from_millis(1));
                continue;
            };
            stream.set_nonblocking(false).expect("a stream that waits");
            let Some(request) = read(&stream) else { continue };
            let given = match self.take(&request, steps.len()) {
                Ok(step) => {
                    steps.push(step);
                    self.answer(&steps)
                }
                Err(problem) => {
                    wrong.push(problem);
                    Given { status: 599, body: "{}".to_owned(), marker: None }
                }
            };
            send(stream, &given);
        }
        wrong
    }

    /// A request as the script's next step, or what is wrong with it.
    fn take(&self, request: &Request, n: usize) -> Result<Step, String> {
        let call = self.calls.get(n).ok_or_else(|| format!("{n}: nobody expects {}", request.target))?;
        let mut step = call.step.clone();
        let is = |what: &str, got: &str, wanted: &str| {
            if got == wanted { Ok(()) } else { Err(format!("{n}: {what}: got {got:?}, wanted {wanted:?}")) }
        };
        if !self.tokens.is_empty() {
            let tenant = &self.clients[usize::from(step.client)].who.tenant;
            let token = request.header("authorization").unwrap_or_default();
            is("token", token, &format!("Bearer {tenant}"))?;
        }
        match &mut step.action {
            Action::Ask { .. } => is("method", &request.method, "GET")?,
            Action::Send { body, key, to, .. } => {
                is("method", &request.method, "POST")?;
                let path = match to {
                    Endpoint::Confirm => "/orders/confirm",
                    Endpoint::Cancel => "/orders/cancel",
                    Endpoint::Create | Endpoint::Ask => "/orders",
                };
                is("path", request.target.split('?').next().unwrap_or_default(), path)?;
                let (got_key, got_body) = carried(&self.service.contract, request)?;
                // A key that the service makes of the body is on no wire.
                let carrier = &self.service.contract.carrier;
                let is_made = carrier.kind == CarrierKind::Derived && carrier.name == "body";
                let got_key = if is_made { key.clone() } else { got_key };
                is("key", got_key.as_deref().unwrap_or("none"), key.as_deref().unwrap_or("none"))?;
                let wanted = body.as_ref().map_or("", |body| &body.text);
                is("body", &got_body, wanted)?;
                (*key, *body) = (got_key, Some(Body { text: got_body.into(), verbatim: true }));
            }
            _ => {}
        }
        Ok(step)
    }
}

/// The longest that one request takes where nothing is in its way.
fn longest(service: &Service) -> Millis {
    let points: u64 = service.takes.points.iter().map(|point| point.0).sum();
    Millis(points + 2 * service.takes.network.0 + 1)
}

/// Whether a fault strikes inside the service, or doubles what comes to it.
fn is_inside(kind: FaultKind) -> bool {
    !matches!(
        kind,
        FaultKind::Lose(_)
            | FaultKind::Delay { message: Direction::Request | Direction::Response, .. }
            | FaultKind::Refuse
            | FaultKind::ClientCrash(_)
    )
}

/// Key and body of a request under a contract, apart.
fn carried(contract: &Contract, request: &Request) -> Result<(Option<String>, String), String> {
    let name = contract.carrier.name.as_ref();
    let body = request.body.clone();
    Ok(match contract.carrier.kind {
        CarrierKind::Header | CarrierKind::Derived => {
            let value = request.header(name).map(str::to_owned);
            let is_quoted = contract.carrier.kind == CarrierKind::Header
                && contract.key_policy.format == KeyFormat::SfString;
            let value = match value {
                Some(value) if is_quoted => {
                    Some(serde_json::from_str(&value).map_err(|error| format!("{value}: {error}"))?)
                }
                other => other,
            };
            (value, body)
        }
        CarrierKind::Param => (request.query(name), body),
        CarrierKind::BodyField => match body.strip_prefix(&format!("{{\"{name}\":")) {
            None => (None, body),
            Some(rest) => {
                let mut values = serde_json::Deserializer::from_str(rest).into_iter::<String>();
                let key = values.next().and_then(Result::ok).ok_or("no key in the body")?;
                let rest = &rest[values.byte_offset()..];
                (Some(key), format!("{{{}", rest.strip_prefix(',').unwrap_or(rest)))
            }
        },
        CarrierKind::Directive => {
            let value: Value = serde_json::from_str(&body).map_err(|error| error.to_string())?;
            let query = value["query"].as_str().unwrap_or_default();
            let key = query.split_once(&format!("{name}(key: ")).map(|(_, rest)| {
                serde_json::Deserializer::from_str(rest)
                    .into_iter::<String>()
                    .next()
                    .expect("a key")
                    .expect("text")
            });
            // The order stands last, as it was given.
            let order = body.split_once("\"variables\":{\"order\":").map_or("", |(_, order)| order);
            (key, order.strip_suffix("}}").unwrap_or(order).to_owned())
        }
    })
}

/// A request as it came.
struct Request {
    method: String,
    target: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Request {
    fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    fn query(&self, name: &str) -> Option<String> {
        let (_, query) = self.target.split_once('?')?;
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(known, _)| decoded(known) == name).map(|(_, value)| decoded(value))
    }
}

fn decoded(words: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = words.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digits: String = rest.by_ref().take(2).map(char::from).collect();
                bytes.push(u8::from_str_radix(&digits, 16).expect("two digits"));
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let line = |reader: &mut BufReader<&TcpStream>| {
        let mut bytes = Vec::new();
        reader.read_until(b'\n', &mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned())
    };
    let first = line(&mut reader)?;
    let mut words = first.split(' ');
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let header = line(&mut reader)?;
        let Some((name, value)) = header.split_once(':') else { break };
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
    let mut request = Request { method, target, headers, body: String::new() };
    let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    request.body = String::from_utf8(body).ok()?;
    Some(request)
}

fn send(mut stream: TcpStream, given: &Given) {
    let marker =
        given.marker.as_ref().map_or_else(String::new, |(name, value)| format!("{name}: {value}\r\n"));
    let Given { status, body, .. } = given;
    let answer = format!(
        "HTTP/1.1 {status} Answer\r\nContent-Type: application/json\r\n{marker}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    // A caller that is gone has no use for an answer.
    let _ = stream.write_all(answer.as_bytes());
}
