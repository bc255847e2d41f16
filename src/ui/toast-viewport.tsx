import { useEffect, useRef, useSyncExternalStore, type ReactElement } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { CheckIcon } from './icons/check-icon.tsx';
import { InfoIcon } from './icons/info-icon.tsx';
import { TriangleAlertIcon } from './icons/triangle-alert-icon.tsx';
import { XIcon } from './icons/x-icon.tsx';
import { RowIcon } from './row-icon.tsx';
import {
  currentToasts,
  dismissToast,
  holdToasts,
  subscribeToToasts,
  type Toast,
} from './toast-store.ts';
import css from './toast-viewport.module.css';

const ICONS = { info: InfoIcon, success: CheckIcon, error: TriangleAlertIcon } as const;
const TONES = { info: 'info', success: 'ok', error: 'bad' } as const;
const NONE: readonly Toast[] = [];

function CloseButton({ id }: { readonly id: number }): ReactElement {
  return (
    <IconButton label="Close" onClick={() => dismissToast(id)}>
      <XIcon size="sm" />
    </IconButton>
  );
}

function ToastItem({ toast }: { readonly toast: Toast }): ReactElement {
  const { id, kind, message, detail, action, durationMs } = toast;
  const Icon = ICONS[kind];
  if (!detail && !action) {
    return (
      <div className={css['toast']} data-kind={kind}>
        <Icon />
        <span className="grow">{message}</span>
        {durationMs === 0 && <CloseButton id={id} />}
      </div>
    );
  }
  return (
    <div className={css['notice']}>
      <RowIcon tone={TONES[kind]}>
        <Icon size="md" />
      </RowIcon>
      <span className="grow">
        <strong>{message}</strong>
        {detail && (
          <>
            <br />
            <span className="sm muted">{detail}</span>
          </>
        )}
      </span>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            dismissToast(id);
            action.onSelect();
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton id={id} />
    </div>
  );
}

/** Raises toasts above an open modal, which would otherwise cover them; nothing changes without one. */
function raiseAboveModal(viewport: HTMLElement, hasToasts: boolean): void {
  if (viewport.popover) viewport.popover = null;
  if (!hasToasts || !document.querySelector('dialog[open]')) return;
  if (!('showPopover' in viewport)) return;
  viewport.popover = 'manual';
  viewport.showPopover();
}

/** Where toasts appear; once, in the shell. Both live regions stay in the page so that news in them is announced. */
export function ToastViewport(): ReactElement {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE);
  const viewport = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (viewport.current) raiseAboveModal(viewport.current, toasts.length > 0);
  }, [toasts]);
  const items = (wanted: (toast: Toast) => boolean): ReactElement[] =>
    toasts.filter(wanted).map((toast) => <ToastItem key={toast.id} toast={toast} />);
  return (
    <div
      ref={viewport}
      className={css['viewport']}
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
