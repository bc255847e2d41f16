import { findCode } from '../../../../contract/vouchers/find-code.ts';
import { readScanned, type Scanned } from '../../../shared/payment-vouchers/read-scanned.ts';
import { parseUrl } from '../../../platform/routing/parse-url.ts';

/** What another app shared, as the manifest's share target names it; each may be missing. */
export interface Shared {
  readonly title?: string | null;
  readonly text?: string | null;
  readonly url?: string | null;
}

/** A message with a link in it; what is longer holds no link of ours. */
const MAX_CHARS = 4_000;
const PROTOCOL = /^web\+goodies:\/*/;
const LINK = /https?:\/\/[^\s<>"']+/g;
/** What a sentence or a chat's markup puts after a link. */
const AFTER_LINK = /[^\w/=-]+$/;
/** No pages of the app, this one itself, and what a browser takes for another site. */
const NO_PAGE = /^\/(?:\/|(?:share|api|sandbox|covers)(?:\/|$))/;

/** `web+goodies:` before a code or a path of the app, as the manifest's protocol handler gets it. */
function withoutProtocol(text: string, origin: string): string {
  if (!PROTOCOL.test(text)) return text;
  const rest = text.replace(PROTOCOL, '');
  return /^\d+$/.test(rest) ? rest : `${origin}/${rest}`;
}

/** A link of this app that is no voucher's leads where it says. */
function readPage(link: string, origin: string): Scanned | undefined {
  const url = parseUrl(link);
  if (!url) return undefined;
  const { origin: from, pathname, search } = url;
  if (from !== origin || NO_PAGE.test(pathname)) return undefined;
  return { kind: 'page', path: pathname + search };
}

/**
 * Finds the voucher in what was shared with the app: a link of ours, or a code of 13 digits, also in the middle of a
 * message. Links are looked for first, and those of other sites lead nowhere.
 * @param origin scheme and host of this app
 * @returns undefined where there is none
 */
export function readShared({ title, text, url }: Shared, origin: string): Scanned | undefined {
  const texts = [url, text, title].map((one) =>
    withoutProtocol((one ?? '').slice(0, MAX_CHARS).trim(), origin),
  );
  const links = texts
    .flatMap((one) => one.match(LINK) ?? [])
    .map((link) => link.replace(AFTER_LINK, ''));
  const codes = texts.map(findCode);
  const found = [
    ...links.map((link) => readScanned(link, origin)),
    ...codes.map((code) => code && ({ kind: 'code', code } as const)),
    ...links.map((link) => readPage(link, origin)),
  ];
  return found.find((one) => typeof one === 'object');
}
