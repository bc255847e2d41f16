import { parsePushPayload, type PushPayload } from '../../contract/push-payload.ts';
import { notificationOf, type NotificationContent } from './notification.ts';

export interface PushDeps {
  readonly origin: string;
  readonly clients: Pick<Clients, 'matchAll'>;
  /** The path that a window shows now. */
  readonly pathOf: (window: WindowClient) => Promise<string>;
  readonly show: (title: string, options: NotificationContent['options']) => Promise<void>;
  /** Whether a user is signed in here: what was on its way to one who has left is not shown. */
  readonly isSignedIn: () => Promise<boolean>;
  /** Notes a message's id. @returns whether it is new */
  readonly noteId: (id: string) => Promise<boolean>;
  /** Shows how many notifications are unread on the app's icon, where it can. */
  readonly setBadge: (unread: number) => Promise<unknown>;
  /** Tells open pages that there is something new. */
  readonly tellPages: () => Promise<void>;
}

/** A voucher's page, which follows by itself what a message would tell. */
const FOLLOWS = /^\/l?v\//;

const jsonOf = (data: Pick<PushMessageData, 'json'> | null): unknown => {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
};

/** Whether a user is looking at this page right now. */
async function isInView({ clients, pathOf }: PushDeps, url: URL): Promise<boolean> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const paths = await Promise.all(windows.filter(({ focused }) => focused).map(pathOf));
  return paths.includes(url.pathname);
}

async function show(deps: PushDeps, payload: PushPayload): Promise<void> {
  const { title, options } = notificationOf(payload, deps.origin);
  const url = new URL(options.data.path, deps.origin);
  // Being on any other page says nothing about having read it: the wallet may show what was before.
  if (FOLLOWS.test(url.pathname) && (await isInView(deps, url))) return;
  await deps.show(title, options);
}

/**
 * Shows a push message, unless it has no title, came before, no user is signed in, or a focused window shows the
 * voucher that it is about.
 */
export async function showPush(
  deps: PushDeps,
  data: Pick<PushMessageData, 'json'> | null,
): Promise<void> {
  const payload = parsePushPayload(jsonOf(data));
  if (!payload || !(await deps.isSignedIn())) return;
  const { id, unread } = payload;
  if (id !== '' && !(await deps.noteId(id))) return;
  await show(deps, payload);
  // A browser without a badge, or that refuses one, has shown the message all the same.
  if (unread !== undefined) await deps.setBadge(unread).catch(() => undefined);
  await deps.tellPages();
}
