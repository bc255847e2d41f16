import { useEffect, type ReactElement, type SyntheticEvent } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import infoIcon from 'lucide/dist/esm/icons/info.mjs';
import triangleAlertIcon from 'lucide/dist/esm/icons/triangle-alert.mjs';
import xIcon from 'lucide/dist/esm/icons/x.mjs';

import { Button, ButtonLink, IconButton } from '../../ui/action/button.tsx';
import { RowIcon } from '../../ui/display/rows.tsx';
import { cx } from '../../ui/cx.ts';
import css from './toast-item.module.css';
import {
  dismissToast,
  holdToasts,
  restartToast,
  type Toast,
  type ToastAction,
} from '../../platform/toast-store.ts';
import { Icon } from '../../ui/icon.tsx';

const ICONS = { info: infoIcon, success: checkIcon, error: triangleAlertIcon } as const;
const TONES = { info: 'info', success: 'ok', error: 'bad' } as const;

function CloseButton({ id }: { readonly id: number }): ReactElement {
  return (
    <IconButton label="Close" onClick={() => dismissToast(id)}>
      <Icon of={xIcon} size="sm" />
    </IconButton>
  );
}

function ActionButton({ id, action }: { id: number; action: ToastAction }): ReactElement {
  const { label, href, onSelect } = action;
  const choose = (): void => {
    dismissToast(id);
    onSelect?.();
  };
  if (href === undefined) {
    return (
      <Button size="sm" onClick={choose}>
        {label}
      </Button>
    );
  }
  return (
    <ButtonLink size="sm" href={href} onClick={choose}>
      {label}
    </ButtonLink>
  );
}

export function ToastItem({ toast }: { readonly toast: Toast }): ReactElement {
  const { id, kind, message, detail, action, otherAction, durationMs } = toast;
  // The toast's code loads after the toast was created, so its timer starts here.
  useEffect(() => restartToast(id), [id]);
  const hold = (): void => holdToasts(id, true);
  const holding = {
    onPointerEnter: hold,
    onPointerLeave: ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
      holdToasts(id, currentTarget.contains(document.activeElement)),
    onFocus: hold,
    onBlur: () => holdToasts(id, false),
  };
  if (!detail && !action) {
    return (
      <div className={cx('edged line', css['toast'])} data-kind={kind} {...holding}>
        <Icon of={ICONS[kind]} />
        <span className="grow">{message}</span>
        {durationMs === 0 && <CloseButton id={id} />}
      </div>
    );
  }
  return (
    <div className={cx('edged line', css['notice'], otherAction && css['two'])} {...holding}>
      <RowIcon tone={TONES[kind]} of={ICONS[kind]} />
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
        <span className={css['actions']}>
          <ActionButton id={id} action={action} />
          {otherAction && <ActionButton id={id} action={otherAction} />}
        </span>
      )}
      <CloseButton id={id} />
    </div>
  );
}
