//! A session's dealings with accounts: who somebody proves to be, and what that person wants of the account.
//!
//! Law kept here: a challenge is good for one attempt, on the connection to which it was sent.

use std::net::{IpAddr, Ipv4Addr};

use dicehall_engine::lobby::AccountId;
use dicehall_protocol::looks::looks;
use dicehall_protocol::{
    AccountCode, AccountCommand, AccountKey, AccountView, Reply, ServerMessage,
};
use tokio::time::Instant;

use super::Session;
use crate::admission::accounts::places::Place;
use crate::admission::accounts::store::Begun;
use crate::admission::accounts::{
    Account, Accounts, Asked, Named, Proof, Said, Signed, SignedProof,
};
use crate::refusal::Refusal;
use crate::session::transport::Transport;

/// Waits until the key is taken away by which the connection has signed in, or by which its person came into the lobby; for ever
/// if there is none.
pub(super) async fn cut_off(account: &mut Option<Box<Account>>, seat: &mut Option<Box<Place>>) {
    tokio::select! {
        biased;
        () = closed(account.as_mut().map(|it| &mut it.place)) => {}
        () = closed(seat.as_deref_mut()) => {}
    }
}

async fn closed(place: Option<&mut Place>) {
    match place {
        Some(place) => place.closed().await,
        None => std::future::pending().await,
    }
}

impl<T: Transport> Session<T> {
    /// Carries out a command about the person's account; returns the answer.
    pub(super) async fn handle_account(
        &mut self,
        id: u64,
        command: AccountCommand,
    ) -> Result<ServerMessage, Refusal> {
        match command {
            AccountCommand::SignIn {
                key,
                signature,
                certificate,
                code,
            } => {
                let proof = SignedProof {
                    key,
                    signature,
                    certificate,
                };
                self.sign_in(id, Proof::Signed(proof), code).await
            }
            AccountCommand::SignInBySecret {
                secret,
                begins,
                code,
            } => {
                let proof = Proof::Secret { secret, begins };
                self.sign_in(id, proof, code).await
            }
            AccountCommand::SignInByDoor {
                key,
                door,
                signature,
                certificate,
                begins,
                code,
            } => {
                let by = SignedProof {
                    key: door,
                    signature,
                    certificate,
                };
                let proof = Proof::ByDoor { key, by, begins };
                self.sign_in(id, proof, code).await
            }
            AccountCommand::MyAccount => self.tell_account(id).await,
            AccountCommand::KeepName => self.keep_name(id).await,
            AccountCommand::RevokeKey { key } => self.revoke_key(id, key).await,
            AccountCommand::NewLinkCode => self.new_link_code(id).await,
            AccountCommand::NewRescueCodes => self.new_rescue_codes(id).await,
            AccountCommand::ForgetAccount => self.forget_account(id).await,
        }
    }

    /// Finds out by a proof who somebody is.
    async fn sign_in(
        &mut self,
        id: u64,
        proof: Proof,
        code: Option<AccountCode>,
    ) -> Result<ServerMessage, Refusal> {
        let accounts = self.context.accounts.as_ref().ok_or(Refusal::NO_ACCOUNTS)?;
        if self.account.is_some() {
            return Err(Refusal::SIGNED_IN);
        }
        let challenge = self.challenge.take().ok_or(Refusal::BAD_SIGNATURE)?;
        let certificate = match &self.relayed {
            Some(relayed) => relayed.certificate,
            None => accounts.certificate(),
        };
        let asked = Asked {
            challenge: *challenge,
            certificate,
        };
        let signed = match code {
            Some(code) => self.add_device(&asked, proof, code).await?,
            None => self.enter_account(&asked, proof).await?,
        };
        let view = accounts.view(&signed.account).await?;
        tracing::info!(account = %signed.account.id, new = signed.is_new, "signed in");
        self.account = Some(Box::new(signed.account));
        Ok(answer(id, view))
    }

    /// Finds or begins the account of a key.
    async fn enter_account(&self, asked: &Asked, proof: Proof) -> Result<Signed, Refusal> {
        let accounts = self.context.accounts.as_ref().ok_or(Refusal::NO_ACCOUNTS)?;
        let named = self.named()?;
        let network = self.counted_network(&proof);
        let limits = &self.context.address_limits;
        let begun = Begun {
            named,
            is_wanted: proof.begins(),
            may: limits.may_begin_account(network),
            now: self.context.entropy.unix_seconds(),
        };
        let signed = accounts.sign_in(asked, proof, begun).await?;
        if signed.is_new {
            limits.count_account(network);
        }
        Ok(signed)
    }

