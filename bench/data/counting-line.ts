import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { Socket } from 'node:net';
import { listenOnFreePort } from '../../scripts/lib/free-port.ts';

/** The first that matches a path is its kind. */
const KIND_OF_PATH: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['calls', /^\/api\//],
  ['videos', /\.(?:mp4|webm)$/],
  ['pictures', /^\/(?:covers|icons)\//],
  ['styles and fonts', /\.(?:css|woff2)$/],
  // JSON assets contain the app's code for the first visit or report that it has not changed.
  ['code and checks for a newer version', /\.js(?:on)?$/],
  ['documents', /^/],
];
export const KINDS = KIND_OF_PATH.map(([kind]) => kind);

/** Both directions, headers included, in the form of HTTP/1.1. */
export interface Exchange {
  readonly kind: string;
  readonly bytes: number;
}

export type CountingLine = Awaited<ReturnType<typeof openCountingLine>>;

/** The proxy is outside the browser, so it also sees requests of workers and the service worker. */
export async function openCountingLine(target: string) {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  const counted = new WeakMap<Socket, number>();
  let exchanges: Exchange[] = [];
  let underWay = 0;
  let lastAtMs = performance.now();

  const server = createServer((asked, answer) => {
    const { method, url = '', socket } = asked;
    underWay += 1;
    answer.on('close', () => {
      underWay -= 1;
      lastAtMs = performance.now();
      const total = socket.bytesRead + socket.bytesWritten;
      const [path = ''] = url.split('?');
      const [kind = ''] = KIND_OF_PATH.find(([, pattern]) => pattern.test(path)) ?? [];
      exchanges.push({ kind, bytes: total - (counted.get(socket) ?? 0) });
      counted.set(socket, total);
    });
    const options = { hostname, port, method, path: url, headers: asked.rawHeaders, agent };
    const upstream = request(options, (answered) => {
      const { statusCode = 0, statusMessage = '', rawHeaders } = answered;
      answer.writeHead(statusCode, statusMessage, rawHeaders);
      answered.pipe(answer);
      answered.on('error', () => answer.destroy());
    });
    upstream.on('error', () => answer.destroy());
    answer.on('close', () => upstream.destroy());
    asked.pipe(upstream);
  });
  const listeningPort = await listenOnFreePort(server);

  return {
    url: `http://localhost:${listeningPort}`,
    take: (): readonly Exchange[] => {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    quietForMs: () => (underWay > 0 ? 0 : performance.now() - lastAtMs),
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
