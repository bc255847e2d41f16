import type { Plugin, Rolldown } from 'vite';

import type {
  BundledFile,
  BundleName,
  OfflineBundle,
} from '../../contract/document/offline-bundle.ts';
import { documentHeaders } from '../serve/document-headers.ts';
import { cspHashes } from './csp-hashes.ts';
import { visitorsFiles } from './visitors-files.ts';

/** Documents that open without a network as they are; the shell stands for the others. */
const DOCUMENTS = ['index', 'welcome', 'login', 'shell', 'voucher', 'live'];

/** What the service worker caches for offline use. */
export const OFFLINE_FILES = [`{${DOCUMENTS.join(',')}}.html`, 'assets/**/*.{js,css,woff2,svg}'];

/** What is of no use without a network: turning push on asks Firebase. */
export const ONLINE_FILES = ['assets/firebase-*.{js,css}'];
const ONLINE_ONLY = /^assets\/firebase-/;

const WANTED = new RegExp(`^(?:(?:${DOCUMENTS.join('|')})\\.html|assets/.*)$`);
/** Every page fetches these by itself. */
const OF_EVERY_PAGE =
  /^assets\/(?:rolldown-runtime|react|entry-client|dexie|worker|data-worker|startup|later)-[\w-]{8}\.(?:js|css)$/;
/**
 * Pages that visitors land on fetch these by themselves: the service worker finds in the HTTP cache what its page had,
 * and fetches the others beside the bundle.
 */
const OF_LANDING_PAGES =
  /^assets\/(?:(?:ticket|welcome|game|play|common|errors)-[\w-]{8}\.(?:js|css)|[\w-]+\.woff2)$/;

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

/** Writes into the list of the service worker which bundle has a file, and which every page needs. */
type NameBundles = <Entry extends { url: string }>(
  entries: Entry[],
) => { manifest: (Entry & { bundle: BundleName | undefined; ofEveryPage: true | undefined })[] };

type OutputFile = Rolldown.OutputAsset | Rolldown.OutputChunk;

function bundled(file: OutputFile): BundledFile {
  const type = contentTypeOf(file.fileName) ?? '';
  const text = Buffer.from(file.type === 'chunk' ? file.code : file.source).toString();
  // Without what asks a browser to come by https: a cached page travels by nothing.
  const security = type.startsWith('text/html') ? documentHeaders(cspHashes(text), '') : {};
  return { text, headers: { 'content-type': type, ...security } };
}

/** The bundle that has a file; undefined where none has. */
function bundleOf(fileName: string, visitors: ReadonlySet<string>): BundleName | undefined {
  const isWanted =
    contentTypeOf(fileName) !== undefined &&
    WANTED.test(fileName) &&
    !ONLINE_ONLY.test(fileName) &&
    !OF_EVERY_PAGE.test(fileName) &&
    !OF_LANDING_PAGES.test(fileName);
  if (!isWanted) return undefined;
  if (fileName.endsWith('.html')) return 'pages';
  return !/\.(?:js|css)$/.test(fileName) || visitors.has(fileName) ? 'visitors' : 'users';
}

/**
 * Writes what is cached for offline use into three files: the documents, what else visitors may open, and what else people
 * who are signed in may. On a slow line each file of its own costs a round trip, and the documents, which repeat each
 * other, compress to a third together.
 * @param clientEntry source of the app's entry
 * @returns the plugin, and what tells the service worker which bundle has a file
 */
export function offlineBundles(clientEntry: string): {
  readonly plugin: Plugin;
  readonly nameBundles: NameBundles;
} {
  const bundles = new Map<string, BundleName>();
  const plugin: Plugin = {
    name: 'goodies:offline-bundles',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, output) {
        const visitors = visitorsFiles(output, clientEntry, (id) => this.getModuleInfo(id));
        const contents: Record<BundleName, Record<string, BundledFile>> = {
          pages: {},
          visitors: {},
          users: {},
        };
        for (const file of Object.values(output)) {
          const bundle = bundleOf(file.fileName, visitors);
          if (bundle === undefined) continue;
          bundles.set(file.fileName, bundle);
          contents[bundle][file.fileName] = bundled(file);
        }
        for (const [name, files] of Object.entries<OfflineBundle>(contents)) {
          const source = JSON.stringify(files);
          this.emitFile({ type: 'asset', name: `offline-${name}.json`, source });
        }
      },
    },
  };
  return {
    plugin,
    nameBundles: (entries) => ({
      manifest: entries.map((entry) => ({
        ...entry,
        bundle: bundles.get(entry.url),
        ofEveryPage: OF_EVERY_PAGE.test(entry.url) || undefined,
      })),
    }),
  };
}
