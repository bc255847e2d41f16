import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { isVoucherCode } from '../payment-vouchers/look-up-code.ts';
import { listFeatured } from '../vouchers/list-vouchers.ts';
import { findVoucher, presentDetail } from '../vouchers/read-voucher.ts';
import { createAppPacks, type AppPacks } from './app-packs.ts';
import { loadRenderer, type Renderer } from './renderer.ts';
import { documentHeaders, type CspHashes } from './security-headers.ts';
import { sendFile } from './send-file.ts';
import { readStaticFiles, type StaticFile } from './static-files.ts';
import type { StyleTree } from './used-styles.ts';
import { createVoucherPages, type RenderVoucherPage, type VoucherPage } from './voucher-pages.ts';

/** Paths that belong to the API or to files of others: never a page of the app. */
const NOT_PAGES = /^\/(?:api|sandbox|covers)(?:\/|$)|\/[^/]+\.[^/]+$/;
/** A voucher's own page, and the one to watch it on. */
const VOUCHER_PATH = /^\/(v|lv)\/([0-9A-Za-z]{1,26})\/?$/;
const FEATURED_PATH = '/featured-giveaway';
type VoucherView = 'v' | 'lv' | 'featured';
/** By view: the document without data, and the name of the one with holes for it. */
const VOUCHER_FILES = {
  v: { outline: 'voucher.html', template: 'voucher' },
  lv: { outline: 'live.html', template: 'live' },
  featured: { outline: 'featured-giveaway.html', template: 'featured' },
} as const;

/** The build's folder, seen from the server's own build and from its source. */
function findBuild(): string | undefined {
  const places = ['../', '../../dist/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return places.find((place) => existsSync(`${place}ssr/entry-server.js`));
}

/** All that is needed to answer for a page, read once at the start. */
interface Site {
  readonly files: ReadonlyMap<string, StaticFile>;
  /** File of each prerendered page, by its path. */
  readonly pages: Readonly<Record<string, string>>;
  /** Headers of each document, by its file's path. */
  readonly headers: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly packs: AppPacks;
  readonly renderer: Renderer;
  readonly renderVoucher: Readonly<Record<VoucherView, RenderVoucherPage>>;
}

/** The ulid of the giveaway that most people look at. @throws AppError `voucher_not_found` when there is none */
async function firstFeatured(deps: Deps): Promise<string> {
  const [first] = await listFeatured(deps);
  if (!first) throw new AppError('voucher_not_found');
  return first.ulid;
}

async function readSite(build: string, deps: Deps): Promise<Site> {
  const root = `${build}app`;
  const { publicOrigin } = deps.config;
  const text = (file: string): Promise<string> => readFile(`${root}/${file}`, 'utf8');
  const json = async <T>(file: string): Promise<T> => JSON.parse(await text(file)) as T;
  const [files, pages, firstVisit, hashes, renderer] = await Promise.all([
    readStaticFiles(root),
    json<Site['pages']>('.vite/pages.json'),
    json<string[]>('.vite/first-visit.json'),
    json<Record<string, CspHashes>>('csp.json'),
    loadRenderer(`${build}ssr/entry-server.js`),
  ]);
  const findOne = async (id: string) =>
    presentDetail(deps, await findVoucher(deps.db, id, undefined), undefined);
  const pagesOf = async (view: VoucherView, findShown = findOne): Promise<RenderVoucherPage> => {
    const name = `.vite/${VOUCHER_FILES[view].template}`;
    return createVoucherPages({
      renderer,
      template: await text(`${name}-template.html`),
      styles: await json<StyleTree>(`${name}-styles.json`),
      hashes: hashes[`${name}-template.html`] ?? { scripts: [], styles: [] },
      origin: publicOrigin,
      findVoucher: findShown,
      now: () => deps.clock.now(),
    });
  };
  const headers = new Map(
    Object.entries(hashes).map(([file, found]) => [file, documentHeaders(found, publicOrigin)]),
  );
  return {
    files,
    pages,
    headers,
    packs: createAppPacks({ files, headers, firstVisit: new Set(firstVisit) }),
    renderer,
    renderVoucher: {
      v: await pagesOf('v'),
      lv: await pagesOf('lv'),
      featured: await pagesOf('featured', async () => findOne(await firstFeatured(deps))),
    },
  };
}

const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { file, headers }: VoucherPage,
  status = 200,
): FastifyReply => sendFile(request, reply.headers(headers), file, status);

/** Sends a document of the build. */
function sendDocument(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  status = 200,
): FastifyReply {
  const file = site.files.get(`/${name}`);
  if (!file) throw new Error(`The build has no ${name}`);
  return sendPage(request, reply, { file, headers: site.headers.get(name) ?? {} }, status);
}

interface VoucherAddress {
  readonly view: VoucherView;
  readonly id: string;
  readonly path: string;
}

/** The voucher that a path names, if it names one. */
function voucherAt(path: string): VoucherAddress | undefined {
  if (path === FEATURED_PATH) return { view: 'featured', id: '', path };
  const [, view, id] = VOUCHER_PATH.exec(path) ?? [];
  return id === undefined ? undefined : { view: view === 'lv' ? 'lv' : 'v', id, path };
}

async function answerVoucher(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { view, id, path }: VoucherAddress,
): Promise<FastifyReply> {
  const { outline } = VOUCHER_FILES[view];
  // A payment voucher's code is looked up by the app, whose wrong ones are counted; the page knows nothing of it.
  if (isVoucherCode(id)) return sendDocument(site, request, reply, outline);
  try {
    return sendPage(request, reply, await site.renderVoucher[view](id, path));
  } catch (error) {
    // Without its data the page still opens: the app asks again, with the person's own rights.
    const isMissing = error instanceof AppError && error.status === 404 && view !== 'featured';
    if (!(error instanceof AppError))
      request.log.error({ err: error }, 'voucher page not rendered');
    return sendDocument(site, request, reply, outline, isMissing ? 404 : 200);
  }
}

async function answer(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path = '/'] = request.url.split('?');
  const voucher = voucherAt(path);
  if (voucher) return answerVoucher(site, request, reply, voucher);
  const page = site.pages[path] ?? (path.endsWith('.html') ? path.slice(1) : undefined);
  if (page !== undefined && site.headers.has(page)) {
    return sendDocument(site, request, reply, page);
  }
  const file = site.files.get(path) ?? (await site.packs.get(path)?.());
  if (file) {
    reply.header('x-content-type-options', 'nosniff');
    return sendFile(request, reply, file);
  }
  if (NOT_PAGES.test(path)) throw new AppError('not_found');
  return site.renderer.isKnownPath(path)
    ? sendDocument(site, request, reply, 'shell.html')
    : sendDocument(site, request, reply, '404.html', 404);
}

/**
 * Serves the built app beside the API: files, prerendered pages, vouchers' pages with their data, and the
 * shell for everything else the app knows. Without a build (in development) it serves nothing.
 */
export async function serveApp(app: FastifyInstance, deps: Deps): Promise<void> {
  const build = findBuild();
  if (!build) {
    app.log.warn('The app is not built; only the API is served');
    return;
  }
  const site = await readSite(build, deps);
  app.get('/*', { config: { access: 'public' }, schema: { hide: true } }, (request, reply) =>
    answer(site, request, reply),
  );
}
