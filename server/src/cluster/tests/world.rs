//! Several nodes, a store and the journals of the shards in one imagined time, with faults drawn from a seed.

use dicehall_engine::Dice;
use dicehall_engine::dice::SeededDice;

use super::bucket::{Bucket, STALE_MS_MAX};
use super::stream::{Stream, Writer};
use crate::cluster::lease::{ANSWER_MS_MAX, Holder, Lease, Numbered};
use crate::cluster::store::{StoreAnswer, StoreRequest};

/// The time between two looks at everything, in milliseconds.
const TICK_MS: u64 = 100;
/// The shards of a history: faults of one must not touch another.
const SHARDS: usize = 2;

/// The circumstances of a history.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circumstances {
    /// How fast the nodes' clocks run, in thousandths of the store's: the slowest and the fastest.
    pub(super) rates: (u64, u64),
    /// How long there are faults, in milliseconds.
    pub(super) faults_ms: u64,
}

#[derive(Debug)]
struct Node {
    start: u64,
    rate: u64,
    offset_ms: u64,
    state: State,
    network: Network,
    leases: Vec<Lease>,
    writers: Vec<Writer>,
    /// The request of each lease that has no answer yet, and the moment at which it counts as unknown.
    waiting: Vec<Option<(u64, u64)>>,
    /// The answers that wait for this node: when they come, the shard, the request, the answer.
    answers: Vec<(u64, usize, u64, StoreAnswer)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Running,
    /// It does nothing until then, and then goes on where it was.
    Stopped(u64),
    /// There is no process until then.
    Dead(u64),
}

#[derive(Clone, Copy, Debug)]
enum Network {
    Whole,
    Cut {
        until_ms: u64,
    },
    /// It reaches a server that has lost the others since then: nothing can be written, and readers see the past.
    Minority {
        since_ms: u64,
        until_ms: u64,
    },
}

/// A request on its way to the store.
#[derive(Debug)]
struct Flight {
    arrives_ms: u64,
    node: usize,
    start: u64,
    shard: usize,
    numbered: Numbered,
    /// After how long the answer comes; `None` if it is lost.
    answer_ms: Option<u64>,
}

/// An append on its way to a journal.
#[derive(Debug)]
struct Append {
    arrives_ms: u64,
    node: usize,
    start: u64,
    shard: usize,
    expected: usize,
    record: super::stream::Record,
    is_answered: bool,
}

/// Everything, at one moment.
#[derive(Debug)]
pub(super) struct World {
    seed: u64,
    circumstances: Circumstances,
    luck: SeededDice,
    now_ms: u64,
    bucket: Bucket,
    streams: Vec<Stream>,
    nodes: Vec<Node>,
    flights: Vec<Flight>,
    appends: Vec<Append>,
    last_number: u64,
    /// The records that a node was told are written, by shard.
    pub(super) acknowledged: Vec<Vec<u64>>,
    /// How often two nodes believed at the same moment that they may serve the same shard.
    pub(super) overlaps: u64,
}

impl World {
    pub(super) fn new(seed: u64, circumstances: Circumstances) -> Self {
        let mut luck = SeededDice::new(seed);
        let (slowest, fastest) = circumstances.rates;
        let count = 2 + luck.below(3);
        let nodes = (0..count).map(|number| {
            let rate = slowest + luck.below(fastest - slowest + 1);
            Node::new(number, rate, luck.below(1_000_000))
        });
        let nodes = nodes.collect();
        let bucket = Bucket::new(luck.below(1_000));
        Self {
            seed,
            circumstances,
            luck,
            now_ms: 0,
            bucket,
            streams: (0..SHARDS).map(|_| Stream::default()).collect(),
            nodes,
            flights: Vec::new(),
            appends: Vec::new(),
            last_number: 0,
            acknowledged: vec![Vec::new(); SHARDS],
            overlaps: 0,
        }
    }

    /// Lets time pass until this moment. After every step the journals are looked at, and who believes to be the owner.
    pub(super) fn run_until(&mut self, end_ms: u64) {
        while self.now_ms < end_ms {
            self.now_ms += TICK_MS;
            if self.now_ms < self.circumstances.faults_ms {
                self.harm();
            }
            self.deliver();
            for node in 0..self.nodes.len() {
                self.live(node);
            }
            self.overlaps += (0..SHARDS)
                .map(|it| u64::from(self.owners(it).len() > 1))
                .sum::<u64>();
        }
    }

    /// The end of all faults: everybody runs, everything is reached, every shard is wanted.
    pub(super) fn heal(&mut self) {
        let now_ms = self.now_ms;
        for (number, node) in self.nodes.iter_mut().enumerate() {
            node.network = Network::Whole;
            match node.state {
                State::Running | State::Stopped(_) => node.state = State::Running,
                State::Dead(_) => node.restart(number),
            }
            let local_ms = node.local_ms(now_ms);
            for lease in &mut node.leases {
                lease.set_wanted(true, local_ms);
            }
        }
    }

