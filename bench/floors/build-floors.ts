import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import { Router } from 'wouter';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { BARE_STYLES, BarePage } from './bare-page.ts';

const WORK_FOLDER = path.join(REPOSITORY_ROOT, 'bench', '.work');

/** Takes everything into the cache at once and answers from it: the least a service worker can do. */
const serviceWorker = (files: readonly string[]): string => `
const FILES = ${JSON.stringify(files)};
addEventListener('install', (event) => event.waitUntil(caches.open('v1').then((cache) => cache.addAll(FILES)).then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((kept) => kept || fetch(event.request))));
`;

const REGISTER = "addEventListener('load',()=>navigator.serviceWorker.register('/sw.js'))";

const page = (title: string, body: string, script: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><meta name="description" content="A bare page to compare with."><link rel="icon" href="data:,">
<style>${BARE_STYLES}</style></head><body><div id="root">${body}</div><script>${script};${REGISTER}</script></body></html>`;

function writeFloor(name: string, files: Readonly<Record<string, string>>): string {
  const folder = path.join(WORK_FOLDER, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

async function bundleHydration(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: path.join(import.meta.dirname, 'hydrate-bare-page.ts') },
    },
  });
  const outputs = Array.isArray(built) ? built.flatMap(({ output }) => output) : [];
  const single = 'output' in built ? built.output : outputs;
  const chunk = single.find((output) => output.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('the bare React page did not build');
  return chunk.code;
}

/**
 * Builds the two pages that set the limit: HTML alone, and React with its HTML prerendered and its
 * script started after the first paint.
 * @returns the folder of each
 */
export async function buildFloors(): Promise<{ html: string; react: string }> {
  rmSync(WORK_FOLDER, { recursive: true, force: true });
  const atHome = { ssrPath: '/', children: createElement(BarePage) };
  const prerendered = renderToString(createElement(Router, atHome));
  const tap =
    "let n=0;document.querySelector('button').onclick=e=>e.target.textContent='Tapped '+ ++n";
  const html = writeFloor('html', {
    'index.html': page('Bare HTML', prerendered, tap),
    'sw.js': serviceWorker(['/']),
  });
  const late = "requestAnimationFrame(()=>setTimeout(()=>import('/assets/app-0.js')))";
  const react = writeFloor('react', {
    'index.html': page('Bare React', prerendered, late),
    'assets/app-0.js': await bundleHydration(),
    'sw.js': serviceWorker(['/', '/assets/app-0.js']),
  });
  return { html, react };
}
