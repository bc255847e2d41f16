import type { PushPayload } from '../../contract/push-payload.ts';

/** What a notification carries for a click on it. */
export interface NotificationData {
  readonly path: string;
  /** The ulid of the voucher that it can mute; '' where there is none. */
  readonly voucher: string;
}

/** Standard, but not yet among the options that TypeScript knows. */
interface WithActions {
  readonly renotify?: boolean;
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
}

export interface NotificationContent {
  readonly title: string;
  readonly options: NotificationOptions & WithActions & { readonly data: NotificationData };
}

export const MUTE_ACTION = 'mute';

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

/** What of a push message is seen and tapped. */
type Shown = Pick<PushPayload, 'title' | 'body' | 'tag' | 'url' | 'voucher'>;

/** What a push message shows. */
export const notificationOf = (
  { title, body, tag, url, voucher }: Shown,
  origin: string,
): NotificationContent => ({
  title,
  options: {
    body,
    tag,
    // One that replaces another of its tag would else do so without a sound.
    renotify: true,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path: pathWithin(origin, url), voucher },
    ...(voucher !== '' && {
      actions: [
        { action: 'guess', title: 'Guess' },
        { action: MUTE_ACTION, title: 'Mute this voucher' },
      ],
    }),
  },
});
