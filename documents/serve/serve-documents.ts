import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyEtag from '@fastify/etag';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';

import {
  dependsOnUser,
  hasSignedInCookie,
  openedPath,
} from '../../contract/document/opened-document.ts';
import type { VoucherDetail } from '../../contract/vouchers.ts';
import { isCode } from '../../contract/vouchers/voucher-code.ts';
import { repairVoucherPath } from '../../contract/vouchers/voucher-path.ts';
import { coversUpTo, SAVING_COVER_PX } from '../../contract/vouchers/saving-covers.ts';
import { BUILT_SITE_FILE, HASHED_FILE, type BuiltSite } from '../built-site.ts';
import type { Renderer } from '../renderer.ts';
import { DELTA_ENDING, dictionaryMatch, readDelta, type Delta } from './dictionaries.ts';
import { documentHeaders } from './document-headers.ts';
import {
  isVoucherPage,
  voucherAddress,
  type VoucherAddress,
  type VoucherDocument,
  createVoucherPages,
  type RenderVoucherPage,
} from './voucher-pages.ts';
import type { CompressedText } from './compressed.ts';

export interface DocumentsOptions {
  /** Another than Google's own. */
  readonly googleIssuer: string | undefined;
  readonly route: RouteShorthandOptions;
  readonly origin: string;
  readonly now: () => number;
  readonly findVoucher: (id: string) => Promise<VoucherDetail | undefined>;
  readonly findFeatured: () => Promise<VoucherDetail | undefined>;
  readonly hasServiceWorker: boolean;
}

/** Replaces a device's service worker, deletes its caches and removes itself; the outbox stays. */
export const KILL_SWITCH = `addEventListener('install', () => {
  registration.active?.postMessage({ type: 'retire' });
  skipWaiting();
});
addEventListener('activate', (event) => {
  const end = async () => {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    await registration.unregister();
  };
  event.waitUntil(end());
});
`;

const NOT_PAGES = /^\/(?:api|admin|sandbox|covers)(?:\/|$)|\/[^/]+\.[^/]+$/;
const PICTURE = /^\/(?:icons|screenshots)\//;
const SERVICE_WORKER = '/sw.js';

/** These files never change, so their validators would be wasted bytes. */
const NEVER_CHANGES = { etag: false, lastModified: false, acceptRanges: false };

/** A shared cache may ignore `Vary`, so it must not store what only some browsers can read. */
const ONE_DEVICE = 'private, max-age=31536000';

function sendBuiltFile(
  { deltas }: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): FastifyReply {
  const isHashed = path.startsWith('/assets/') && HASHED_FILE.test(path);
  const age = PICTURE.test(path) ? 'public, max-age=86400' : 'no-cache';
  const forever = isHashed ? 'public, max-age=31536000, immutable' : age;
  const match = dictionaryMatch(path);
  const isKept = match !== undefined && request.url.endsWith('?dictionary');
  reply.header('cache-control', isKept ? ONE_DEVICE : forever);
  if (match !== undefined)
    reply.headers({
      'use-as-dictionary': `match="${match}"`,
      vary: 'Available-Dictionary, Accept-Encoding',
    });
  const delta = deltas.get(path);
  if (delta && isAskedFor(delta, request))
    return reply
      .type(path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
      .headers({ 'cache-control': ONE_DEVICE, 'content-encoding': 'dcz' })
      .send(delta.body);
  return reply.sendFile(path.slice(1), isHashed ? NEVER_CHANGES : {});
}

const isAskedFor = ({ dictionary }: Delta, { headers }: FastifyRequest): boolean =>
  headers['available-dictionary'] === dictionary &&
  /\bdcz\b/.test(headers['accept-encoding'] ?? '');

const readDeltas = (root: string): ReadonlyMap<string, Delta> =>
  new Map(
    readdirSync(join(root, 'assets'))
      .filter((name) => name.endsWith(DELTA_ENDING))
      .map((name) => [
        `/assets/${name.slice(0, -DELTA_ENDING.length)}`,
        readDelta(join(root, 'assets', name)),
      ]),
  );

/** The path differs between the built server and its source. */
function findBuild(): string | undefined {
  const places = ['..', '../../dist'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return places.find((place) => existsSync(join(place, BUILT_SITE_FILE)));
}

const pathsIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz|dcz)$/.test(entry.name))
    .map((entry) => `/${relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')}`)
    .filter((path) => !path.includes('/.'));

class NoVoucherError extends Error {
  override readonly name = 'NoVoucherError';
}

interface Site {
  readonly build: string;
  readonly root: string;
  readonly files: ReadonlySet<string>;
  readonly deltas: ReadonlyMap<string, Delta>;
  readonly pages: BuiltSite['pages'];
  readonly headers: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly renderer: Renderer;
  readonly renderVoucher: VoucherRenderers;
  readonly renderSaving: VoucherRenderers;
}

type VoucherRenderers = Readonly<Record<VoucherDocument, RenderVoucherPage>>;

/** With data saver on, the cover is sent in its smallest size. */
const withSmallCover = (voucher: VoucherDetail): VoucherDetail => {
  const { cover } = voucher;
  if (!cover) return voucher;
  return { ...voucher, cover: { ...cover, srcset: coversUpTo(cover.srcset, SAVING_COVER_PX) } };
};

