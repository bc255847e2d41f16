import { SLOW_ANSWER_MS, askWindow } from '../windows.ts';
import { pathWithin } from './notification.ts';

export interface ClickDeps {
  readonly origin: string;
  readonly clients: Pick<Clients, 'matchAll' | 'openWindow'>;
  readonly sleep: (ms: number) => Promise<void>;
}

export const pathIn = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined;

export const voucherIn = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'voucher' in data && typeof data.voucher === 'string'
    ? data.voucher
    : '';

function bestWindow(windows: readonly WindowClient[], href: string): WindowClient | undefined {
  return (
    windows.find((window) => window.url === href) ??
    windows.find((window) => window.focused) ??
    windows.find((window) => window.visibilityState === 'visible') ??
    windows[0]
  );
}

export async function openNotification(deps: ClickDeps, data: unknown): Promise<void> {
  const path = pathWithin(deps.origin, pathIn(data));
  const { href } = new URL(path, deps.origin);
  const windows = await deps.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = bestWindow(windows, href);
  if (!window) {
    await deps.clients.openWindow(href);
    return;
  }
  // The app's router navigates by message, which avoids a reload.
  const answer = askWindow(window, { type: 'navigate', path }, deps.sleep, SLOW_ANSWER_MS);
  await window.focus().catch(() => window);
  // A page that is still loading does not answer, and it has no unsaved input.
  if ((await answer) === undefined) await window.navigate(href).catch(() => null);
}
