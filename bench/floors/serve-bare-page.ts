import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import { Router } from 'wouter';
import { listenOnFreePort } from '../../scripts/lib/free-port.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { BARE_STYLES, BarePage } from './bare-page.ts';

const SCRIPT = '/assets/app-0.js';
const START =
  `requestAnimationFrame(()=>setTimeout(()=>import('${SCRIPT}')));` +
  "addEventListener('load',()=>navigator.serviceWorker.register('/sw.js'))";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
};

function page(title: string, ssrPath: string): string {
  const at = { ssrPath, children: createElement(BarePage) };
  const body = renderToString(createElement(Router, at));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><meta name="description" content="A bare page to compare with."><link rel="icon" href="data:,">
<style>${BARE_STYLES}</style></head><body><div id="root">${body}</div><script>${START}</script></body></html>`;
}

async function bundle(source: string, format: 'es' | 'iife', define = {}): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: path.join(import.meta.dirname, source), output: { format } },
    },
  });
  const outputs = Array.isArray(built) ? built.flatMap(({ output }) => output) : [];
  const single = 'output' in built ? built.output : outputs;
  const chunk = single.find((output) => output.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error(`${source} did not build`);
  return chunk.code;
}

async function buildFiles(): Promise<Readonly<Record<string, string | Buffer>>> {
  const files = {
    '/index.html': page('Bare React', '/'),
    '/about.html': page('About', '/about'),
    '/icon.png': readFileSync(path.join(REPOSITORY_ROOT, 'public/icons/icon-512.png')),
    [SCRIPT]: await bundle('hydrate-bare-page.ts', 'es'),
  };
  // A URL with a content hash needs no revision.
  const precached = Object.keys(files).map((url) => ({
    url,
    revision: url === SCRIPT ? null : '1',
  }));
  const define = { __FILES__: JSON.stringify(precached) };
  return { ...files, '/sw.js': await bundle('bare-service-worker.ts', 'iife', define) };
}

/** Builds and serves the smallest page with React, which is the lower limit for every other page. */
export async function serveBarePage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const bodies = new Map(
    Object.entries(await buildFiles()).map(([file, body]) => [file, brotliCompressSync(body)]),
  );
  const server = createServer((request, response) => {
    const file = request.url === '/' ? '/index.html' : (request.url ?? '');
    const body = bodies.get(file);
    if (!body) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'content-length': body.length,
      'cache-control': file === SCRIPT ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(body);
  });
  const port = await listenOnFreePort(server);
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
