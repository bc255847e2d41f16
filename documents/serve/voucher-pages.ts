import type { VoucherDetail } from '../../contract/vouchers.ts';
import type { Renderer } from '../renderer.ts';
import { compressed, type CompressedText } from './compressed.ts';

/** A link that many people open at once is rendered once; a reveal is on the page this much later at most. */
const TTL_MS = 2_000;
const MAX_PAGES = 200;

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

/** Renders a voucher's page. @param path names the page, written in one way @throws what `findVoucher` throws */
export type RenderVoucherPage = (id: string, path: string) => Promise<CompressedText>;

/** Everything in one pass, so that no text put in is searched for holes. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/%(HEAD|APP|SEED)%/g, (hole, name: string) => values[name] ?? hole);

/** Renders vouchers' pages with their data, and caches each for two seconds. */
export function createVoucherPages(options: VoucherPagesOptions): RenderVoucherPage {
  const { renderer, template, origin, findVoucher, now } = options;
  const pages = new Map<string, { readonly at: number; readonly page: Promise<CompressedText> }>();

  const render = async (id: string, path: string): Promise<CompressedText> => {
    const seed = { voucher: await findVoucher(id) };
    const { body, head } = await renderer.renderPage({ path, seed, origin });
    return compressed(
      fill(template, { HEAD: head, APP: body, SEED: renderer.serializeSeed(seed) }),
    );
  };
  const cache = (path: string, page: Promise<CompressedText>): void => {
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
