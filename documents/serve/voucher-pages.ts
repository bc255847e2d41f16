import type { VoucherDetail } from '../../contract/vouchers.ts';
import type { DocumentTemplate } from '../built-site.ts';
import type { Renderer } from '../renderer.ts';
import { compressed, type CompressedText } from './compressed.ts';

export type VoucherDocument = 'voucher.html' | 'live.html' | 'featured-giveaway.html';

export interface VoucherAddress {
  readonly document: VoucherDocument;
  readonly id: string;
  readonly path: string;
}

const FEATURED_PATH = '/featured-giveaway';
const VOUCHER_PATH = /^\/(v|lv)\/([0-9A-Za-z]{1,26})\/?$/;

/** Normalizes an id; more than ten digits are a payment code, which may begin with zeros. */
const canonicalId = (id: string): string =>
  /^\d{1,10}$/.test(id) ? String(Number(id)) : id.toUpperCase();

export const isVoucherPage = (path: string): boolean =>
  /^\/(?:lv\/[^/]+|v\/[^/]+(?:\/fairness)?)\/?$/i.test(path);

export function voucherAddress(path: string): VoucherAddress | undefined {
  if (path === FEATURED_PATH) return { document: 'featured-giveaway.html', id: '', path };
  const [, view, written] = VOUCHER_PATH.exec(path) ?? [];
  if (written === undefined) return undefined;
  const id = canonicalId(written);
  return {
    document: view === 'lv' ? 'live.html' : 'voucher.html',
    id,
    path: `/${view ?? 'v'}/${id}`,
  };
}

/** A popular link is rendered once in this time, so a reveal is at most this late. */
const TTL_MS = 2_000;
const MAX_PAGES = 200;

export interface VoucherPagesOptions {
  readonly renderer: Renderer;
  readonly template: DocumentTemplate;
  readonly origin: string;
  readonly findVoucher: (id: string) => Promise<VoucherDetail>;
  readonly now: () => number;
}

/** @throws what `findVoucher` throws */
export type RenderVoucherPage = (id: string, path: string) => Promise<CompressedText>;

/** One pass ensures that inserted text is not searched for placeholders. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/%(HEAD|APP|SEED|KEYPAD)%/g, (hole, name: string) => values[name] ?? hole);

export function createVoucherPages(options: VoucherPagesOptions): RenderVoucherPage {
  const { renderer, template, origin, findVoucher, now } = options;
  const pages = new Map<string, { readonly at: number; readonly page: Promise<CompressedText> }>();

  const render = async (id: string, path: string): Promise<CompressedText> => {
    const seed = { voucher: await findVoucher(id) };
    const { body, head, keypad } = await renderer.renderPage({ path, seed, origin });
    return compressed(
      fill(template.html, {
        HEAD: head,
        APP: body,
        SEED: renderer.serializeSeed(seed),
        KEYPAD: keypad && fill(template.keypad, { KEYPAD: keypad }),
      }),
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
