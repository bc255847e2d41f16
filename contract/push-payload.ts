export interface PushPayload {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** Notifications with the same tag replace each other. */
  readonly tag: string;
  /** Identifies the event, so that a repeat is ignored; '' if it has none. */
  readonly id: string;
  /** ULID of an active voucher, else ''. */
  readonly voucher: string;
  readonly unread: number | undefined;
}

const MAX_CHARS = 500;
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const COUNT = /^\d{1,4}$/;

const objectIn = (raw: unknown): Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {};

/** Accepts plain and FCM envelopes (spec 3); undefined without a title, so nothing is shown. */
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
