// Whether the server lets this page connect. Called by `link.js` when no connection could be opened: a browser does not tell a page why.

/**
 * True if the server has said that pages of this address may not connect. So it is behind a proxy that leaves the port out of the
 * address, or has a name that the server was not told.
 * @param {string} url of the websocket
 */
export async function isForbidden(url) {
  try {
    const headers = { "Dicehall-Page": location.origin };
    const answer = await fetch(url.replace(/^ws/, "http"), { headers, cache: "no-store" });
    return (await answer.text()) === "forbidden";
  } catch {
    return false;
  }
}
