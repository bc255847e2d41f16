import type { ReactElement, ReactNode } from 'react';
import css from './alert.module.css';
import { cx } from '../cx.ts';
import { CheckIcon } from '../icons/check-icon.tsx';
import { ClockIcon } from '../icons/clock-icon.tsx';
import { InfoIcon } from '../icons/info-icon.tsx';
import { TriangleAlertIcon } from '../icons/triangle-alert-icon.tsx';

const ICONS = { info: InfoIcon, ok: CheckIcon, warn: ClockIcon, bad: TriangleAlertIcon } as const;

export interface AlertProps {
  readonly tone?: keyof typeof ICONS;
  readonly children: ReactNode;
}

/** A message in the flow of the page. A bad one interrupts a screen reader, the others wait their turn. */
export function Alert({ tone = 'info', children }: AlertProps): ReactElement {
  const Icon = ICONS[tone];
  return (
    <div className={cx(css['alert'], css[tone])} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon />
      <div className="grow">{children}</div>
    </div>
  );
}
