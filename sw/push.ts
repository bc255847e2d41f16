import { parsePushPayload } from '../contract/push-payload.ts';
import { notificationOf, type NotificationContent } from './notification.ts';

export interface PushDeps {
  readonly origin: string;
  readonly clients: Pick<Clients, 'matchAll'>;
  readonly show: (title: string, options: NotificationContent['options']) => Promise<void>;
}

const jsonOf = (data: Pick<PushMessageData, 'json'> | null): unknown => {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
};

/** Whether a user is looking at this page right now. */
async function isInView({ clients }: PushDeps, url: URL): Promise<boolean> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.some((window) => window.focused && new URL(window.url).pathname === url.pathname);
}

/** Shows a push message, unless it has no title or a focused window shows what it is about. */
export async function showPush(
  deps: PushDeps,
  data: Pick<PushMessageData, 'json'> | null,
): Promise<void> {
  const payload = parsePushPayload(jsonOf(data));
  if (!payload) return;
  const { title, options } = notificationOf(payload, deps.origin);
  // Home is where a message without an address leads; being there says nothing about having read it.
  const url = new URL(options.data.path, deps.origin);
  if (url.pathname !== '/' && (await isInView(deps, url))) return;
  await deps.show(title, options);
}
