import type { ReactElement, ReactNode } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import clockIcon from 'lucide/dist/esm/icons/clock.mjs';
import infoIcon from 'lucide/dist/esm/icons/info.mjs';
import triangleAlertIcon from 'lucide/dist/esm/icons/triangle-alert.mjs';

import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { TextButton } from '../action/button.tsx';
import css from './alert.module.css';

const ICONS = { info: infoIcon, ok: checkIcon, warn: clockIcon, bad: triangleAlertIcon } as const;

interface AlertProps {
  readonly tone?: keyof typeof ICONS;
  readonly children: ReactNode;
}

/** A message in the flow of the page. A bad one interrupts a screen reader, the others wait their turn. */
export function Alert({ tone = 'info', children }: AlertProps): ReactElement {
  return (
    <div className={cx(css['alert'], css[tone])} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon of={ICONS[tone]} />
      <div className="grow">{children}</div>
    </div>
  );
}

/** Above what is saved: why it could not be asked for anew, and a way to try again. */
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
