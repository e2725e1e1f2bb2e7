// A reverse proxy as an operator has one: everything under a path of its own goes to a server, without that path. Called by
// `proxy.test.mjs`. Whatever does not begin with such a path is answered 404 and remembered: a page that asks for it is wrong.

import { createServer, request } from "node:http";

export class Proxy {
  /**
   * @param {Record<string, string>} servers address and port of the server behind each path, such as "/dice/"
   * @param {{dropsPort?: boolean}} [faults] whether it leaves the port out of `Host`
   */
  constructor(servers, { dropsPort = false } = {}) {
    this.dropsPort = dropsPort;
    this.servers = Object.entries(servers);
    /** The paths that were asked for. */
    this.asked = [];
    this.strays = [];
    this.http = createServer((incoming, outgoing) => this.pass(incoming, outgoing));
    this.http.on("upgrade", (incoming, socket, head) => this.upgrade(incoming, socket, head));
  }

  /** Listens; the address without a path. */
  async start() {
    await new Promise((done) => this.http.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${this.http.address().port}`;
  }

  stop() {
    this.http.closeAllConnections();
    this.http.close();
  }

  /** What the server is asked, on a connection of its own, as nginx does it; the name by which the browser knows the proxy stays in `Host`, as Caddy and
   * nginx are told to do. */
  forwarded({ method, url, headers }) {
    this.asked.push(url);
    const [prefix, server] = this.servers.find(([it]) => url.startsWith(it)) ?? [];
    if (!server) { this.strays.push(url); return null; }
    const path = `/${url.slice(prefix.length)}`;
    const [address, port] = server.split(":");
    const host = this.dropsPort ? headers.host.replace(/:\d+$/, "") : headers.host;
    return request({ host: address, port, method, headers: { ...headers, host }, path, agent: false });
  }

  pass({ method, url, headers }, outgoing) {
    const asked = this.forwarded({ method, url, headers: { ...headers, connection: "close" } });
    if (!asked) return outgoing.writeHead(404).end();
    asked.on("response", (answer) => {
      const { connection: _own, ...told } = answer.headers;
      outgoing.writeHead(answer.statusCode, told);
      answer.pipe(outgoing);
    });
    asked.on("error", () => outgoing.destroy());
    return asked.end();
  }

  upgrade(incoming, socket, head) {
    const asked = this.forwarded(incoming);
    if (!asked) return socket.destroy();
    asked.on("upgrade", (answer, far, first) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`);
      socket.write(first);
      far.write(head);
      far.pipe(socket).pipe(far);
      for (const [one, other] of [[far, socket], [socket, far]]) one.on("error", () => other.destroy()).on("close", () => other.destroy());
    });
    asked.on("response", () => socket.destroy());
    asked.on("error", () => socket.destroy());
    return asked.end();
  }
}
