import type { PushPayload } from '../contract/push-payload.ts';

export interface NotificationContent {
  readonly title: string;
  readonly options: NotificationOptions & { readonly data: { readonly path: string } };
}

/** A same-origin address as path and query; anything else leads home. */
export function pathWithin(origin: string, address: unknown): string {
  if (typeof address !== 'string') return '/';
  try {
    const url = new URL(address, origin);
    return url.origin === origin ? `${url.pathname}${url.search}` : '/';
  } catch {
    return '/';
  }
}

/** What a push message shows. */
export const notificationOf = (payload: PushPayload, origin: string): NotificationContent => ({
  title: payload.title,
  options: {
    body: payload.body,
    tag: payload.tag,
    icon: '/icons/icon-192.png',
    data: { path: pathWithin(origin, payload.url) },
  },
});
