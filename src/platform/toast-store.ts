import {
  ERROR_NOTIFICATION_MS,
  IN_APP_NOTIFICATION_MS,
  SUCCESS_NOTIFICATION_MS,
  TOAST_MS,
} from '../../contract/constants.ts';
import { createListeners } from '../../local/listeners.ts';

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
let paused = false;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = createListeners();

function publish(next: readonly Toast[]): void {
  toasts = next;
  listeners.notify();
}

function startTimer({ id, durationMs }: Toast): void {
  clearTimeout(timers.get(id));
  if (durationMs > 0 && !paused)
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

/** Starts its time anew, e.g. when it is only now on the screen. */
export function restartToast(id: number): void {
  const shown = toasts.find((one) => one.id === id);
  if (shown) startTimer(shown);
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (toasts.some((other) => other.id === id)) publish(toasts.filter((other) => other.id !== id));
}

/** Takes all away, e.g. when the user whom they tell of signs out. */
export function clearToasts(): void {
  for (const { id } of toasts) dismissToast(id);
}

/** Holds every toast while the user points at or tabs through them; each starts its time anew afterwards. */
export function holdToasts(hold: boolean): void {
  if (hold === paused) return;
  paused = hold;
  for (const one of toasts) startTimer(one);
}

/** For useSyncExternalStore. */
export const subscribeToToasts = listeners.add;

export const currentToasts = (): readonly Toast[] => toasts;
