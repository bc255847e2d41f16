import type { ReactElement, ReactNode } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import clockIcon from 'lucide/dist/esm/icons/clock.mjs';
import infoIcon from 'lucide/dist/esm/icons/info.mjs';
import triangleAlertIcon from 'lucide/dist/esm/icons/triangle-alert.mjs';
import css from './alert.module.css';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';

const ICONS = { info: infoIcon, ok: checkIcon, warn: clockIcon, bad: triangleAlertIcon } as const;

export interface AlertProps {
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
