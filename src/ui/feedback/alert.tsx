import type { ReactElement, ReactNode } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import infoIcon from 'lucide/dist/esm/icons/info.mjs';
import triangleAlertIcon from 'lucide/dist/esm/icons/triangle-alert.mjs';

import { Icon } from '../icon.tsx';
import { TextButton } from '../action/button.tsx';
import { cx } from '../cx.ts';
import css from './alert.module.css';

const ICONS = {
  info: infoIcon,
  ok: checkIcon,
  warn: triangleAlertIcon,
  bad: triangleAlertIcon,
} as const;

interface AlertProps {
  readonly tone?: keyof typeof ICONS;
  readonly children: ReactNode;
}

/** A message in the page; only the tone 'bad' interrupts a screen reader. */
export function Alert({ tone = 'info', children }: AlertProps): ReactElement {
  return (
    <div
      className={cx('edged', css['alert'])}
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Icon of={ICONS[tone]} />
      <div className="grow">{children}</div>
    </div>
  );
}

/** Says above saved data why it could not be refreshed, with a retry button. */
export function RetryAlert({
  onRetry,
  children,
}: {
  readonly onRetry: () => void;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Alert tone="warn">
      {children} <TextButton onClick={onRetry}>Retry</TextButton>
    </Alert>
  );
}
