//! A fleet that charges once: three server processes with one key ring and one Redis behind a proxy,
//! while servers are killed, a key is rotated, and clients lose answers, repeat and fork.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod customer;
mod dice;
mod figures;
mod fleet;
mod market;
mod mishaps;
mod open;
mod proxy;
mod reply;
mod watch;

use std::sync::Arc;
use std::time::Instant;

use mrtr_examples::payments::{Cart, Faults, Payments};
use mrtr_tests::{Redis, until_within};
use tokio::task::JoinSet;

use customer::Customer;
use figures::Figures;
use fleet::Fleet;
use market::Market;
use proxy::Proxy;

/// Who buys, each with a cart of their own.
const CUSTOMERS: usize = 500;

/// How many requests are on the wire at the same time. Each takes three sockets of this process, of which it may have no more
/// than 1024.
const ON_THE_WIRE: usize = 160;

/// Who has a server killed under them.
const UNLUCKY: usize = 2;

/// How many have bought when something happens to the fleet.
const KILLS_AT: [usize; UNLUCKY] = [100, 150];
const DEPLOYS_AT: [usize; 3] = [200, 300, 400];

/// The key rings of a rotation; the first key of a ring seals.
const FIRST_RING: &[u8] = &[1];
const RINGS: [&[u8]; 3] = [&[1, 2], &[2, 1], &[2]];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_customer_of_a_fleet_is_charged_exactly_once() {
    let Some(redis) = Redis::start(&["--maxmemory-policy", "noeviction"]).await else {
        return;
    };
    let began = Instant::now();
    let payments = Payments::default();
    let shop = payments.serve(([127, 0, 0, 1], 0).into()).await.unwrap();
    let proxy = Proxy::start().await;
    let mut fleet = Fleet::start(&redis.url(), &shop.url, FIRST_RING, &proxy).await;
    let market = Arc::new(Market::new(proxy.clone()));

    let buying = tokio::spawn(everybody(market.clone(), payments.clone()));
    let trouble = async {
        market.until_bought(KILLS_AT[0]).await;
        kill_one_that_has_charged(&mut fleet, &market, &payments).await;
        market.until_bought(KILLS_AT[1]).await;
        kill_one_that_is_charging(&mut fleet, &market, &payments).await;
        rotate_the_key(&mut fleet, &market).await;
        Ok(())
    };
    // A customer who fails ends it at once.
    tokio::try_join!(buying, trouble).unwrap();

    let figures = Figures::of(&market, &proxy, &payments);
    figures.print(began.elapsed());
    figures.check();
}

/// All customers at once: none goes on before each has a question open.
async fn everybody(market: Arc<Market>, payments: Payments) {
    let mut buying = JoinSet::new();
    for number in 0..CUSTOMERS {
        let customer = Customer::new(number.to_string(), market.clone());
        fill_cart(&customer, &payments);
        buying.spawn(async move { customer.buy().await });
    }
    while let Some(bought) = buying.join_next().await {
        bought.unwrap();
    }
}

/// A server is killed when it has charged somebody and does not know it yet.
async fn kill_one_that_has_charged(fleet: &mut Fleet, market: &Arc<Market>, payments: &Payments) {
    let (customer, faults) = unlucky("unlucky", market, payments);
    let cart = customer.cart();
    payments.set_faults(Faults {
        late_ms: 3_600_000,
        ..faults
    });
    let buying = tokio::spawn(async move { customer.buy_simply().await });
    let is_charged = || payments.charges().iter().any(|charge| charge.cart == cart);
    until_within(PATIENCE, "the unlucky customer is charged", is_charged).await;
    let server = market.proxy.server_of("unlucky");
    fleet.kill(server).await;
    payments.set_faults(Faults::default());
    assert_eq!(buying.await.unwrap(), 1, "one outcome is unknown");
    fleet.start_again(server).await;
}

/// A server is killed when its charge is on the way. The customer calls again and sends another one
/// after it, before the first is made.
async fn kill_one_that_is_charging(fleet: &mut Fleet, market: &Arc<Market>, payments: &Payments) {
    let (customer, faults) = unlucky("impatient", market, payments);
    payments.set_faults(Faults {
        hold: true,
        ..faults
    });
    let buying = tokio::spawn(async move { customer.buy_simply().await });
    until_within(PATIENCE, "a charge is on the way", || payments.held() == 1).await;
    let server = market.proxy.server_of("impatient");
    fleet.kill(server).await;
    until_within(PATIENCE, "another is on the way", || payments.held() == 2).await;
    payments.set_faults(Faults::default());
    assert_eq!(buying.await.unwrap(), 1, "one outcome is unknown");
    fleet.start_again(server).await;
}

fn unlucky(name: &str, market: &Arc<Market>, payments: &Payments) -> (Customer, Faults) {
    let customer = Customer::new(name.to_owned(), market.clone());
    fill_cart(&customer, payments);
    let faults = Faults {
        cart: Some(customer.cart()),
        ..Faults::default()
    };
    (customer, faults)
}

fn fill_cart(customer: &Customer, payments: &Payments) {
    let tea = Cart::of(Some(&customer.name), "tea", 1_234);
    payments.put_cart(&customer.cart(), tea);
}

/// Every server opens what any other seals, at each moment.
async fn rotate_the_key(fleet: &mut Fleet, market: &Market) {
    for (bought, ring) in DEPLOYS_AT.into_iter().zip(RINGS) {
        market.until_bought(bought).await;
        if ring.len() == 1 {
            // The old key goes when no state that it has sealed is under way any more.
            market.until_earlier_calls_end().await;
        }
        fleet.deploy(ring).await;
    }
}

/// How long anything may take before this fails; nothing is measured by it.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(300);
