import type { VoucherDetail } from '../../contract/vouchers.ts';
import type { Renderer } from '../renderer.ts';
import { compressed, type CompressedText } from './compressed.ts';

/** A popular link is rendered once in this time, so a reveal is at most this late. */
const TTL_MS = 2_000;
const MAX_PAGES = 200;

export interface VoucherPagesOptions {
  readonly renderer: Renderer;
  readonly template: string;
  readonly origin: string;
  readonly findVoucher: (id: string) => Promise<VoucherDetail>;
  readonly now: () => number;
}

/** @throws what `findVoucher` throws */
export type RenderVoucherPage = (id: string, path: string) => Promise<CompressedText>;

/** One pass ensures that inserted text is not searched for placeholders. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/%(HEAD|APP|SEED)%/g, (hole, name: string) => values[name] ?? hole);

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
      // A failure is not cached, because the voucher may exist a moment later.
      if (pages.get(path)?.page === page) pages.delete(path);
      throw error;
    }
  };
}
