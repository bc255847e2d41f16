import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server on a port of this machine, as a test sees it. */
export interface FakeSmtp {
  readonly url: string;
  /** Each line that it was told. */
  readonly lines: string[];
  /** Who mail was taken for, the first first. */
  readonly taken: string[];
  /** How many connections there were. */
  readonly connections: () => number;
  /** How many mails were under way at once. */
  readonly most: () => number;
  /** Takes no mail until so many are under way. */
  readonly waitFor: (count: number) => void;
  /** Breaks every connection. */
  readonly breakOff: () => void;
  readonly close: () => Promise<void>;
}

/** @param refuse what a line begins with that is refused */
export async function startFakeSmtp(refuse?: string): Promise<FakeSmtp> {
  const lines: string[] = [];
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  let connections = 0;
  let most = 0;
  let wanted = 0;

  function take(socket: Socket, to: string): void {
    waiting.add(() => {
      taken.push(to);
      socket.write('250 taken\r\n');
    });
    most = Math.max(most, waiting.size);
    if (waiting.size < wanted) return;
    wanted = 0;
    // Later, so that all that come together count as at once.
    setImmediate(() => {
      for (const answer of waiting) answer();
      waiting.clear();
    });
  }

  function serve(socket: Socket): void {
    let rest = '';
    let inData = false;
    let to = '';
    const answer = (line: string): void => {
      lines.push(line);
      if (inData && line !== '.') return;
      if (inData) {
        inData = false;
        return take(socket, to);
      }
      const verb = line.split(/[ :]/)[0]?.toUpperCase();
      if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
      if (refuse !== undefined && line.startsWith(refuse)) socket.write('550 no such person\r\n');
      else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else socket.write(verb === 'DATA' ? '354 go on\r\n' : '250 fine\r\n');
      inData = verb === 'DATA';
    };
    socket.setEncoding('utf8').write('220 test\r\n');
    socket.on('data', (chunk: string) => {
      const parts = `${rest}${chunk}`.split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts.filter(Boolean)) answer(line);
    });
  }

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const breakOff = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    lines,
    taken,
    connections: () => connections,
    most: () => most,
    waitFor(count) {
      wanted = count;
    },
    breakOff,
    async close() {
      breakOff();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
