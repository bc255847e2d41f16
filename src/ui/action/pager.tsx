import type { ReactElement } from 'react';
import chevronLeftIcon from 'lucide/dist/esm/icons/chevron-left.mjs';
import chevronRightIcon from 'lucide/dist/esm/icons/chevron-right.mjs';

import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import css from './pager.module.css';

const PAGER_BUTTONS = 5;

/** The current page with two on each side, shifted at the ends. */
export function pagerWindow(current: number, last: number): number[] {
  const count = Math.min(PAGER_BUTTONS, Math.max(1, last));
  const centred = current - Math.floor(PAGER_BUTTONS / 2);
  const first = Math.max(1, Math.min(centred, last - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

interface PagerProps {
  readonly label: string;
  /** The first page is 1. */
  readonly current: number;
  readonly last: number;
  readonly onPage: (page: number) => void;
}

/** Page buttons around the current page, with steps back and forward. */
export function Pager({ label, current, last, onPage }: PagerProps): ReactElement | null {
  if (last <= 1) return null;
  const step = (page: number, name: string, icon: ReactElement): ReactElement => (
    <button
      type="button"
      className={cx('middle', css['page'], css['step'])}
      aria-label={name}
      disabled={page < 1 || page > last}
      onClick={() => onPage(page)}
    >
      {icon}
    </button>
  );
  return (
    <nav className={css['pager']} aria-label={`${label}, pages`}>
      {step(current - 1, 'Previous page', <Icon of={chevronLeftIcon} size="sm" />)}
      {pagerWindow(current, last).map((page) => (
        <button
          key={page}
          type="button"
          className={cx('middle', css['page'])}
          aria-label={`Page ${page}`}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => onPage(page)}
        >
          {page}
        </button>
      ))}
      {step(current + 1, 'Next page', <Icon of={chevronRightIcon} size="sm" />)}
    </nav>
  );
}
