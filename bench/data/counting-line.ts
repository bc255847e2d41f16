import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { listenOnFreePort } from '../../scripts/lib/free-port.ts';

export const KINDS = [
  'documents',
  'scripts',
  'styles',
  'fonts',
  'pictures',
  'videos',
  'api',
  'other',
] as const;
export type Kind = (typeof KINDS)[number];

/** Byte counts include the headers, in the form of HTTP/1.1. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly kind: Kind;
  readonly upBytes: number;
  readonly downBytes: number;
}

export type CountingLine = Awaited<ReturnType<typeof openCountingLine>>;

const BY_TYPE: readonly (readonly [RegExp, Kind])[] = [
  [/^text\/html/, 'documents'],
  [/javascript/, 'scripts'],
  [/^text\/css/, 'styles'],
  [/^font\//, 'fonts'],
  [/^image\//, 'pictures'],
  [/^video\//, 'videos'],
];
const BY_PATH: readonly (readonly [RegExp, Kind])[] = [
  [/^\/api\//, 'api'],
  // JSON assets contain the app's code for the first visit or report that it has not changed.
  [/^\/assets\/.+\.json$|\.js$/, 'scripts'],
  [/\.css$/, 'styles'],
  [/\.woff2$/, 'fonts'],
  [/^\/(?:covers|icons)\//, 'pictures'],
];

function kindOf(path: string, contentType: string): Kind {
  const api = path.startsWith('/api/');
  const byType = BY_TYPE.find(([pattern]) => pattern.test(contentType))?.[1];
  if (byType && !api) return byType;
  return BY_PATH.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}

const headBytes = (firstLine: string, { rawHeaders }: IncomingMessage): number =>
  Buffer.byteLength(firstLine) +
  4 +
  // A field is `name: value\r\n`; `rawHeaders` lists names and values alternately.
  rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 0);

function countBody(message: IncomingMessage): () => number {
  let bytes = 0;
  message.on('data', (chunk: Buffer) => (bytes += chunk.length));
  return () => bytes;
}

/** The proxy is outside the browser, so it also sees requests of workers and the service worker. */
export async function openCountingLine(target: string) {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  let exchanges: Exchange[] = [];
  let underWay = 0;
  let lastAtMs = performance.now();

  const server = createServer((asked, answer) => {
    const { method = '', url: path = '' } = asked;
    const askedBytes = countBody(asked);
    underWay += 1;
    answer.on('close', () => {
      underWay -= 1;
      lastAtMs = performance.now();
    });
    const options = { hostname, port, method, path, headers: asked.rawHeaders, agent };
    const upstream = request(options, (answered) => {
      const { statusCode: status = 0, statusMessage = '', rawHeaders } = answered;
      const answeredBytes = countBody(answered);
      answered.on('end', () =>
        exchanges.push({
          method,
          path,
          status,
          kind: kindOf(path, answered.headers['content-type'] ?? ''),
          upBytes: headBytes(`${method} ${path} HTTP/1.1`, asked) + askedBytes(),
          downBytes: headBytes(`HTTP/1.1 ${status} ${statusMessage}`, answered) + answeredBytes(),
        }),
      );
      answer.writeHead(status, statusMessage, rawHeaders);
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
