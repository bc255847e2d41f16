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
import { BUILT_SITE_FILE, type BuiltSite } from '../built-site.ts';
import type { Renderer } from '../renderer.ts';
import { documentHeaders } from './document-headers.ts';
import { KILL_SWITCH } from './kill-switch.ts';
import {
  isVoucherPage,
  voucherAddress,
  type VoucherAddress,
  type VoucherDocument,
} from './voucher-address.ts';
import type { CompressedText } from './compressed.ts';
import { createVoucherPages, type RenderVoucherPage } from './voucher-pages.ts';

/** What the pages need of the server that serves them. */
export interface DocumentsOptions {
  /** What the server wants to know of a route: who may call it, and how it is documented. */
  readonly route: RouteShorthandOptions;
  /** Scheme and host that people reach the app at. */
  readonly origin: string;
  /** ms since the epoch. */
  readonly now: () => number;
  /** A voucher by ulid or id, as a signed-out caller sees it; undefined when there is none for them. */
  readonly findVoucher: (id: string) => Promise<VoucherDetail | undefined>;
  /** The giveaway that most people look at; undefined when none is open. */
  readonly findFeatured: () => Promise<VoucherDetail | undefined>;
  /** Whether devices keep a service worker; without, the one that they have takes itself away. */
  readonly hasServiceWorker: boolean;
}

/** Paths that belong to the API or to other files: never a page of the app. */
const NOT_PAGES = /^\/(?:api|sandbox|covers)(?:\/|$)|\/[^/]+\.[^/]+$/;
const PICTURE = /^\/(?:icons|screenshots)\//;
const SERVICE_WORKER = '/sw.js';
const HASHED = /^\/assets\/.*-[\w-]{8}\.\w+$/;

/** A hundred bytes less of each file of a first visit: no browser asks whether these have changed. */
const NEVER_CHANGES = { etag: false, lastModified: false, acceptRanges: false };

/** Sends a file: what is named by its content never changes; a picture may wait a day; all else is asked about each time. */
function sendBuiltFile(reply: FastifyReply, path: string): FastifyReply {
  const isHashed = HASHED.test(path);
  const age = PICTURE.test(path) ? 'public, max-age=86400' : 'no-cache';
  return reply
    .header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : age)
    .sendFile(path.slice(1), isHashed ? NEVER_CHANGES : {});
}

/** The build's folder, seen from the server's own build and from its source. */
function findBuild(): string | undefined {
  const places = ['..', '../../dist'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return places.find((place) => existsSync(join(place, BUILT_SITE_FILE)));
}

/** Paths of all files of a folder, e.g. `/assets/x.js`; compressed copies are not files of their own. */
const pathsIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => `/${relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')}`)
    .filter((path) => !path.includes('/.'));

/** No such voucher for a visitor: the document without one is sent instead. */
class NoVoucherError extends Error {
  override readonly name = 'NoVoucherError';
}

/** All that is needed to answer for a page, read once at the start. */
interface Site {
  readonly build: string;
  /** Folder of the built app. */
  readonly root: string;
  /** Paths of its files. */
  readonly files: ReadonlySet<string>;
  /** File of each prerendered page, by its path. */
  readonly pages: BuiltSite['pages'];
  /** Headers of each document, by its file. */
  readonly headers: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly renderer: Renderer;
  readonly renderVoucher: VoucherRenderers;
  /** The same for who saves data. */
  readonly renderSaving: VoucherRenderers;
}

type VoucherRenderers = Readonly<Record<VoucherDocument, RenderVoucherPage>>;

/** A voucher whose cover comes in the least size only. */
const withSmallCover = (voucher: VoucherDetail): VoucherDetail => {
  const { cover } = voucher;
  if (!cover) return voucher;
  return { ...voucher, cover: { ...cover, srcset: coversUpTo(cover.srcset, SAVING_COVER_PX) } };
};

async function readSite(build: string, options: DocumentsOptions): Promise<Site> {
  const { origin, now } = options;
  const site = JSON.parse(readFileSync(join(build, BUILT_SITE_FILE), 'utf8')) as BuiltSite;
  // The renderer is another build's result: it must not be bundled into this one.
  const entry = pathToFileURL(join(build, 'ssr/entry-server.js')).href;
  const renderer = (await import(/* @vite-ignore */ entry)) as Renderer;
  const pagesOf = (
    document: VoucherDocument,
    find: (id: string) => Promise<VoucherDetail | undefined>,
    dress: (voucher: VoucherDetail) => VoucherDetail,
  ): RenderVoucherPage => {
    const template = site.templates[document];
    if (template === undefined) throw new Error(`The build has no template of ${document}`);
    const findVoucher = async (id: string): Promise<VoucherDetail> => {
      const voucher = await find(id);
      if (!voucher) throw new NoVoucherError();
      return dress(voucher);
    };
    return createVoucherPages({ renderer, template, origin, findVoucher, now });
  };
  const renderersOf = (dress: (voucher: VoucherDetail) => VoucherDetail): VoucherRenderers => ({
    'voucher.html': pagesOf('voucher.html', options.findVoucher, dress),
    'live.html': pagesOf('live.html', options.findVoucher, dress),
    'featured-giveaway.html': pagesOf('featured-giveaway.html', options.findFeatured, dress),
  });
  const root = join(build, 'app');
  return {
    build: site.build,
    root,
    files: new Set(pathsIn(root)),
    pages: site.pages,
    headers: new Map(
      Object.entries(site.hashes).map(([file, hashes]) => [file, documentHeaders(hashes, origin)]),
    ),
    renderer,
    renderVoucher: renderersOf((voucher) => voucher),
    renderSaving: renderersOf(withSmallCover),
  };
}

/** Sends a document of the build. One for a page that is not found has no validator: it is sent each time. */
function sendDocument(site: Site, reply: FastifyReply, file: string, status = 200): FastifyReply {
  const isFound = status === 200;
  return reply
    .status(status)
    .headers({ 'cache-control': 'no-cache', ...site.headers.get(file) })
    .sendFile(file, { etag: isFound, lastModified: isFound, acceptRanges: false });
}

/** Sends a text in the best coding that the client takes; it is asked about each time. */
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
  // A payment voucher's code is looked up by the app, whose wrong ones are counted; the page knows nothing of it.
  if (isCode(id)) return sendDocument(site, reply, document);
  try {
    const renderers =
      request.headers['save-data'] === 'on' ? site.renderSaving : site.renderVoucher;
    const page = await renderers[document](id, path);
    reply.type('text/html; charset=utf-8').headers({ ...site.headers.get(document) });
    return sendText(request, reply, page, 'Accept-Encoding, Save-Data');
  } catch (error) {
    // Without its data the page still opens: the app asks again, with the user's own rights.
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
  if (site.files.has(path)) return sendBuiltFile(reply, path);
  const isKnown = site.renderer.isKnownPath(path);
  // What can name no voucher: the page says so itself.
  if (isVoucherPage(path)) return sendDocument(site, reply, 'shell.html', isKnown ? 200 : 404);
  if (NOT_PAGES.test(path)) return reply.callNotFound();
  return isKnown
    ? sendDocument(site, reply, 'shell.html')
    : sendDocument(site, reply, '404.html', 404);
}

/**
 * Serves the built app beside the API: files, prerendered pages, vouchers' pages with their data, and the
 * shell for everything else the app knows. Without a build (in development) it serves nothing.
 */
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
    scope.get('/*', options.route, (request, reply) => answer(site, request, reply));
  });
}
