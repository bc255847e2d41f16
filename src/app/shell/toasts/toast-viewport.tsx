import { useEffect, useRef, useSyncExternalStore, type ReactElement } from 'react';

import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import {
  currentToasts,
  holdToasts,
  subscribeToToasts,
  type Toast,
} from '../../../platform/toast-store.ts';
import { cx } from '../../../ui/cx.ts';
import css from './toast-viewport.module.css';

// Nothing says anything before the page works: the first toast's code comes after the page's.
const ToastItem = lazyComponent(async () => (await import('./toast-item.tsx')).ToastItem);
const NONE: readonly Toast[] = [];

/**
 * Where toasts cover nothing that is in use: above an open modal, and at the top beside a form that ends at the bottom.
 * There they stay when either leaves, as it often does with what they tell of.
 */
function place(viewport: HTMLElement, hasToasts: boolean): void {
  const isThere = (what: string): boolean => hasToasts && !!document.querySelector(what);
  viewport.toggleAttribute('data-top', isThere('[data-toasts]'));
  if (viewport.popover) viewport.popover = null;
  if (!isThere('dialog[open]') || !('showPopover' in viewport)) return;
  viewport.popover = 'manual';
  viewport.showPopover();
}

/** Where toasts appear; once, in the shell. Both live regions stay in the page so that news in them is announced. */
export function ToastViewport(): ReactElement {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE);
  const viewport = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (viewport.current) place(viewport.current, toasts.length > 0);
  }, [toasts]);
  useEffect(() => {
    ToastItem.preload().catch(() => undefined);
  }, []);
  const items = (wanted: (toast: Toast) => boolean): ReactElement[] =>
    toasts.filter(wanted).map((toast) => <ToastItem key={toast.id} toast={toast} />);
  return (
    <div
      ref={viewport}
      className={cx(css['viewport'], 'deferred')}
      onPointerEnter={() => holdToasts(true)}
      onPointerLeave={() => holdToasts(false)}
      onFocus={() => holdToasts(true)}
      onBlur={() => holdToasts(false)}
    >
      <div role="status">{items(({ kind }) => kind !== 'error')}</div>
      <div role="alert">{items(({ kind }) => kind === 'error')}</div>
    </div>
  );
}
