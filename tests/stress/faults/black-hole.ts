import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A way to a database that can fall silent: nothing is refused, nothing is closed, nothing comes through. */
export interface BlackHole {
  /** The database's URL by this way. */
  readonly url: string;
  /** Swallows whatever is sent from now on, on open connections and on new ones. */
  swallow(): void;
  /** Lets new connections through again. Those that were open stay silent, as after a failover. */
  heal(): void;
  close(): Promise<void>;
}

/** Opens a way to the database at `url`. */
export async function openBlackHole(url: string): Promise<BlackHole> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const cut = (): void => {
    for (const socket of sockets) socket.removeAllListeners('data').resume();
  };
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    hold(client);
    if (isSilent) {
      client.resume();
      return;
    }
    const database = connect(Number(target.port), target.hostname);
    hold(database);
    client.on('data', (chunk) => database.write(chunk)).on('close', () => database.destroy());
    database.on('data', (chunk) => client.write(chunk)).on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const way = new URL(url);
  way.hostname = '127.0.0.1';
  way.port = String((server.address() as AddressInfo).port);
  return {
    url: way.href,
    swallow() {
      isSilent = true;
      cut();
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