    /// The nodes whose clock lets them believe that they may serve a shard, stopped ones included.
    pub(super) fn owners(&self, shard: usize) -> Vec<usize> {
        let believes = |it: &&Node| {
            let is_alive = !matches!(it.state, State::Dead(_));
            is_alive && it.leases[shard].epoch(it.local_ms(self.now_ms)).is_some()
        };
        let nodes = self.nodes.iter().enumerate();
        nodes
            .filter(|(_, it)| believes(it))
            .map(|(number, _)| number)
            .collect()
    }

    /// Checks the journals: what was acknowledged is there in order, and each record belongs to the owner of its time.
    pub(super) fn check_streams(&self) -> u64 {
        for (stream, acknowledged) in self.streams.iter().zip(&self.acknowledged) {
            stream.check(self.seed);
            let mut records = stream.records.iter();
            for number in acknowledged {
                let is_there = records.any(|it| it.number == *number);
                assert!(is_there, "seed {}: {number} is lost", self.seed);
            }
        }
        self.streams.iter().map(|it| it.refusals).sum()
    }

    fn harm(&mut self) {
        for number in 0..self.nodes.len() {
            let (now_ms, draw) = (self.now_ms, self.luck.below(4_000));
            let until_ms = now_ms + self.drawn_time();
            let node = &mut self.nodes[number];
            let is_running = node.state == State::Running;
            match draw {
                0..10 if is_running => node.state = State::Stopped(until_ms),
                10..16 if is_running => node.state = State::Dead(until_ms),
                16..24 => node.network = Network::Cut { until_ms },
                24..32 => {
                    let since_ms = now_ms;
                    node.network = Network::Minority { since_ms, until_ms };
                }
                32..46 if is_running => {
                    let (shard, is_wanted) = (usize::from(draw % 2 == 0), draw < 42);
                    let local_ms = node.local_ms(now_ms);
                    node.leases[shard].set_wanted(is_wanted, local_ms);
                }
                _ => {}
            }
        }
    }

    /// A span that is often short and sometimes much longer than a lease.
    fn drawn_time(&mut self) -> u64 {
        let most_ms = [300, 3_000, 16_000, 40_000][usize::try_from(self.luck.below(4)).unwrap()];
        self.luck.below(most_ms)
    }

    fn is_harmful(&self) -> bool {
        self.now_ms < self.circumstances.faults_ms
    }

    /// How long a message takes; `None` if it is lost.
    fn drawn_delay(&mut self) -> Option<u64> {
        if !self.is_harmful() {
            return Some(self.luck.below(40));
        }
        match self.luck.below(100) {
            0..12 => None,
            12..20 => Some(self.luck.below(40_000)),
            20..40 => Some(self.luck.below(2_000)),
            _ => Some(self.luck.below(40)),
        }
    }

    /// Carries out what has arrived at the store and the journals, in the order of arrival.
    fn deliver(&mut self) {
        let now_ms = self.now_ms;
        let mut arrived: Vec<Flight> = self
            .flights
            .extract_if(.., |it| it.arrives_ms <= now_ms)
            .collect();
        arrived.sort_by_key(|it| it.arrives_ms);
        for flight in arrived {
            let request = &flight.numbered.request;
            let at_ms = match self.nodes[flight.node].network {
                Network::Minority { since_ms, .. } if *request == StoreRequest::Get => {
                    since_ms.max(now_ms.saturating_sub(STALE_MS_MAX))
                }
                Network::Whole | Network::Cut { .. } | Network::Minority { .. } => now_ms,
            };
            let answer = if at_ms < now_ms {
                StoreAnswer::Found(self.bucket.read(at_ms, flight.shard))
            } else {
                self.bucket.carry_out(now_ms, flight.shard, request)
            };
            let node = &mut self.nodes[flight.node];
            if let Some(answer_ms) = flight.answer_ms
                && node.start == flight.start
            {
                let answer = (
                    now_ms + answer_ms,
                    flight.shard,
                    flight.numbered.number,
                    answer,
                );
                node.answers.push(answer);
            }
        }
        let mut arrived: Vec<Append> = self
            .appends
            .extract_if(.., |it| it.arrives_ms <= now_ms)
            .collect();
        arrived.sort_by_key(|it| it.arrives_ms);
        for append in arrived {
            let is_done = self.streams[append.shard].append(append.expected, append.record);
            let node = &mut self.nodes[append.node];
            if node.start == append.start && !matches!(node.state, State::Dead(_)) {
                let result = append.is_answered.then_some(is_done);
                let written = node.writers[append.shard].appended(append.record.number, result);
                self.acknowledged[append.shard].extend(written);
            }
        }
    }

