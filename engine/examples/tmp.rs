use dicehall_engine::bots::Budget;
use dicehall_engine::dice::SeededDice;
use dicehall_engine::*;
fn main() {
    let mut a = std::env::args().skip(1);
    let preset = a.next().unwrap();
    let n: u64 = a.next().unwrap().parse().unwrap();
    let specs: Vec<BotSpec> = a.map(|x| x.parse().unwrap()).collect();
    let mut rules = GameKind::DiceOfDoom.default_rules();
    rules.set_switches(&preset).unwrap();
    let mut times = vec![];
    let mut nodes = 0;
    let mut wins = vec![0.0; specs.len()];
    let mut actions = 0u64;
    let mut unfinished = 0;
    let start = std::time::Instant::now();
    for m in 0..n {
        let mut dice = SeededDice::new(m * 7919 + 1);
        let mut state = rules.generate(specs.len() as u8, &mut dice).unwrap().start().unwrap();
        let mut bots: Vec<_> =
            specs.iter().map(|s| roster::SeatBot::new(*s, GameKind::DiceOfDoom).unwrap()).collect();
        let k = specs.len();
        let mut c = 0;
        loop {
            match state.node() {
                Node::Terminal(o) => {
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
        "{preset} win rate {:.1}% of {n} actions {actions} unfinished {unfinished} median {} us mean {} us p95 {} us, nodes/s {:.0}, total {:?}",
        wins[0] / n as f64 * 100.0,
        times[times.len() / 2] as f64 / 1e3,
        sum as f64 / times.len() as f64 / 1e3,
        times[times.len() * 95 / 100] as f64 / 1e3,
        nodes as f64 / (sum as f64 / 1e9),
        start.elapsed()
    );
}
