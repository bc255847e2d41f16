import { createServer, connect, type Socket } from 'node:net';

import { listenOnFreePort } from '../../../scripts/lib/free-port.ts';

/** A way to a database that can fall silent: nothing is refused, nothing is closed, nothing comes through. */
export interface BlackHole {
  /** The database's URL by this way. */
  readonly url: string;
  /** Swallows whatever is sent from now on, on open connections and on new ones, the end of one included. */
  swallow(): void;
  /** Lets new connections through again. Those that were open stay silent, as after a failover. */
  heal(): void;
  close(): Promise<void>;
}

/** Opens a way to the database at `url`. */
export async function openBlackHole(url: string): Promise<BlackHole> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  /** Ways that were open when it fell silent: neither side hears of the other again. */
  let way = { isCut: false };
  let isSilent = false;
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const pass = (from: Socket, to: Socket, on: typeof way): void => {
    from
      .on('data', (chunk) => {
        if (!on.isCut) to.write(chunk);
      })
      .on('close', () => {
        if (!on.isCut) to.destroy();
      });
  };
  const server = createServer((client) => {
    hold(client);
    if (isSilent) {
      client.resume();
      return;
    }
    const database = connect(Number(target.port), target.hostname);
    hold(database);
    pass(client, database, way);
    pass(database, client, way);
  });
  const port = await listenOnFreePort(server);
  const entrance = new URL(url);
  entrance.hostname = '127.0.0.1';
  entrance.port = String(port);
  return {
    url: entrance.href,
    swallow() {
      isSilent = true;
      way.isCut = true;
      way = { isCut: false };
    },
    heal() {
      isSilent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
