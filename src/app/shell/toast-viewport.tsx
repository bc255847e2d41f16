import {
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactElement,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';

import { DEVICE_ERRORS } from '../../../contract/errors/device-errors.ts';
import { onNetworkReturn } from '../../platform/connectivity.ts';
import { lazyComponent } from '../../platform/lazy/lazy-component.tsx';
import { useStore } from '../../platform/store.ts';
import { dismissToast, leavePage, toasts, type Toast } from '../../platform/toast-store.ts';
import { cx } from '../../ui/cx.ts';
import { subscribeToModals, topModal } from '../../ui/overlay/use-modal.ts';
import css from './toast-viewport.module.css';

const ToastItem = lazyComponent(async () => (await import('./toast-item.tsx')).ToastItem);
const NONE: readonly Toast[] = [];

const OF_NETWORK = new Set<string>(
  [DEVICE_ERRORS.network, DEVICE_ERRORS.timeout, DEVICE_ERRORS.offline].map(
    ({ message }) => message,
  ),
);

function useEndings(): void {
  useEffect(() => {
    let { pathname } = location;
    const onMove = (): void => {
      if (pathname !== location.pathname) leavePage();
      ({ pathname } = location);
    };
    const events = ['pushState', 'replaceState', 'popstate'];
    for (const name of events) addEventListener(name, onMove);
    const stop = onNetworkReturn(() => {
      for (const { id, kind, message } of toasts.get())
        if (kind === 'error' && OF_NETWORK.has(message)) dismissToast(id);
    });
    return () => {
      for (const name of events) removeEventListener(name, onMove);
      stop();
    };
  }, []);
}

interface RegionsProps {
  readonly viewport: RefObject<HTMLDivElement | null>;
  readonly toasts: readonly Toast[];
  /** A dialog has its own status and alert roles, so its live regions use `aria-live`. */
  readonly isInDialog?: boolean;
}

/** Live regions must exist before their text, or screen readers do not announce it. */
function Regions({ viewport, toasts, isInDialog = false }: RegionsProps): ReactElement {
  const polite = isInDialog ? ({ 'aria-live': 'polite' } as const) : { role: 'status' };
  const assertive = isInDialog ? ({ 'aria-live': 'assertive' } as const) : { role: 'alert' };
  const cameFrom = useRef<EventTarget | null>(undefined);
  useEffect(() => {
    if (viewport.current?.contains(document.activeElement)) return;
    // The toast that had the focus was closed.
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
    cameFrom.current = undefined;
  });
  const items = (wanted: (toast: Toast) => boolean): ReactElement[] =>
    toasts.filter(wanted).map((toast) => <ToastItem key={toast.id} toast={toast} />);
  return (
    <div
      ref={viewport}
      {...(toasts.length > 0 && { role: 'region', 'aria-label': 'Messages' })}
      className={cx(css['viewport'], 'deferred')}
      onFocus={({ relatedTarget }) => {
        if (cameFrom.current === undefined) cameFrom.current = relatedTarget;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = undefined;
      }}
    >
      <div {...polite}>{items(({ kind }) => kind !== 'error')}</div>
      <div {...assertive}>{items(({ kind }) => kind === 'error')}</div>
    </div>
  );
}

export function ToastViewport(): ReactElement {
  const shown = useStore(toasts);
  const modal = useSyncExternalStore(subscribeToModals, topModal, () => undefined);
  const onPage = useRef<HTMLDivElement>(null);
  const onModal = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const form = document.querySelector('[data-toasts]') ? 'form' : 'page';
    if (onPage.current && shown.length > 0)
      onPage.current.dataset['beside'] = topModal() ? 'modal' : form;
  }, [shown]);
  useEffect(() => {
    ToastItem.preload().catch(() => undefined);
  }, []);
  useEndings();
  return (
    <>
      <Regions viewport={onPage} toasts={modal ? NONE : shown} />
      {modal && createPortal(<Regions viewport={onModal} toasts={shown} isInDialog />, modal)}
    </>
  );
}
