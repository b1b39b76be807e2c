//! A scenario as statements: the short forms for what nearly every scenario has, a path for every other field.

use super::tokens::{EMPTY_OBJECT, Names, is_any_json, is_whole, put, put_attempt, put_name, put_value};
use crate::sim::json::{Located, Member, Node, read};
use crate::sim::scenario::Scenario;
use crate::sim::write::write_whole;

/// Every statement of the scenario, in the order in which they are read.
pub(super) fn statements(scenario: &Scenario) -> Vec<String> {
    let mut out = Vec::new();
    // What is written here is JSON: a test reads back whatever the generators make.
    let Ok(root) = read(&write_whole(scenario)) else { return out };
    for member in members(&root.node) {
        match member.name.as_str() {
            "service" => service(member, &mut out),
            "clients" => members(&member.value.node).iter().for_each(|known| client(known, &mut out)),
            "script" => items(&member.value.node).iter().for_each(|known| out.push(step(&known.node))),
            "faults" => items(&member.value.node).iter().for_each(|known| out.push(fault(&known.node))),
            "v" => {}
            name => paths(name, &member.value.node, &mut vec![name.to_owned()], &mut out),
        }
    }
    out
}

fn members(node: &Node) -> &[Member] {
    match node {
        Node::Object(members) => members,
        _ => &[],
    }
}

fn items(node: &Node) -> &[Located] {
    match node {
        Node::List(items) => items,
        _ => &[],
    }
}

fn get<'a>(node: &'a Node, name: &str) -> Option<&'a Node> {
    members(node).iter().find(|member| member.name == name).map(|member| &member.value.node)
}

/// The text of a field; nothing where it has none.
fn said<'a>(node: &'a Node, name: &str) -> &'a str {
    match get(node, name) {
        Some(Node::Text(text)) => text,
        _ => "",
    }
}

/// A statement of a head and texts.
fn of_texts(head: &str, texts: &[&str]) -> String {
    let mut out = head.to_owned();
    for text in texts {
        out.push('.');
        put(&mut out, text);
    }
    out
}

fn service(member: &Member, out: &mut Vec<String>) {
    let service = &member.value.node;
    out.push(of_texts("w", &[said(service, "contract"), said(service, "write_order")]));
    rest("service", service, &["contract", "write_order"], vec!["service".to_owned()], out);
}

fn client(known: &Member, out: &mut Vec<String>) {
    let client = &known.value.node;
    let mut line = of_texts("c", &[&known.name, said(client, "key"), said(client, "keep")]);
    for key in get(client, "keys").map_or(&[][..], items) {
        if let Node::Text(key) = &key.node {
            line.push('.');
            put(&mut line, key);
        }
    }
    out.push(line);
    let head = of_texts("clients", &[&known.name]);
    let path = vec!["clients".to_owned(), known.name.clone()];
    rest(&head, client, &["key", "keep", "keys"], path, out);
}

/// The fields of an object that no short form has said.
fn rest(head: &str, object: &Node, but: &[&str], path: Vec<String>, out: &mut Vec<String>) {
    for member in members(object).iter().filter(|member| !but.contains(&member.name.as_str())) {
        let mut head = head.to_owned();
        head.push('.');
        put_name(&mut head, &member.name);
        let mut path = path.clone();
        path.push(member.name.clone());
        paths(&head, &member.value.node, &mut path, out);
    }
}

/// A statement for each leaf.
fn paths(head: &str, value: &Node, path: &mut Vec<String>, out: &mut Vec<String>) {
    let is_leaf = is_any_json(path);
    match value {
        Node::Object(known) if !is_leaf && !known.is_empty() => {
            let names = Names::at(path);
            for member in known {
                let mut head = head.to_owned();
                head.push('.');
                match (names, member.name.split_once('/')) {
                    (Names::Attempts, _) => put_attempt(&mut head, &member.name),
                    (Names::Beliefs, Some((client, intent))) => {
                        put(&mut head, client);
                        head.push('.');
                        put(&mut head, intent);
                    }
                    (Names::Format, _) => put_name(&mut head, &member.name),
                    _ => put(&mut head, &member.name),
                }
                path.push(member.name.clone());
                paths(&head, &member.value.node, path, out);
                path.pop();
            }
        }
        _ => {
            let mut line = head.to_owned();
            line.push('.');
            leaf(&mut line, value, is_leaf);
            out.push(line);
        }
    }
}

/// A leaf: any JSON by its text where that can stand there, a list after an empty token.
fn leaf(line: &mut String, value: &Node, is_any: bool) {
    match value {
        _ if is_any => {
            let mut json = String::new();
            value.write(&mut json);
            put(line, &json);
        }
        Node::List(items) => {
            for item in items {
                if let Node::Text(text) = &item.node {
                    line.push('.');
                    put(line, text);
                }
            }
        }
        Node::Text(text) => put_value(line, text),
        Node::Object(_) => line.push_str(EMPTY_OBJECT),
        // A number or a truth value, which are spelled in letters and digits: the format has no others.
        other => other.write(line),
    }
}

/// The time of a step; the start is `0`.
fn time(step: &Node) -> &str {
    match said(step, "at") {
        "0ms" => "0",
        at => at,
    }
}

fn step(step: &Node) -> String {
    let mut line = of_texts("s", &[time(step)]);
    line.push('.');
    if let Some(Node::Text(client)) = get(step, "client") {
        put(&mut line, client);
    }
    line.push('.');
    put(&mut line, said(step, "do"));
    // What these name has its place; the rest goes by name.
    for name in ["intent", "by", "recipe"] {
        if let Some(Node::Text(text)) = get(step, name) {
            line.push('.');
            put(&mut line, text);
        }
    }
    for member in members(step) {
        let value = &member.value.node;
        match member.name.as_str() {
            "at" | "client" | "do" | "intent" | "by" | "recipe" => {}
            "body" => body(&mut line, value),
            "body_text" => {
                line.push_str(".text.");
                put(&mut line, said(step, "body_text"));
            }
            name => option(&mut line, name, value),
        }
    }
    line
}

/// An order by its two values, in either order; any other body by its JSON.
fn body(line: &mut String, value: &Node) {
    let known: Vec<_> =
        members(value).iter().map(|member| (member.name.as_str(), &member.value.node)).collect();
    match known[..] {
        [("product", Node::Text(product)), ("quantity", Node::Number(quantity))] if is_whole(quantity) => {
            line.push_str(".order.");
            put(line, product);
            line.push('.');
            line.push_str(quantity);
        }
        [("quantity", Node::Number(quantity)), ("product", Node::Text(product))] if is_whole(quantity) => {
            line.push_str(".swapped.");
            line.push_str(quantity);
            line.push('.');
            put(line, product);
        }
        _ => {
            line.push_str(".json.");
            leaf(line, value, true);
        }
    }
}

fn option(line: &mut String, name: &str, value: &Node) {
    line.push('.');
    put_name(line, name);
    line.push('.');
    leaf(line, value, false);
}

fn fault(fault: &Node) -> String {
    let mut line = "f".to_owned();
    // The writer puts the kind first and the attempt next.
    let Some((kind, more)) = members(fault).split_first() else { return line };
    line.push('.');
    put_name(&mut line, &kind.name);
    line.push('.');
    if let Node::Text(what) = &kind.value.node {
        put(&mut line, what);
    }
    line.push('.');
    put_attempt(&mut line, said(fault, "of"));
    for member in more.iter().filter(|member| member.name != "of") {
        option(&mut line, &member.name, &member.value.node);
    }
    line
}