    /// A node's turn.
    fn live(&mut self, number: usize) {
        let now_ms = self.now_ms;
        let node = &mut self.nodes[number];
        match node.state {
            State::Stopped(until_ms) if until_ms <= now_ms => node.state = State::Running,
            State::Dead(until_ms) if until_ms <= now_ms => node.restart(number),
            State::Running | State::Stopped(_) | State::Dead(_) => {}
        }
        if let Network::Cut { until_ms } | Network::Minority { until_ms, .. } = node.network
            && until_ms <= now_ms
        {
            node.network = Network::Whole;
        }
        if node.state != State::Running {
            return;
        }
        node.take_answers(now_ms);
        for shard in 0..SHARDS {
            let node = &mut self.nodes[number];
            let local_ms = node.local_ms(now_ms);
            if let Some(numbered) = node.leases[shard].next(local_ms) {
                node.waiting[shard] = Some((numbered.number, local_ms + ANSWER_MS_MAX));
                self.send(number, shard, numbered);
            }
            self.write(number, shard);
        }
    }

    fn send(&mut self, number: usize, shard: usize, numbered: Numbered) {
        let (there, back) = (self.drawn_delay(), self.drawn_delay());
        let is_lost = match self.nodes[number].network {
            Network::Whole => false,
            Network::Cut { .. } => true,
            Network::Minority { .. } => numbered.request != StoreRequest::Get,
        };
        if let Some(delay_ms) = there.filter(|_| !is_lost) {
            self.flights.push(Flight {
                arrives_ms: self.now_ms + delay_ms,
                node: number,
                start: self.nodes[number].start,
                shard,
                numbered,
                answer_ms: back,
            });
        }
    }

    /// The writer of a shard does what the lease lets it do.
    fn write(&mut self, number: usize, shard: usize) {
        let delay_ms = self.drawn_delay();
        let is_answered = self.luck.below(10) > 0 || !self.is_harmful();
        let Self { nodes, streams, .. } = self;
        let node = &mut nodes[number];
        let local_ms = node.local_ms(self.now_ms);
        let writer = &mut node.writers[shard];
        writer.follow(node.leases[shard].epoch(local_ms));
        if !matches!(node.network, Network::Whole) {
            return;
        }
        if writer.must_read() {
            let found = writer.read(&streams[shard].records);
            self.acknowledged[shard].extend(found);
            return;
        }
        self.last_number += 1;
        let Some((expected, record)) = writer.next(number, self.last_number) else {
            return;
        };
        let Some(delay_ms) = delay_ms else {
            writer.appended(record.number, None);
            return;
        };
        // What takes longer counts as unknown, and may arrive all the same.
        if delay_ms > ANSWER_MS_MAX {
            writer.appended(record.number, None);
        }
        self.appends.push(Append {
            arrives_ms: self.now_ms + delay_ms,
            node: number,
            start: node.start,
            shard,
            expected,
            record,
            is_answered: is_answered && delay_ms <= ANSWER_MS_MAX,
        });
    }
}

impl Node {
    fn new(number: u64, rate: u64, offset_ms: u64) -> Self {
        let holder = |start| Holder {
            node: format!("node-{number}"),
            start,
        };
        let mut leases = vec![Lease::new(holder(0)); SHARDS];
        for lease in &mut leases {
            lease.set_wanted(true, offset_ms);
        }
        Self {
            start: 0,
            rate,
            offset_ms,
            state: State::Running,
            network: Network::Whole,
            leases,
            writers: vec![Writer::default(); SHARDS],
            waiting: vec![None; SHARDS],
            answers: Vec::new(),
        }
    }

    /// A new process: its clock begins elsewhere, and it remembers nothing.
    fn restart(&mut self, number: usize) {
        let (start, network) = (self.start + 1, self.network);
        let mut fresh = Self::new(u64::try_from(number).unwrap(), self.rate, 0);
        let holder = Holder {
            node: format!("node-{number}"),
            start,
        };
        fresh.leases = vec![Lease::new(holder); SHARDS];
        for lease in &mut fresh.leases {
            lease.set_wanted(true, 0);
        }
        (fresh.start, fresh.network) = (start, network);
        *self = fresh;
    }

    fn local_ms(&self, now_ms: u64) -> u64 {
        self.offset_ms + now_ms * self.rate / 1_000
    }

    /// Takes the answers that have come, late ones too, and gives up waiting for others.
    fn take_answers(&mut self, now_ms: u64) {
        let local_ms = self.local_ms(now_ms);
        let came = self.answers.extract_if(.., |it| it.0 <= now_ms);
        for (_, shard, number, answer) in came {
            self.waiting[shard].take_if(|it| it.0 == number);
            self.leases[shard].answered(local_ms, number, &answer);
        }
        for (waiting, lease) in self.waiting.iter_mut().zip(&mut self.leases) {
            if let Some((number, _)) = waiting.take_if(|it| it.1 <= local_ms) {
                lease.answered(local_ms, number, &StoreAnswer::Unknown);
            }
        }
    }
}
