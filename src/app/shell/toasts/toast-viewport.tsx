import {
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactElement,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';

import { DEVICE_ERRORS } from '../../../../contract/errors/device-errors.ts';
import { onNetworkReturn } from '../../../platform/connectivity.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import {
  currentToasts,
  dismissToast,
  leavePage,
  subscribeToToasts,
  type Toast,
} from '../../../platform/toast-store.ts';
import { cx } from '../../../ui/cx.ts';
import { subscribeToModals, topModal } from '../../../ui/overlay/use-modal.ts';
import css from './toast-viewport.module.css';

// Nothing says anything before the page works: the first toast's code comes after the page's.
const ToastItem = lazyComponent(async () => (await import('./toast-item.tsx')).ToastItem);
const NONE: readonly Toast[] = [];

const OF_NETWORK = new Set<string>(
  [DEVICE_ERRORS.network, DEVICE_ERRORS.timeout, DEVICE_ERRORS.offline].map(
    ({ message }) => message,
  ),
);

/** What was said goes with its cause: the page that it was said of, or a network that was away. */
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
      for (const { id, kind, message } of currentToasts())
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
  /** A dialog has a status and an alert of its own, which these are not to be taken for. */
  readonly isInDialog?: boolean;
}

/** Both live regions, which stand there before anything is said in them, so that it is announced. */
function Regions({ viewport, toasts, isInDialog = false }: RegionsProps): ReactElement {
  const polite = isInDialog ? ({ 'aria-live': 'polite' } as const) : { role: 'status' };
  const assertive = isInDialog ? ({ 'aria-live': 'assertive' } as const) : { role: 'alert' };
  /** Where the focus was before it went to a toast; undefined while it is in none. */
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

/** Where toasts appear: in the page, or in the dialog that lies over it. Once, in the shell. */
export function ToastViewport(): ReactElement {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE);
  const modal = useSyncExternalStore(subscribeToModals, topModal, () => undefined);
  const onPage = useRef<HTMLDivElement>(null);
  const onModal = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const form = document.querySelector('[data-toasts]') ? 'form' : 'page';
    // They cover nothing that is in use, and stay there when dialog or form leave, as these often do with what is told.
    if (onPage.current && toasts.length > 0)
      onPage.current.dataset['beside'] = topModal() ? 'modal' : form;
  }, [toasts]);
  useEffect(() => {
    ToastItem.preload().catch(() => undefined);
  }, []);
  useEndings();
  return (
    <>
      <Regions viewport={onPage} toasts={modal ? NONE : toasts} />
      {modal && createPortal(<Regions viewport={onModal} toasts={toasts} isInDialog />, modal)}
    </>
  );
}
