import { update } from 'idb-keyval';

import { parsePushPayload, type PushPayload } from '../../contract/push-payload.ts';
import { PUSHED_IDS_KEY } from '../../contract/storage-keys.ts';
import { notificationOf, type NotificationContent } from './notification.ts';

/** Push services repeat messages for up to a day, in which no user gets more than this. */
const KEPT = 50;

export async function notePushId(id: string): Promise<boolean> {
  let isNew = true;
  try {
    await update<readonly string[]>(PUSHED_IDS_KEY, (known = []) => {
      isNew = !known.includes(id);
      return isNew ? [...known, id].slice(-KEPT) : known;
    });
  } catch {
    // A duplicate notification is better than none.
  }
  return isNew;
}

export interface PushDeps {
  readonly origin: string;
  readonly clients: Pick<Clients, 'matchAll'>;
  readonly pathOf: (window: WindowClient) => Promise<string>;
  readonly show: (title: string, options: NotificationContent['options']) => Promise<void>;
  readonly isSignedIn: () => Promise<boolean>;
  readonly noteId: (id: string) => Promise<boolean>;
  readonly setBadge: (unread: number) => Promise<unknown>;
  readonly tellPages: () => Promise<void>;
}

const FOLLOWS = /^\/l?v\//;

const jsonOf = (data: Pick<PushMessageData, 'json'> | null): unknown => {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
};

async function isInView({ clients, pathOf }: PushDeps, url: URL): Promise<boolean> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const paths = await Promise.all(windows.filter(({ focused }) => focused).map(pathOf));
  return paths.includes(url.pathname);
}

async function show(deps: PushDeps, payload: PushPayload): Promise<void> {
  const { title, options } = notificationOf(payload, deps.origin);
  const url = new URL(options.data.path, deps.origin);
  // Only the voucher page updates itself; on any other page the message is needed.
  if (FOLLOWS.test(url.pathname) && (await isInView(deps, url))) return;
  await deps.show(title, options);
}

/** Skips messages without title, duplicates, and those for a signed-out user or an open page. */
export async function showPush(
  deps: PushDeps,
  data: Pick<PushMessageData, 'json'> | null,
): Promise<void> {
  const payload = parsePushPayload(jsonOf(data));
  if (!payload || !(await deps.isSignedIn())) return;
  const { id, unread } = payload;
  if (id !== '' && !(await deps.noteId(id))) return;
  await show(deps, payload);
  // A browser may refuse the badge although the message was shown.
  if (unread !== undefined) await deps.setBadge(unread).catch(() => undefined);
  await deps.tellPages();
}

export interface PushPlace {
  readonly pushManager?: Pick<PushManager, 'getSubscription'> | undefined;
  getNotifications(): Promise<readonly Pick<Notification, 'close'>[]>;
}

/** Ends the push subscription at sign-out, so that the next user gets no messages. */
export async function forgetPush(
  place: PushPlace,
  clearBadge: () => Promise<unknown>,
): Promise<void> {
  const unsubscribe = async (): Promise<void> => {
    await (await place.pushManager?.getSubscription())?.unsubscribe();
  };
  const close = async (): Promise<void> => {
    for (const shown of await place.getNotifications()) shown.close();
  };
  await Promise.allSettled([unsubscribe(), close(), clearBadge()]);
}
