import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { VoucherDetail } from '../../contract/vouchers.ts';
import { stylesOf } from './first-frame.ts';
import type { Renderer } from './renderer.ts';
import { cspSource, documentHeaders, type CspHashes } from './security-headers.ts';
import { etagOf, type StaticFile } from './static-files.ts';
import type { StyleTree } from './used-styles.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A link that many people open at once is rendered once; a reveal is on the page this much later at most. */
const TTL_MS = 2_000;
const MAX_PAGES = 200;
/**
 * One below the best: 6 % smaller than 9, which lets the page arrive with the first congestion window, for
 * some 25 ms on another thread, at most once in two seconds a voucher. The best takes three times as long
 * for one more percent.
 */
const BROTLI_QUALITY = 10;

export interface VoucherPagesOptions {
  readonly renderer: Renderer;
  /** The built document with its holes: %HEAD%, %FIRST%, %STYLES%, %PATH%, %APP% and %SEED%. */
  readonly template: string;
  /** The styles that the document takes its own from. */
  readonly styles: StyleTree;
  /** What the template has before its holes are filled. */
  readonly hashes: CspHashes;
  /** Scheme and host that people reach the app at. */
  readonly origin: string;
  /** The voucher as a signed-out caller sees it. @throws when they may not see it or it does not exist */
  readonly findVoucher: (id: string) => Promise<VoucherDetail>;
  /** ms since the epoch. */
  readonly now: () => number;
}

export interface VoucherPage {
  readonly file: StaticFile;
  /** Its own, for its styles are. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Renders a voucher's page. @throws what `findVoucher` throws */
export type RenderVoucherPage = (id: string, path: string) => Promise<VoucherPage>;

/** Everything in one pass, so that no text put in is searched for holes. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(
    /%(HEAD|FIRST|STYLES|PATH|APP|SEED)%/g,
    (hole, name: string) => values[name] ?? hole,
  );

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

async function asFile(html: string): Promise<StaticFile> {
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    zip(identity),
  ]);
  return {
    type: 'text/html; charset=utf-8',
    etag: etagOf(identity),
    cacheControl: 'no-cache',
    identity,
    br,
    gzip: gz,
  };
}

/** Renders vouchers' pages with their data, and keeps each for two seconds. */
export function createVoucherPages(options: VoucherPagesOptions): RenderVoucherPage {
  const { renderer, template, hashes, origin, findVoucher, now } = options;
  const pages = new Map<string, { readonly at: number; readonly page: Promise<VoucherPage> }>();

  const render = async (id: string, path: string): Promise<VoucherPage> => {
    const seed = { voucher: await findVoucher(id) };
    const { body, head } = await renderer.renderPage({ path, seed, origin });
    const styles = stylesOf(options.styles, template + head + body);
    const values = {
      HEAD: head,
      FIRST: styles.first,
      STYLES: styles.all,
      PATH: escapeAttribute(path),
      APP: body,
      SEED: renderer.serializeSeed(seed),
    };
    return {
      file: await asFile(fill(template, values)),
      headers: documentHeaders(
        { ...hashes, styles: [...hashes.styles, cspSource(styles.first), cspSource(styles.all)] },
        origin,
      ),
    };
  };

  const keep = (path: string, page: Promise<VoucherPage>): void => {
    pages.delete(path);
    pages.set(path, { at: now(), page });
    const [oldest] = pages.keys();
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
  };

  return async (id, path) => {
    const kept = pages.get(path);
    if (kept && now() - kept.at < TTL_MS) return kept.page;
    const page = render(id, path);
    keep(path, page);
    try {
      return await page;
    } catch (error) {
      // A failure is not kept: the voucher may be there a moment later.
      if (pages.get(path)?.page === page) pages.delete(path);
      throw error;
    }
  };
}
