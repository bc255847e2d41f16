import type { Plugin, Rolldown } from 'vite';

import type { BundledFile, OfflineBundle } from '../../contract/document/offline-bundle.ts';
import { documentHeaders } from '../serve/document-headers.ts';
import { cspHashes } from './csp-hashes.ts';

/** Documents that open without a network as they are; the shell stands for the others. */
const DOCUMENTS = ['index', 'welcome', 'login', 'shell', 'voucher', 'live'];

/** What the service worker caches for offline use. */
export const OFFLINE_FILES = [`{${DOCUMENTS.join(',')}}.html`, 'assets/**/*.{js,css,woff2,svg}'];

/** What is of no use without a network: turning push on asks Firebase. */
export const ONLINE_FILES = ['assets/firebase-*.{js,css}'];
const ONLINE_ONLY = /^assets\/firebase-/;

const WANTED = new RegExp(
  `^(?:(?:${DOCUMENTS.join('|')})\\.html|assets/.*|manifest\\.webmanifest)$`,
);
/** Every page has fetched these when the service worker is installed: it finds them in the HTTP cache. */
const FETCHED_BY_PAGES = /^assets\/(?:react|entry-client|dexie|data-worker)-/;

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

/** The content type of a file of the app by its name's ending; undefined for what is not its own. */
export const contentTypeOf = (name: string): string | undefined =>
  TYPES[name.split('.').at(-1) ?? ''];

function bundled(file: Rolldown.OutputAsset | Rolldown.OutputChunk): BundledFile | undefined {
  const type = contentTypeOf(file.fileName);
  const isWanted =
    type !== undefined &&
    !FETCHED_BY_PAGES.test(file.fileName) &&
    !ONLINE_ONLY.test(file.fileName) &&
    WANTED.test(file.fileName);
  if (!isWanted) return undefined;
  const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
  if (type.startsWith('font/'))
    return { base64: content.toString('base64'), headers: { 'content-type': type } };
  const text = content.toString();
  // Without what asks a browser to come by https: a cached page travels by nothing.
  const security = type.startsWith('text/html') ? documentHeaders(cspHashes(text), '') : {};
  return { text, headers: { 'content-type': type, ...security } };
}

/**
 * Writes what a first installation caches into one file. On a slow line each file of its own costs a round
 * trip, and the documents, which repeat each other, compress to a third together.
 */
export function offlineBundle(): Plugin {
  return {
    name: 'goodies:offline-bundle',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, output) {
        const files = Object.values(output).flatMap((file) => {
          const entry = bundled(file);
          return entry ? [[file.fileName, entry] as const] : [];
        });
        const bundle: OfflineBundle = Object.fromEntries(files);
        this.emitFile({ type: 'asset', name: 'offline.json', source: JSON.stringify(bundle) });
      },
    },
  };
}
