import { TOAST_MS } from '../../contract/constants.ts';
import { SECOND_MS } from '../../contract/durations.ts';
import { createStore } from './store.ts';

export type ToastKind = 'info' | 'success' | 'error';

export interface ToastAction {
  readonly label: string;
  readonly href?: string;
  readonly onSelect?: () => void;
}

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly message: string;
  readonly detail: string | undefined;
  readonly action: ToastAction | undefined;
  readonly otherAction: ToastAction | undefined;
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
  readonly otherAction?: ToastAction;
}

const NOTIFICATION_MS: Readonly<Record<ToastKind, number>> = {
  info: 5 * SECOND_MS,
  success: 5 * SECOND_MS,
  error: 8 * SECOND_MS,
};

export const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;
const held = new Set<number>();
const seenAt = new Map<number, number>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function startTimer({ id, durationMs }: Toast): void {
  clearTimeout(timers.get(id));
  if (durationMs > 0 && held.size === 0)
    timers.set(
      id,
      setTimeout(() => dismissToast(id), durationMs),
    );
}

function show(toast: Omit<Toast, 'id'>): number {
  // The same message restarts the timer instead of appearing twice.
  const shownNow = toasts.get();
  const same = shownNow.find(
    ({ kind, message, detail }) =>
      kind === toast.kind && message === toast.message && detail === toast.detail,
  );
  const shown: Toast = { ...toast, id: same?.id ?? nextId++ };
  toasts.set(
    same ? shownNow.map((other) => (other === same ? shown : other)) : [...shownNow, shown],
  );
  startTimer(shown);
  return shown.id;
}

/** Shows a message for 2 s; errors and `durationMs: 0` stay until closed. @returns its id */
export function toast(message: string, { kind = 'info', durationMs }: ToastOptions = {}): number {
  return notify(message, { kind, durationMs: durationMs ?? (kind === 'error' ? 0 : TOAST_MS) });
}

export function notify(
  message: string,
  {
    kind = 'info',
    detail,
    action,
    otherAction,
    durationMs = NOTIFICATION_MS[kind],
  }: NotificationOptions = {},
): number {
  return show({ kind, message, detail, action, otherAction, durationMs });
}

export function restartToast(id: number): void {
  const shown = toasts.get().find((one) => one.id === id);
  if (!shown) return;
  seenAt.set(id, Date.now());
  startTimer(shown);
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  seenAt.delete(id);
  const shown = toasts.get();
  if (shown.some((one) => one.id === id)) toasts.set(shown.filter((other) => other.id !== id));
  // A closed toast sends no pointerleave event, so its hold on the others is ended here.
  holdToasts(id, false);
}

export function clearToasts(): void {
  for (const { id } of toasts.get()) dismissToast(id);
}

/** Removes messages that were seen; new ones and those with an action stay for the next page. */
export function leavePage(): void {
  for (const one of toasts.get()) {
    const since = seenAt.get(one.id);
    if (one.durationMs > 0 || one.action || since === undefined) continue;
    const passing = { ...one, durationMs: Math.max(1, since + TOAST_MS - Date.now()) };
    toasts.set(toasts.get().map((other) => (other === one ? passing : other)));
    startTimer(passing);
  }
}

export function holdToasts(id: number, isHeld: boolean): void {
  if (held.has(id) === isHeld) return;
  if (isHeld) held.add(id);
  else held.delete(id);
  for (const one of toasts.get()) startTimer(one);
}
