//! The troubles of a storm: the server, the network, the disk and the records break.

use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_engine::dice::pick;
use dicehall_server::Fault;
use tokio::time::sleep;

use super::{History, Season, Who};

/// The longest time, in milliseconds, that reading a stream takes when a server is to die while it reads.
const SLOW_REPLAY_MS_MAX: u64 = 400;
/// How long the disk may do nothing at all, in milliseconds.
const HANGS_MS: [u64; 4] = [2_000, 5_000, 10_000, 30_000];

impl History {
    /// Causes a random trouble.
    pub(super) async fn trouble(&mut self) {
        let whose = usize::try_from(self.luck.below(8)).unwrap() % self.world.plan.people;
        match self.luck.below(16) {
            0..=2 => {
                self.kill().await;
                self.wait(1_000).await;
                self.start_server().await;
            }
            3 => {
                self.stop().await;
                self.start_server().await;
            }
            4 => self.cut(Some(whose)),
            5 => self.cut(None),
            6 => self.partition(Some(whose)).await,
            7 => self.partition(None).await,
            8 | 9 => {
                self.fail(Fault::Sometimes {
                    io: 30,
                    unknown: 30,
                })
                .await;
            }
            10 => self.fail(Fault::Io).await,
            11 => self.damage(whose).await,
            12 | 13 => self.die_while_reading().await,
            14 => self.hang().await,
            _ => self
                .world
                .network
                .delay(pick(&[0, 20, 400], &mut self.luck).unwrap()),
        }
    }

    /// Ends all troubles.
    pub(super) fn heal(&mut self) {
        self.journal.set(Fault::None);
        self.world.network.hold(None, false);
        self.world.network.delay(5);
        self.world.turn(Season::Calm);
        self.fate("calm");
    }

    /// Adds a step about what happens.
    pub(super) fn fate(&self, what: &str) {
        self.world.tell(Who::Fate, what.to_owned());
    }

    /// Stops the server as an operator would.
    pub(super) async fn stop(&mut self) {
        self.fate("the server is asked to end");
        self.world.network.close();
        if let Some(server) = self.server.take() {
            server.end().await;
        }
    }

    async fn kill(&mut self) {
        self.fate("the server is killed");
        self.world.count(|it| it.kills += 1);
        self.world.network.close();
        self.world.network.cut(None);
        if let Some(server) = self.server.take() {
            server.kill().await;
        }
    }

    /// Kills a server while it reads its journal, and the one after it too.
    async fn die_while_reading(&mut self) {
        self.kill().await;
        let usual = self.journal.delay(SLOW_REPLAY_MS_MAX);
        for _ in 0..=self.luck.below(2) {
            self.start_server().await;
            sleep(Duration::from_millis(
                self.luck.below(SLOW_REPLAY_MS_MAX / 2),
            ))
            .await;
            if self.journal.reading() > 0 {
                self.world
                    .count(|it| it.sign("killed while it reads its journal"));
            }
            self.kill().await;
        }
        self.journal.delay(usual);
        self.start_server().await;
    }

    /// Damages the lobby of a person's table while the server is down.
    async fn damage(&mut self, whose: usize) {
        self.kill().await;
        let lobby = self.world.code(whose % self.world.plan.tables);
        // A second damage could undo the first: two records that are swapped twice are as they were.
        let lobby = lobby.filter(|it| !self.damaged.contains_key(it));
        if let Some(lobby) = lobby.filter(|it| self.journal.damage(*it)) {
            self.fate(&format!("the records of {lobby} are damaged"));
            self.world.count(|it| it.damages += 1);
            self.world.oracle().damage(lobby);
            self.damaged.insert(lobby, self.journal.stored(lobby));
        }
        self.wait(1_000).await;
        self.start_server().await;
    }

    fn cut(&self, whose: Option<usize>) {
        self.fate(&format!("connections are cut: {whose:?}"));
        self.world.network.cut(whose);
    }

    async fn partition(&mut self, whose: Option<usize>) {
        self.fate(&format!("connections are held up: {whose:?}"));
        self.world.network.hold(whose, true);
        self.wait(4_000).await;
        if self.luck.below(2) == 0 {
            self.cut(whose);
        }
        self.fate("connections go on");
        self.world.network.hold(whose, false);
    }

    async fn fail(&mut self, fault: Fault) {
        self.fate(&format!("the journal does {fault:?}"));
        self.journal.set(fault);
        self.world.fill(fault == Fault::Io);
        self.wait(3_000).await;
        if self.luck.below(4) == 0 {
            self.kill().await;
            self.start_server().await;
        }
        self.fate("the journal does what it should");
        self.world.fill(false);
        self.journal.set(Fault::None);
    }

    /// Lets the disk do nothing for a while; nothing fails, and it goes on.
    async fn hang(&mut self) {
        let pause = pick(&HANGS_MS, &mut self.luck).unwrap();
        self.fate(&format!("the disk hangs for {pause} ms"));
        self.world.count(|it| {
            it.sign(if pause < 30_000 {
                "the disk hangs"
            } else {
                "the disk hangs for 30 s"
            });
        });
        self.journal.hang(pause);
        self.wait(pause).await;
    }
}
