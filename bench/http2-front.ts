import { spawnSync } from 'node:child_process';
import { X509Certificate, createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as askOverHttp1 } from 'node:http';
import {
  type Http2Session,
  type Http2ServerRequest,
  type Http2ServerResponse,
  createSecureServer,
} from 'node:http2';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { listenOnFreePort } from '../scripts/lib/free-port.ts';
import { REPOSITORY_ROOT } from '../scripts/lib/repository.ts';

export interface Certificate {
  /** Key and certificate. */
  readonly pem: string;
  /** The flag makes Chromium trust only this certificate, with cache and service worker. */
  readonly browserFlag: string;
}

export function makeCertificate(): Certificate {
  const args =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout -';
  const {
    status,
    stdout: pem,
    stderr,
  } = spawnSync('openssl', args.split(' '), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
  const publicKey = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(publicKey).digest('base64');
  return { pem, browserFlag: `--ignore-certificate-errors-spki-list=${hash}` };
}

/** The size of a TLS record in production: a browser reads a record only when all of it is there. */
const RECORD_BYTES = Number(
  /^ *tune\.ssl\.maxrecord (\d+)$/m.exec(
    readFileSync(path.join(REPOSITORY_ROOT, 'deploy/haproxy.cfg'), 'utf8'),
  )?.[1],
);

/** HTTP/2 forbids headers of a single connection. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);
const withoutConnection = (headers: object): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers as Record<string, string | string[]>).filter(
      ([name]) => !name.startsWith(':') && !OF_CONNECTION.has(name),
    ),
  );

function pass(
  target: URL,
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
  caller: string | undefined,
): void {
  const upstream = askOverHttp1(
    {
      host: target.hostname,
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...withoutConnection(incoming.headers),
        host: incoming.authority,
        ...(caller && { 'x-forwarded-for': caller }),
      },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
      answer.pipe(outgoing);
    },
  );
  upstream.on('error', () => outgoing.stream.close());
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

/**
 * The proxy speaks HTTP/2 with TLS to the browser and HTTP/1.1 to the server, as production does.
 * @param callerAddress the address that the server is told
 */
export async function startHttp2Front(
  targetUrl: string,
  { pem }: Certificate,
  callerAddress?: () => string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const target = new URL(targetUrl);
  const sessions = new Set<Http2Session>();
  const server = createSecureServer(
    { key: pem, cert: pem, allowHTTP1: true },
    (incoming, outgoing) => pass(target, incoming, outgoing, callerAddress?.()),
  );
  server.on('secureConnection', (socket: TLSSocket) => socket.setMaxSendFragment(RECORD_BYTES));
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  const port = await listenOnFreePort(server);
  return {
    url: `https://localhost:${port}${target.pathname === '/' ? '' : target.pathname}`,
    stop: async () => {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
