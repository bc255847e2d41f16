import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { isVoucherCode } from '../payment-vouchers/look-up-code.ts';
import { findVoucher, presentDetail } from '../vouchers/read-voucher.ts';
import { loadRenderer, type Renderer } from './renderer.ts';
import { documentHeaders, type CspHashes } from './security-headers.ts';
import { sendFile } from './send-file.ts';
import { readStaticFiles, type StaticFile } from './static-files.ts';
import { createVoucherPages, type RenderVoucherPage } from './voucher-pages.ts';

/** Paths that belong to the API or to files of others: never a page of the app. */
const NOT_PAGES = /^\/(?:api|sandbox|covers)(?:\/|$)|\/[^/]+\.[^/]+$/;
const VOUCHER_TEMPLATE = '.vite/voucher-template.html';
const VOUCHER_PATH = /^\/v\/([0-9A-Za-z]{1,26})\/?$/;

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
  readonly renderer: Renderer;
  readonly renderVoucher: RenderVoucherPage;
}

async function readSite(build: string, deps: Deps): Promise<Site> {
  const root = `${build}app`;
  const text = (file: string): Promise<string> => readFile(`${root}/${file}`, 'utf8');
  const [files, pages, hashes, template, renderer] = await Promise.all([
    readStaticFiles(root),
    text('.vite/pages.json'),
    text('csp.json'),
    text(VOUCHER_TEMPLATE),
    loadRenderer(`${build}ssr/entry-server.js`),
  ]);
  return {
    files,
    pages: JSON.parse(pages) as Site['pages'],
    headers: new Map(
      Object.entries(JSON.parse(hashes) as Record<string, CspHashes>).map(([file, found]) => [
        file,
        documentHeaders(found, deps.config.publicOrigin),
      ]),
    ),
    renderer,
    renderVoucher: createVoucherPages({
      renderer,
      template,
      origin: deps.config.publicOrigin,
      findVoucher: async (id) =>
        presentDetail(deps, await findVoucher(deps.db, id, undefined), undefined),
      now: () => deps.clock.now(),
    }),
  };
}

/** Sends a document of the build, or one that was rendered from its template. */
function sendDocument(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { status = 200, rendered }: { status?: number; rendered?: StaticFile } = {},
): FastifyReply {
  const file = rendered ?? site.files.get(`/${name}`);
  if (!file) throw new Error(`The build has no ${name}`);
  reply.headers(site.headers.get(name) ?? {});
  return sendFile(request, reply, file, status);
}

async function answerVoucher(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  path: string,
): Promise<FastifyReply> {
  try {
    const rendered = await site.renderVoucher(id, path);
    return sendDocument(site, request, reply, VOUCHER_TEMPLATE, { rendered });
  } catch (error) {
    // Without its data the page still opens: the app asks again, with the person's own rights.
    const isMissing = error instanceof AppError && error.status === 404;
    if (!(error instanceof AppError))
      request.log.error({ err: error }, 'voucher page not rendered');
    return sendDocument(site, request, reply, 'voucher.html', { status: isMissing ? 404 : 200 });
  }
}

async function answer(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path = '/'] = request.url.split('?');
  const page = site.pages[path] ?? (path.endsWith('.html') ? path.slice(1) : undefined);
  if (page !== undefined && site.headers.has(page)) {
    return sendDocument(site, request, reply, page);
  }
  const file = site.files.get(path);
  if (file) {
    reply.header('x-content-type-options', 'nosniff');
    return sendFile(request, reply, file);
  }
  if (NOT_PAGES.test(path)) throw new AppError('not_found');
  const voucherId = VOUCHER_PATH.exec(path)?.[1];
  // A payment voucher's code is looked up by the app, whose wrong ones are counted; the page knows nothing of it.
  if (voucherId && isVoucherCode(voucherId))
    return sendDocument(site, request, reply, 'voucher.html');
  if (voucherId) return answerVoucher(site, request, reply, voucherId, path);
  return site.renderer.isKnownPath(path)
    ? sendDocument(site, request, reply, 'shell.html')
    : sendDocument(site, request, reply, '404.html', { status: 404 });
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
