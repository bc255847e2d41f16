import { TOAST_MS } from '../../contract/constants.ts';
import { createListeners } from '../../local/listeners.ts';
import { SECOND_MS } from '../../contract/durations.ts';

const SUCCESS_NOTIFICATION_MS = 5 * SECOND_MS;

const IN_APP_NOTIFICATION_MS = 5 * SECOND_MS;

const ERROR_NOTIFICATION_MS = 8 * SECOND_MS;

export type ToastKind = 'info' | 'success' | 'error';

export interface ToastAction {
  readonly label: string;
  /** Leads out of the app, to a program such as mail; or else something is done. */
  readonly href?: string;
  readonly onSelect?: () => void;
}

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly message: string;
  /** A second line; with it, or with an action, the toast is an in-app notification. */
  readonly detail: string | undefined;
  readonly action: ToastAction | undefined;
  /** 0 = stays until closed. */
  readonly durationMs: number;
}

export interface ToastOptions {
  readonly kind?: ToastKind;
  readonly durationMs?: number;
}

export interface NotificationOptions extends ToastOptions {
  readonly detail?: string;
  readonly action?: ToastAction;
}

const NOTIFICATION_MS: Readonly<Record<ToastKind, number>> = {
  info: IN_APP_NOTIFICATION_MS,
  success: SUCCESS_NOTIFICATION_MS,
  error: ERROR_NOTIFICATION_MS,
};

let toasts: readonly Toast[] = [];
let nextId = 1;
/** Toasts that the user points at or has the focus in. */
const held = new Set<number>();
/** Since when toasts are on the screen; ms since the epoch. */
const seenAt = new Map<number, number>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = createListeners();

function publish(next: readonly Toast[]): void {
  toasts = next;
  listeners.notify();
}

function startTimer({ id, durationMs }: Toast): void {
  clearTimeout(timers.get(id));
  if (durationMs > 0 && held.size === 0)
    timers.set(
      id,
      setTimeout(() => dismissToast(id), durationMs),
    );
}

function show(toast: Omit<Toast, 'id'>): number {
  // The same words again restart the clock instead of piling up.
  const same = toasts.find(
    ({ kind, message, detail }) =>
      kind === toast.kind && message === toast.message && detail === toast.detail,
  );
  const shown: Toast = { ...toast, id: same?.id ?? nextId++ };
  publish(same ? toasts.map((other) => (other === same ? shown : other)) : [...toasts, shown]);
  startTimer(shown);
  return shown.id;
}

/**
 * Shows a short message; callable from anywhere on the page.
 * It leaves after 2 s; errors and `durationMs: 0` stay until closed.
 * @returns an id for `dismissToast`
 */
export function toast(message: string, { kind = 'info', durationMs }: ToastOptions = {}): number {
  const stays = kind === 'error' ? 0 : TOAST_MS;
  return show({
    kind,
    message,
    detail: undefined,
    action: undefined,
    durationMs: durationMs ?? stays,
  });
}

/** Shows an in-app notification: 5 s, errors 8 s, with a second line and one action if given. */
export function notify(
  message: string,
  { kind = 'info', detail, action, durationMs }: NotificationOptions = {},
): number {
  return show({ kind, message, detail, action, durationMs: durationMs ?? NOTIFICATION_MS[kind] });
}

/** Starts its time anew: it is on the screen now. */
export function restartToast(id: number): void {
  const shown = toasts.find((one) => one.id === id);
  if (!shown) return;
  seenAt.set(id, Date.now());
  startTimer(shown);
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  seenAt.delete(id);
  if (toasts.some((other) => other.id === id)) publish(toasts.filter((other) => other.id !== id));
  // Who closed it may have held all the others with it: nothing tells that a closed one is let go.
  holdToasts(id, false);
}

/** Takes all away, e.g. when the user whom they tell of signs out. */
export function clearToasts(): void {
  for (const { id } of toasts) dismissToast(id);
}

/**
 * The page is left: what was said on it and waits to be closed goes, once it was there as long as any toast. What is
 * said on leaving is for the next page, and what offers an action stays.
 */
export function leavePage(): void {
  for (const one of toasts) {
    const since = seenAt.get(one.id);
    if (one.durationMs > 0 || one.action || since === undefined) continue;
    const passing = { ...one, durationMs: Math.max(1, since + TOAST_MS - Date.now()) };
    publish(toasts.map((other) => (other === one ? passing : other)));
    startTimer(passing);
  }
}

/** While the user points at or tabs through one toast all stay; each starts its time anew afterwards. */
export function holdToasts(id: number, isHeld: boolean): void {
  if (held.has(id) === isHeld) return;
  if (isHeld) held.add(id);
  else held.delete(id);
  for (const one of toasts) startTimer(one);
}

/** For useSyncExternalStore. */
export const subscribeToToasts = listeners.add;

export const currentToasts = (): readonly Toast[] => toasts;
