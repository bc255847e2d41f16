/** What a push message carries, as data only: the service worker shows it. */
export interface PushPayload {
  readonly title: string;
  readonly body: string;
  /** Same-origin path to open on click. */
  readonly url: string;
  /** Notifications with the same tag replace each other. */
  readonly tag: string;
  /** Names what it tells of, so that a repeat is known; '' where it has none. */
  readonly id: string;
  /** The ulid of a voucher that goes on, and so can be guessed on and muted; '' for anything else. */
  readonly voucher: string;
  /** How many notifications are unread, for the app's icon; undefined where it does not say. */
  readonly unread: number | undefined;
}

const MAX_CHARS = 500;
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const COUNT = /^\d{1,4}$/;

const objectIn = (raw: unknown): Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {};

/**
 * Reads a push message: title and body with the address in `data.url` (specification, section 3), also in
 * FCM's envelope (`{notification?, data}`), or all of it in `data`, as data-only messages have it.
 * @returns undefined for anything without a title, so that garbage shows nothing.
 */
export function parsePushPayload(raw: unknown): PushPayload | undefined {
  const outer = objectIn(raw);
  const places = [objectIn(outer['data']), objectIn(outer['notification']), outer];
  const text = (key: string): string => {
    const value = places.map((place) => place[key]).find((found) => typeof found === 'string');
    return typeof value === 'string' ? value.slice(0, MAX_CHARS) : '';
  };
  const [title, voucher, unread] = [text('title'), text('voucher'), text('unread')];
  if (!title) return undefined;
  return {
    title,
    body: text('body'),
    url: text('url') || '/',
    tag: text('tag') || 'goodies',
    id: text('id'),
    voucher: ULID.test(voucher) ? voucher : '',
    unread: COUNT.test(unread) ? Number(unread) : undefined,
  };
}
