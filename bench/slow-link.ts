import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { listenOnFreePort } from '../scripts/lib/free-port.ts';

/** The round-trip time is added to each new connection and each exchange. */
export const POOR_LINE = { roundTripMs: 400, kilobitsPerSecond: 400 };

/** @returns when so many bytes arrive, on the clock of `performance.now()` */
function openLane(): (bytes: number) => number {
  let freeAtMs = 0;
  return (bytes) => {
    const sendingMs = (bytes * 8) / POOR_LINE.kilobitsPerSecond;
    freeAtMs = Math.max(freeAtMs, performance.now()) + sendingMs;
    return freeAtMs + POOR_LINE.roundTripMs / 2;
  };
}

/** Deliveries stay in order, because bytes must not overtake each other. */
class Mailbox {
  readonly #queue: { readonly dueMs: number; readonly deliver: () => void }[] = [];
  #lastDueMs = 0;
  #waiting = false;

  put(dueMs: number, deliver: () => void): void {
    this.#lastDueMs = Math.max(this.#lastDueMs, dueMs);
    this.#queue.push({ dueMs: this.#lastDueMs, deliver });
    if (!this.#waiting) this.#work();
  }

  #work(): void {
    this.#waiting = false;
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      const remainingMs = next.dueMs - performance.now();
      if (remainingMs > 0) {
        this.#waiting = true;
        setTimeout(() => this.#work(), remainingMs);
        return;
      }
      this.#queue.shift();
      next.deliver();
    }
  }
}

/** Small packets keep one large file from blocking the others. */
const PACKET_BYTES = 1460;

function relay(from: Socket, to: Socket, arrivalMs: (bytes: number) => number): void {
  const mailbox = new Mailbox();
  from.on('data', (chunk: Buffer) => {
    for (let start = 0; start < chunk.length; start += PACKET_BYTES) {
      const packet = chunk.subarray(start, start + PACKET_BYTES);
      mailbox.put(arrivalMs(packet.length), () => {
        if (to.writable) to.write(packet);
      });
    }
  });
  from.on('end', () => mailbox.put(0, () => to.end()));
}

/**
 * The link is outside the browser, so that it also slows workers and the service worker.
 * @param isSlow whether bytes that come now are slowed
 */
export async function openSlowLink(
  target: string,
  isSlow: () => boolean = () => true,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const { protocol, hostname, port } = new URL(target);
  const [up, down] = [openLane(), openLane()];
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const handshakeEndsMs = performance.now() + POOR_LINE.roundTripMs;
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    relay(client, upstream, (bytes) => (isSlow() ? Math.max(handshakeEndsMs, up(bytes)) : 0));
    relay(upstream, client, (bytes) => (isSlow() ? down(bytes) : 0));
  });
  const listeningPort = await listenOnFreePort(server);

  return {
    url: `${protocol}//localhost:${listeningPort}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