    /// Adds a key to the account for which a code was made, if not too many codes were tried.
    async fn add_device(
        &self,
        asked: &Asked,
        proof: Proof,
        code: AccountCode,
    ) -> Result<Signed, Refusal> {
        let accounts = self.context.accounts.as_ref().ok_or(Refusal::NO_ACCOUNTS)?;
        let network = self.counted_network(&proof);
        let limits = &self.context.address_limits;
        if self.limits.is_some() {
            limits.take_device_code(network)?;
        }
        let said = Said {
            code,
            at: Instant::now(),
            now: self.context.entropy.unix_seconds(),
        };
        let added = accounts.add_device(asked, proof, said).await;
        if added.as_ref().err() != Some(&Refusal::BAD_CODE) && self.limits.is_some() {
            limits.give_device_code_back(network);
        }
        added
    }

    /// The network whose attempts are counted; `None` for this machine, and on a server without limits of rate. Guests of a door
    /// on this machine that tells no address count together.
    fn counted_network(&self, proof: &Proof) -> Option<IpAddr> {
        let of_door = proof.is_by_door().then_some(Ipv4Addr::LOCALHOST.into());
        let network = self.pass.network().or(of_door);
        network.filter(|_| self.limits.is_some())
    }

    /// Tells a code for another device of the person.
    async fn new_link_code(&self, id: u64) -> Result<ServerMessage, Refusal> {
        let (accounts, account) = self.own_account()?;
        let entropy = &self.context.entropy;
        let code = accounts.new_link_code(account, entropy, Instant::now());
        Ok(accepted(id, Some(Reply::LinkCode(code.await?))))
    }

    /// Tells codes for paper by which the person may come back.
    async fn new_rescue_codes(&self, id: u64) -> Result<ServerMessage, Refusal> {
        let (accounts, account) = self.own_account()?;
        let codes = accounts.new_rescue_codes(account, &self.context.entropy);
        Ok(accepted(id, Some(Reply::RescueCodes(codes.await?))))
    }

    /// Tells all that is kept of the person's account.
    async fn tell_account(&self, id: u64) -> Result<ServerMessage, Refusal> {
        let (accounts, account) = self.own_account()?;
        Ok(answer(id, accounts.view(account).await?))
    }

    /// Keeps the name of the hello for the person's account.
    async fn keep_name(&self, id: u64) -> Result<ServerMessage, Refusal> {
        let (accounts, account) = self.own_account()?;
        let named = self.named()?;
        accounts.keep_name(account, named).await?;
        self.tell_account(id).await
    }

    /// Takes a key away from the person's account.
    async fn revoke_key(&self, id: u64, key: AccountKey) -> Result<ServerMessage, Refusal> {
        let (accounts, account) = self.own_account()?;
        let now = self.context.entropy.unix_seconds();
        accounts.revoke(account, key, now).await?;
        Ok(accepted(id, None))
    }

    /// Removes the person's account.
    async fn forget_account(&self, id: u64) -> Result<ServerMessage, Refusal> {
        let (accounts, account) = self.own_account()?;
        accounts.forget(account).await?;
        Ok(accepted(id, None))
    }

    /// The account that the person has proved to have; `None` for a guest.
    pub(super) fn account_id(&self) -> Option<AccountId> {
        self.account.as_ref().map(|it| it.id)
    }

    /// Refuses a name that is kept for somebody else.
    pub(super) fn check_kept(&self, name: &str) -> Result<(), Refusal> {
        match &self.context.accounts {
            Some(accounts) => accounts.check_name(&looks(name), self.account_id()),
            None => Ok(()),
        }
    }

    /// The name of the hello.
    fn named(&self) -> Result<Named, Refusal> {
        let name = self.name.clone().ok_or(Refusal::HELLO_FIRST)?;
        Ok(Named {
            looks: looks(&name),
            name,
        })
    }

    fn own_account(&self) -> Result<(&Accounts, &Account), Refusal> {
        let accounts = self.context.accounts.as_ref().ok_or(Refusal::NO_ACCOUNTS)?;
        let account = self.account.as_ref().ok_or(Refusal::NOT_SIGNED_IN)?;
        Ok((accounts, account))
    }
}

fn answer(id: u64, view: AccountView) -> ServerMessage {
    accepted(id, Some(Reply::Account(view)))
}

fn accepted(id: u64, reply: Option<Reply>) -> ServerMessage {
    ServerMessage::Accepted {
        id,
        revision: None,
        reply,
    }
}
