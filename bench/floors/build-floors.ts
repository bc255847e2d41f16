import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import { Router } from 'wouter';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { BARE_STYLES, BarePage } from './bare-page.ts';

const WORK_FOLDER = path.join(REPOSITORY_ROOT, 'bench', '.work');

const REGISTER = "addEventListener('load',()=>navigator.serviceWorker.register('/sw.js'))";

const page = (title: string, body: string, script: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><meta name="description" content="A bare page to compare with."><link rel="icon" href="data:,">
<style>${BARE_STYLES}</style></head><body><div id="root">${body}</div><script>${script};${REGISTER}</script></body></html>`;

function writeFloor(name: string, files: Readonly<Record<string, string | Buffer>>): string {
  const folder = path.join(WORK_FOLDER, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
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

const serviceWorker = (files: readonly string[]): Promise<string> =>
  bundle('bare-service-worker.ts', 'iife', {
    // A URL with a content hash needs no revision.
    __FILES__: JSON.stringify(
      files.map((url) => ({ url, revision: url.startsWith('/assets/') ? null : '1' })),
    ),
  });

/**
 * Builds the two smallest pages, which are the lower limit for every other page.
 * @returns the folder of each
 */
export async function buildFloors(): Promise<{ html: string; react: string }> {
  rmSync(WORK_FOLDER, { recursive: true, force: true });
  const rendered = (path: string): string => {
    const at = { ssrPath: path, children: createElement(BarePage) };
    return renderToString(createElement(Router, at));
  };
  const tap =
    "let n=0;document.querySelector('button').onclick=e=>e.target.textContent='Tapped '+ ++n";
  const start = "requestAnimationFrame(()=>setTimeout(()=>import('/assets/app-0.js')))";
  const icon = readFileSync(path.join(REPOSITORY_ROOT, 'public/icons/icon-512.png'));
  const html = writeFloor('html', {
    'index.html': page('Bare HTML', rendered('/'), tap),
    'icon.png': icon,
    'sw.js': await serviceWorker(['/index.html', '/icon.png']),
  });
  const react = writeFloor('react', {
    'index.html': page('Bare React', rendered('/'), start),
    'about.html': page('About', rendered('/about'), start),
    'icon.png': icon,
    'assets/app-0.js': await bundle('hydrate-bare-page.ts', 'es'),
    'sw.js': await serviceWorker(['/index.html', '/about.html', '/icon.png', '/assets/app-0.js']),
  });
  return { html, react };
}
