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

/**
 * Reads a push message, either our data or FCM's envelope around it (`{data: {...}}`).
 * @returns undefined for anything without a title, so that garbage shows nothing.
 */
export function parsePushPayload(raw: unknown): PushPayload | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const outer = raw as Record<string, unknown>;
  const data = (
    typeof outer['data'] === 'object' && outer['data'] !== null ? outer['data'] : outer
  ) as Record<string, unknown>;
  const text = (key: string): string => {
    const value = data[key];
    return typeof value === 'string' ? value.slice(0, MAX_CHARS) : '';
  };
  const title = text('title');
  if (!title) return undefined;
  return { title, body: text('body'), url: text('url') || '/', tag: text('tag') || 'goodies' };
}
