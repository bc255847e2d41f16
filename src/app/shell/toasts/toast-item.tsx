import { useEffect, type ReactElement } from 'react';

import { Button } from '../../../ui/action/button.tsx';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { CheckIcon } from '../../../ui/icons/check-icon.tsx';
import { InfoIcon } from '../../../ui/icons/info-icon.tsx';
import { TriangleAlertIcon } from '../../../ui/icons/triangle-alert-icon.tsx';
import { XIcon } from '../../../ui/icons/x-icon.tsx';
import { RowIcon } from '../../../ui/display/row-icon.tsx';
import css from './toast-item.module.css';
import { dismissToast, restartToast, type Toast } from '../../../platform/toast-store.ts';

const ICONS = { info: InfoIcon, success: CheckIcon, error: TriangleAlertIcon } as const;
const TONES = { info: 'info', success: 'ok', error: 'bad' } as const;

function CloseButton({ id }: { readonly id: number }): ReactElement {
  return (
    <IconButton label="Close" onClick={() => dismissToast(id)}>
      <XIcon size="sm" />
    </IconButton>
  );
}

/** One toast: a line, or with a second line or an action an in-app notification. */
export function ToastItem({ toast }: { readonly toast: Toast }): ReactElement {
  const { id, kind, message, detail, action, durationMs } = toast;
  const Icon = ICONS[kind];
  // The first toast's code comes after it: nobody could read it until then.
  useEffect(() => restartToast(id), [id]);
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
