use dicehall_engine::bots::Budget;
use dicehall_engine::dice::SeededDice;
use dicehall_engine::*;
fn main() {
    let mut a = std::env::args().skip(1);
    let game: GameKind = a.next().unwrap().parse().unwrap();
    let preset = a.next().unwrap();
    let base: u64 = std::env::var("BASE").ok().and_then(|x| x.parse().ok()).unwrap_or(1);
    let n: u64 = a.next().unwrap().parse().unwrap();
    let specs: Vec<BotSpec> = a.map(|x| BotSpec::for_game(&x, game).unwrap()).collect();
    let mut rules = game.default_rules();
    rules.set_switches(&preset).unwrap();
    let mut times = vec![];
    let mut nodes = 0;
    let mut wins = vec![0.0; specs.len()];
    let mut actions = 0u64;
    let mut unfinished = 0;
    let mut draws = 0;
    let start = std::time::Instant::now();
    for m in 0..n {
        let mut dice = SeededDice::new(m * 7919 + base);
        let mut state = rules.generate(specs.len() as u8, &mut dice).unwrap().start().unwrap();
        let mut bots: Vec<_> = specs.iter().map(|s| roster::SeatBot::new(*s, game).unwrap()).collect();
        let k = specs.len();
        let mut c = 0;
        loop {
            match state.node() {
                Node::Terminal(o) => {
                    if o.winners.is_empty() {
                        for w in &mut wins {
                            *w += 1.0 / k as f64;
                        }
                        draws += 1;
                    }
                    for s in o.winners.iter() {
                        wins[(s.idx() + m as usize) % k] += 1.0 / o.winners.len() as f64;
                    }
                    break;
                }
                Node::Chance => {
                    let r = state.roll(&mut dice).unwrap();
                    state.resolve(r)
                }
                Node::Decision(s) => {
                    let b = (s.idx() + m as usize) % k;
                    let mut budget = bots[b].nodes();
                    let t = std::time::Instant::now();
                    let act = bots[b].choose(&state, &mut budget, &mut dice).unwrap();
                    if b == 0 {
                        times.push(t.elapsed().as_nanos() as u64);
                        nodes += budget.spent();
                    }
                    state.act(act);
                    actions += 1;
                    c += 1;
                    if c > 100000 {
                        unfinished += 1;
                        break;
                    }
                }
            }
        }
    }
    times.sort();
    let sum: u64 = times.iter().sum();
    println!(
        "{game:?} {preset} {} draws {draws} max {} ms win rate {:.1}% of {n} actions {actions} unfinished {unfinished} median {} us mean {} us p95 {} us, nodes/s {:.0}, total {:?}",
        specs.iter().map(|x| x.to_string()).collect::<Vec<_>>().join(","),
        times.last().unwrap() / 1000000,
        wins[0] / n as f64 * 100.0,
        times[times.len() / 2] as f64 / 1e3,
        sum as f64 / times.len() as f64 / 1e3,
        times[times.len() * 95 / 100] as f64 / 1e3,
        nodes as f64 / (sum as f64 / 1e9),
        start.elapsed()
    );
}
