use dicehall_engine::dice::SeededDice;
use dicehall_engine::games::territory::guide::TerritoryGuide;
use dicehall_engine::*;
fn main() {
    let mut a = std::env::args().skip(1);
    let preset = a.next().unwrap();
    let n: u64 = a.next().unwrap().parse().unwrap();
    let base: u64 = a.next().unwrap().parse().unwrap();
    let specs: Vec<BotSpec> = a.map(|x| x.parse().unwrap()).collect();
    let mut rules = GameKind::DiceOfDoom.default_rules();
    rules.set_switches(&preset).unwrap();
    for m in 0..n {
        let mut dice = SeededDice::new(base + m * 7919 + 1);
        let mut state = rules.generate(specs.len() as u8, &mut dice).unwrap().start().unwrap();
        let mut bots: Vec<_> =
            specs.iter().map(|s| roster::SeatBot::new(*s, GameKind::DiceOfDoom).unwrap()).collect();
        let k = specs.len();
        let mut rows = vec![];
        let mut c = 0;
        loop {
            match state.node() {
                Node::Terminal(o) => {
                    let w: Vec<f64> = (0..4u8)
                        .map(|i| {
                            if o.winners.contains(Seat::new(i).unwrap()) {
                                1.0 / o.winners.len() as f64
                            } else {
                                0.0
                            }
                        })
                        .collect();
                    for f in rows {
                        let f: [[f64; 12]; 4] = f;
                        let r: Vec<String> = f
                            .iter()
                            .flatten()
                            .map(|x| format!("{x:.4}"))
                            .chain(w.iter().map(|x| format!("{x:.3}")))
                            .collect();
                        println!("{}", r.join(","));
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
                    let act = bots[b].choose(&state, &mut budget, &mut dice).unwrap();
                    #[allow(irrefutable_let_patterns)]
                    if let AnyState::DiceOfDoom(p) = &state {
                        if c % 5 == (m % 5) as u32 {
                            rows.push(TerritoryGuide::features(p));
                        }
                    }
                    state.act(act);
                    c += 1;
                    if c > 100000 {
                        break;
                    }
                }
            }
        }
    }
}
