import { useRef, useState, type ReactElement, type ReactNode, type TouchEvent } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';

import { Icon } from '../icon.tsx';
import { Dots } from './dots.tsx';
import { cx } from '../cx.ts';
import css from './pull-to-refresh.module.css';

const PULL_THRESHOLD_PX = 80;

const PULL_MAX_PX = 100;

/** Converts a finger's movement in px to the page's: half of it, at most 100 px. */
export const pullOf = (distance: number): number =>
  Math.min(PULL_MAX_PX, Math.max(0, distance / 2));

export const isPastThreshold = (pull: number): boolean => pull >= PULL_THRESHOLD_PX;

interface PullToRefreshProps {
  /** Runs after a pull of 80 px; it must report its own failures. */
  readonly onRefresh: () => Promise<void>;
  readonly children: ReactNode;
}

/** Refreshes the page when it is pulled down from its top. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps): ReactElement {
  const [refreshing, setRefreshing] = useState(false);
  const slot = useRef<HTMLDivElement>(null);
  const startY = useRef<number | null>(null);
  const pull = useRef(0);

  // The DOM is changed directly, because a render would include the list below.
  const show = (next: number): void => {
    pull.current = next;
    if (!slot.current) return;
    slot.current.dataset['state'] = next > 0 ? 'pulling' : 'idle';
    slot.current.style.setProperty('--pull', String(next));
  };
  const onTouchStart = (event: TouchEvent): void => {
    // A pull inside a dialog must not refresh the page behind it.
    const isOverPage = event.target instanceof Element && event.target.closest('dialog') !== null;
    const atTop = window.scrollY <= 0 && !refreshing && !isOverPage;
    startY.current = atTop ? (event.touches[0]?.clientY ?? null) : null;
  };
  const onTouchMove = (event: TouchEvent): void => {
    const y = event.touches[0]?.clientY;
    if (startY.current !== null && y !== undefined) show(pullOf(y - startY.current));
  };
  const onTouchEnd = (): void => {
    const refresh = isPastThreshold(pull.current);
    startY.current = null;
    show(0);
    if (!refresh) return;
    setRefreshing(true);
    void onRefresh().finally(() => setRefreshing(false));
  };
  return (
    <div
      className={css['pull']}
      onTouchStart={onTouchStart}
      onTouchMove={onTouchMove}
      onTouchEnd={onTouchEnd}
      onTouchCancel={() => show(0)}
    >
      <div ref={slot} className={css['slot']} data-state={refreshing ? 'refreshing' : 'idle'}>
        <span className={css['slit']} />
        <span className={cx('middle', css['ticket'])}>
          {refreshing ? <Dots /> : <Icon of={chevronDownIcon} size="md" />}
        </span>
        <span className="vh" role="status">
          {refreshing && 'Refreshing'}
        </span>
      </div>
      {children}
    </div>
  );
}
