//! What a handler comes by on the model.

use std::cell::RefCell;
use std::future::pending;

use super::inner::Inner;
use super::{Asked, Entry, Given, Ident};
use crate::client::call_ids;
use crate::program::{Ask, Capture, Form, Function};
use crate::truth::Said;
use crate::walk::{Answer, Backend, Event, Place, pauses};
use crate::world::World;

/// The model as what a program runs on.
pub(super) struct Model(pub(super) RefCell<Inner>);

impl Backend for Model {
    type Scope = Place;

    fn call(&self, place: &Place, key: usize, function: &Function, of: &[u8]) -> Place {
        let place = place.call(key, function, of);
        self.0.borrow_mut().enter(&place);
        place
    }

    async fn ask(&self, place: &Place, ask: &Ask, of: &[u8], world: &World) -> Option<Answer> {
        let name = place.name(ask.key, ask.of(of));
        let ident = self.0.borrow_mut().claim(&name, false);
        let answer = if ask.has_or() && !self.0.borrow_mut().may_ask(&ident, ask.form) {
            Some(Answer::nobodys(false))
        } else {
            self.answer(place, ask, of, world, ident).await
        };
        self.0
            .borrow_mut()
            .events
            .push(Event::Answered(ask.site, name, answer));
        answer
    }

    async fn capture(
        &self,
        place: &Place,
        capture: &Capture,
        of: &[u8],
        world: &World,
    ) -> Option<u32> {
        let name = place.name(capture.key, of);
        let (ident, begun) = {
            let mut inner = self.0.borrow_mut();
            let ident = inner.claim(&name, true);
            let begun = inner.begin(place, &ident, capture);
            (ident, begun)
        };
        let serial = match begun {
            None => return pending().await,
            Some(Some(serial)) => Some(serial),
            Some(None) => self.evaluate(place, ident, capture, world).await,
        };
        self.0
            .borrow_mut()
            .events
            .push(Event::Captured(capture.site, name, serial));
        serial
    }

    async fn become_task(&self, _: &Place) {}
}

impl Model {
    async fn answer(
        &self,
        place: &Place,
        ask: &Ask,
        of: &[u8],
        world: &World,
        mut ident: Ident,
    ) -> Option<Answer> {
        let mut asked = Asked {
            message: match ask.form {
                Form::Page => ask.message(of) + &ask.address(world, "a link"),
                _ => ask.message(of),
            },
            form: ask.form.seen(),
            about: ask.about(world),
            options: ask.options(of, world),
            talk: Vec::new(),
        };
        loop {
            let settled = {
                let mut inner = self.0.borrow_mut();
                match ask.form {
                    Form::Page => inner.visit(ident.clone(), asked.clone(), world.is_paid),
                    _ => inner.ask(ident.clone(), asked.clone()),
                }
            };
            match settled {
                None => return pending().await,
                Some(Given::Yes(_)) if ask.form == Form::Page => {
                    return Some(Answer::nobodys(true));
                }
                Some(Given::Calls(turn)) => {
                    for call in call_ids(turn) {
                        let result = self.call(place, ask, of, &call, world).await;
                        asked.talk.push((call, result));
                    }
                    ident = self.0.borrow_mut().claim(&ident.name, false);
                }
                Some(given) => {
                    return match given.said(ask.form) {
                        Some(Said::Answer(answer)) => Some(answer),
                        _ => None,
                    };
                }
            }
        }
    }

    /// What a call of a tool gives. It runs where the next turn can be asked.
    async fn call(&self, place: &Place, ask: &Ask, of: &[u8], call: &str, world: &World) -> u32 {
        let tool = ask.tool();
        let mut name = place.name(tool.key, ask.of(of));
        name.of.push(call.as_bytes().to_vec());
        let (ident, begun) = {
            let mut inner = self.0.borrow_mut();
            let ident = inner.claim(&name, true);
            let mut begun = inner.begin(place, &ident, &tool);
            if begun == Some(None) && !inner.has_room(ask) {
                begun = None;
            }
            (ident, begun)
        };
        let result = match begun {
            None => None,
            Some(Some(serial)) => Some(serial),
            Some(None) => self.evaluate(place, ident, &tool, world).await,
        };
        match result {
            Some(serial) => serial,
            None => pending().await,
        }
    }

    async fn evaluate(
        &self,
        place: &Place,
        ident: Ident,
        capture: &Capture,
        world: &World,
    ) -> Option<u32> {
        self.0.borrow_mut().running += 1;
        pauses(capture.pauses(world)).await;
        let mut inner = self.0.borrow_mut();
        inner.running -= 1;
        if capture.fails(world) {
            inner.has_failed = true;
            return None;
        }
        let effect = inner
            .effects
            .pop_front()
            .expect("a capture that should have run");
        assert_eq!(
            (effect.site, &effect.name),
            (capture.site, &ident.name),
            "another capture"
        );
        let functions = place.functions.iter().map(Function::identity).collect();
        inner.record(
            ident,
            Entry::Capture {
                serial: effect.serial,
                is_text: capture.is_text,
                functions,
            },
        );
        Some(effect.serial)
    }
}
