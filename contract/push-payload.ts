/** What a push message carries, as data only: the service worker shows it. */
export interface PushPayload {
  readonly title: string;
  readonly body: string;
  /** Same-origin path to open on click. */
  readonly url: string;
  /** Notifications with the same tag replace each other. */
  readonly tag: string;
}

const MAX_CHARS = 500;

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
  const title = text('title');
  if (!title) return undefined;
  return { title, body: text('body'), url: text('url') || '/', tag: text('tag') || 'goodies' };
}