async function readSite(build: string, options: DocumentsOptions): Promise<Site> {
  const { origin, now } = options;
  const site = JSON.parse(readFileSync(join(build, BUILT_SITE_FILE), 'utf8')) as BuiltSite;
  // The renderer belongs to another build and must not be bundled.
  const entry = pathToFileURL(join(build, 'ssr/entry-server.js')).href;
  const renderer = (await import(/* @vite-ignore */ entry)) as Renderer;
  const pagesOf = (document: VoucherDocument, isSaving: boolean): RenderVoucherPage => {
    const find = document === 'featured-giveaway.html' ? options.findFeatured : options.findVoucher;
    const template = site.templates[document];
    if (template === undefined) throw new Error(`The build has no template of ${document}`);
    const findVoucher = async (id: string): Promise<VoucherDetail> => {
      const voucher = await find(id);
      if (!voucher) throw new NoVoucherError();
      return isSaving ? withSmallCover(voucher) : voucher;
    };
    return createVoucherPages({ renderer, template, origin, findVoucher, now });
  };
  const renderersOf = (isSaving: boolean): VoucherRenderers => ({
    'voucher.html': pagesOf('voucher.html', isSaving),
    'live.html': pagesOf('live.html', isSaving),
    'featured-giveaway.html': pagesOf('featured-giveaway.html', isSaving),
  });
  const root = join(build, 'app');
  return {
    build: site.build,
    root,
    files: new Set(pathsIn(root)),
    deltas: readDeltas(root),
    pages: site.pages,
    headers: new Map(
      Object.entries(site.hashes).map(([file, hashes]) => [
        file,
        documentHeaders(hashes, origin, options.googleIssuer),
      ]),
    ),
    renderer,
    renderVoucher: renderersOf(false),
    renderSaving: renderersOf(true),
  };
}

/** A 404 page has no ETag, so that it is always sent again. */
function sendDocument(site: Site, reply: FastifyReply, file: string, status = 200): FastifyReply {
  const isFound = status === 200;
  return reply
    .status(status)
    .headers({ 'cache-control': 'no-cache', ...site.headers.get(file) })
    .sendFile(file, { etag: isFound, lastModified: isFound, acceptRanges: false });
}

function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: CompressedText,
  vary = 'Accept-Encoding',
): FastifyReply {
  const coding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
  return reply
    .headers({
      'cache-control': 'no-cache',
      vary,
      etag: text.etag,
      ...(coding && { 'content-encoding': coding }),
    })
    .send(text[coding ?? 'identity']);
}

async function answerVoucher(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { document, id, path }: VoucherAddress,
): Promise<FastifyReply> {
  // The app looks a payment code up, because wrong codes are rate-limited there.
  if (isCode(id)) return sendDocument(site, reply, document);
  try {
    const renderers =
      request.headers['save-data'] === 'on' ? site.renderSaving : site.renderVoucher;
    const page = await renderers[document](id, path);
    reply.type('text/html; charset=utf-8').headers({ ...site.headers.get(document) });
    return sendText(request, reply, page, 'Accept-Encoding, Save-Data');
  } catch (error) {
    // The page opens without data too, and the app retries with the user's rights.
    const isMissing = error instanceof NoVoucherError;
    if (!isMissing) request.log.error({ err: error }, 'voucher page not rendered');
    const isNotFound = isMissing && document !== 'featured-giveaway.html';
    return sendDocument(site, reply, document, isNotFound ? 404 : 200);
  }
}

async function answer(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | void> {
  const [path = '/'] = request.url.split('?');
  const repaired = repairVoucherPath(path, request.url.slice(path.length));
  if (repaired) return reply.header('cache-control', 'no-cache').redirect(repaired);
  const voucher = voucherAddress(path);
  if (voucher) return answerVoucher(site, request, reply, voucher);
  const opened = openedPath(path, hasSignedInCookie(request.headers.cookie));
  if (dependsOnUser(path)) reply.header('vary', 'Cookie');
  const page = site.pages[opened] ?? opened.slice(1);
  if (site.headers.has(page) && (opened === path || site.renderer.isKnownPath(path)))
    return sendDocument(site, reply, page);
  if (site.files.has(path)) return sendBuiltFile(site, request, reply, path);
  const isKnown = site.renderer.isKnownPath(path);
  if (isVoucherPage(path)) return sendDocument(site, reply, 'shell.html', isKnown ? 200 : 404);
  if (NOT_PAGES.test(path)) return reply.callNotFound();
  return isKnown
    ? sendDocument(site, reply, 'shell.html')
    : sendDocument(site, reply, '404.html', 404);
}

export async function serveDocuments(
  app: FastifyInstance,
  options: DocumentsOptions,
): Promise<void> {
  const build = findBuild();
  if (build === undefined) {
    app.log.warn('The app is not built; only the API is served');
    return;
  }
  const site = await readSite(build, options);
  const { hasServiceWorker } = options;
  app.log.info({ build: site.build }, 'serving the app');
  if (!hasServiceWorker)
    app.log.warn('The service worker is switched off: devices drop theirs and what it has cached');
  await app.register(async (scope) => {
    await scope.register(fastifyEtag);
    await scope.register(fastifyStatic, {
      root: site.root,
      serve: false,
      preCompressed: true,
      cacheControl: false,
    });
    if (!hasServiceWorker)
      scope.get(SERVICE_WORKER, options.route, (_request, reply) =>
        reply
          .type('text/javascript; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(KILL_SWITCH),
      );
    // What another app shares comes here where no service worker takes it; none of it is read.
    scope.addContentTypeParser('multipart/form-data', (_request, body, done) => {
      body.resume();
      done(null);
    });
    scope.post('/share', options.route, (_request, reply) => reply.redirect('/share', 303));
    scope.get('/*', options.route, (request, reply) => answer(site, request, reply));
  });
}
