//! The signals that ask the program to end.

/// Resolves when the program is asked to end: SIGTERM, SIGHUP or Ctrl-C.
pub(crate) async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [
            SignalKind::terminate(),
            SignalKind::hangup(),
            SignalKind::interrupt(),
        ];
        let [term, hangup, interrupt] = kinds.map(|kind| {
            async move {
                match signal(kind) {
                    Ok(mut signals) => {
                        signals.recv().await;
                    }
                    // A signal that cannot be watched ends the program in the default way.
                    Err(_) => std::future::pending().await,
                }
            }
        });
        tokio::select! {
            biased;
            () = term => {}
            () = hangup => {}
            () = interrupt => {}
        }
    }
    #[cfg(not(unix))]
    {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
