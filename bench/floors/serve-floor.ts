import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { listFiles } from '../../scripts/lib/repository.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
};

export async function serveFloor(
  folder: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const bodies = new Map(
    listFiles(folder).map((file) => [
      `/${file}`,
      brotliCompressSync(readFileSync(path.join(folder, file))),
    ]),
  );
  const server = createServer((request, response) => {
    const file = request.url === '/' ? '/index.html' : (request.url ?? '');
    const body = bodies.get(file);
    if (!body) {
      response.writeHead(404).end();
      return;
    }
    const kept = file.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.writeHead(200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'content-length': body.length,
      'cache-control': kept,
    });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was assigned');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${address.port}`, stop };
}
