//! A session's dealings with accounts: who somebody proves to be, and what that person wants of the account.
//!
//! Law kept here: a challenge is good for one attempt, on the connection to which it was sent.

use dicehall_engine::lobby::AccountId;
use dicehall_protocol::looks::looks;
use dicehall_protocol::{AccountCommand, AccountKey, AccountView, Reply, ServerMessage};

use super::Session;
use crate::admission::accounts::store::Begun;
use crate::admission::accounts::{Account, Accounts, Named, Proof};
use crate::refusal::Refusal;
use crate::session::transport::Transport;

/// Waits until the key by which the connection has signed in is taken away; for ever if it has not.
pub(super) async fn cut_off(account: &mut Option<Box<Account>>) {
    match account {
        Some(account) => account.place.closed().await,
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
            } => {
                let proof = Proof {
                    key,
                    signature,
                    certificate,
                };
                self.sign_in(id, proof).await
            }
            AccountCommand::MyAccount => self.tell_account(id).await,
            AccountCommand::KeepName => self.keep_name(id).await,
            AccountCommand::RevokeKey { key } => self.revoke_key(id, key).await,
            AccountCommand::ForgetAccount => self.forget_account(id).await,
        }
    }

    /// Finds out by a proof who somebody is.
    async fn sign_in(&mut self, id: u64, proof: Proof) -> Result<ServerMessage, Refusal> {
        let accounts = self.context.accounts.as_ref().ok_or(Refusal::NO_ACCOUNTS)?;
        if self.account.is_some() {
            return Err(Refusal::SIGNED_IN);
        }
        let challenge = self.challenge.take().ok_or(Refusal::BAD_SIGNATURE)?;
        let named = self.named()?;
        let network = self.pass.network().filter(|_| self.limits.is_some());
        let limits = &self.context.address_limits;
        let begun = Begun {
            named,
            may: limits.may_begin_account(network),
            now: self.context.entropy.unix_seconds(),
        };
        let signed = accounts.sign_in(&challenge, proof, begun).await?;
        if signed.is_new {
            limits.count_account(network);
        }
        let view = accounts.view(&signed.account).await?;
        tracing::info!(account = %signed.account.id, new = signed.is_new, "signed in");
        self.account = Some(Box::new(signed.account));
        Ok(answer(id, view))
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
        Ok(done(id))
    }

    /// Removes the person's account.
    async fn forget_account(&self, id: u64) -> Result<ServerMessage, Refusal> {
        let (accounts, account) = self.own_account()?;
        accounts.forget(account).await?;
        Ok(done(id))
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
    ServerMessage::Accepted {
        id,
        revision: None,
        reply: Some(Reply::Account(view)),
    }
}

fn done(id: u64) -> ServerMessage {
    ServerMessage::Accepted {
        id,
        revision: None,
        reply: None,
    }
}
