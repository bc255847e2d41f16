import type { PushPayload } from '../../contract/push-payload.ts';

export interface NotificationData {
  readonly path: string;
  readonly voucher: string;
}

/** TypeScript does not know these standard options. */
interface WithActions {
  readonly renotify?: boolean;
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
}

export interface NotificationContent {
  readonly title: string;
  readonly options: NotificationOptions & WithActions & { readonly data: NotificationData };
}

export const MUTE_ACTION = 'mute';

export function pathWithin(origin: string, address: unknown): string {
  if (typeof address !== 'string') return '/';
  try {
    const url = new URL(address, origin);
    return url.origin === origin ? `${url.pathname}${url.search}` : '/';
  } catch {
    return '/';
  }
}

type Shown = Pick<PushPayload, 'title' | 'body' | 'tag' | 'url' | 'voucher'>;

export const notificationOf = (
  { title, body, tag, url, voucher }: Shown,
  origin: string,
): NotificationContent => ({
  title,
  options: {
    body,
    tag,
    // Without it, a notification that replaces another is silent.
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
