import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { VoucherDetail } from '../../contract/vouchers.ts';
import type { Renderer } from '../renderer.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A link that many people open at once is rendered once; a reveal is on the page this much later at most. */
const TTL_MS = 2_000;
const MAX_PAGES = 200;
/**
 * The best: 2 % smaller than 10, which keeps the page within the first congestion window, for some 50 ms on another
 * thread instead of 25, at most once in two seconds a voucher.
 */
const BROTLI_QUALITY = 11;

export interface VoucherPagesOptions {
  readonly renderer: Renderer;
  /** The built document with its holes: %HEAD%, %APP% and %SEED%. */
  readonly template: string;
  /** Scheme and host that people reach the app at. */
  readonly origin: string;
  /** The voucher as a signed-out caller sees it. @throws when they may not see it or it does not exist */
  readonly findVoucher: (id: string) => Promise<VoucherDetail>;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** A page as it travels, in each coding. */
export interface VoucherPage {
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** Renders a voucher's page. @param path names the page, written in one way @throws what `findVoucher` throws */
export type RenderVoucherPage = (id: string, path: string) => Promise<VoucherPage>;

/** Everything in one pass, so that no text put in is searched for holes. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/%(HEAD|APP|SEED)%/g, (hole, name: string) => values[name] ?? hole);

async function compressed(html: string): Promise<VoucherPage> {
  const identity = Buffer.from(html);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [br, gz] = await Promise.all([brotli(identity, { params }), zip(identity)]);
  const digest = createHash('sha256').update(identity).digest('base64url');
  return { etag: `"${digest.slice(0, 22)}"`, identity, br, gzip: gz };
}

/** Renders vouchers' pages with their data, and caches each for two seconds. */
export function createVoucherPages(options: VoucherPagesOptions): RenderVoucherPage {
  const { renderer, template, origin, findVoucher, now } = options;
  const pages = new Map<string, { readonly at: number; readonly page: Promise<VoucherPage> }>();

  const render = async (id: string, path: string): Promise<VoucherPage> => {
    const seed = { voucher: await findVoucher(id) };
    const { body, head } = await renderer.renderPage({ path, seed, origin });
    return compressed(
      fill(template, { HEAD: head, APP: body, SEED: renderer.serializeSeed(seed) }),
    );
  };
  const cache = (path: string, page: Promise<VoucherPage>): void => {
    pages.delete(path);
    pages.set(path, { at: now(), page });
    const [oldest] = pages.keys();
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
  };

  return async (id, path) => {
    const cached = pages.get(path);
    if (cached && now() - cached.at < TTL_MS) return cached.page;
    const page = render(id, path);
    cache(path, page);
    try {
      return await page;
    } catch (error) {
      // A failure is not cached: the voucher may be there a moment later.
      if (pages.get(path)?.page === page) pages.delete(path);
      throw error;
    }
  };
}
