import { SLOW_ANSWER_MS, askWindow } from '../windows.ts';
import { pathWithin } from './notification.ts';

export interface ClickDeps {
  readonly origin: string;
  readonly clients: Pick<Clients, 'matchAll' | 'openWindow'>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Where a notification leads; undefined where it does not say. `data`: the notification's. */
export const pathIn = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined;

/** The ulid of the voucher that a notification can mute; '' where there is none. `data`: the notification's. */
export const voucherIn = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'voucher' in data && typeof data.voucher === 'string'
    ? data.voucher
    : '';

/** The window that shows the page already, else one that is focused or visible, else any. */
function bestWindow(windows: readonly WindowClient[], href: string): WindowClient | undefined {
  return (
    windows.find((window) => window.url === href) ??
    windows.find((window) => window.focused) ??
    windows.find((window) => window.visibilityState === 'visible') ??
    windows[0]
  );
}

/** Opens what a notification is about, in a window that is there when there is one. `data`: the notification's. */
export async function openNotification(deps: ClickDeps, data: unknown): Promise<void> {
  const path = pathWithin(deps.origin, pathIn(data));
  const { href } = new URL(path, deps.origin);
  const windows = await deps.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = bestWindow(windows, href);
  if (!window) {
    await deps.clients.openWindow(href);
    return;
  }
  // By message, for the app's router moves without loading anew. One that is there already stays: what the browser
  // says of its address may be where it was opened.
  const answer = askWindow(window, { type: 'navigate', path }, deps.sleep, SLOW_ANSWER_MS);
  await window.focus().catch(() => window);
  // One that is still being loaded hears nothing, and has nothing to lose.
  if ((await answer) === undefined) await window.navigate(href).catch(() => null);
}
