import type { CSSProperties, ReactElement } from 'react';

import { cx } from '../cx.ts';
import css from './reveal-strips.module.css';

/** The number of punched holes; the last one is punched only when the target is reached. */
export function punchedHoles(views: number, target: number, holes: number): number {
  if (target <= 0) return holes;
  return Math.min(holes, Math.max(0, Math.floor((views / target) * holes)));
}

interface PunchStripProps {
  readonly views: number;
  /** The number of views that reveals the next digit. */
  readonly target: number;
  /** 20 on a ticket, 12 on a list ticket. */
  readonly holes?: number;
}

/** A strip of holes that shows the views. */
export function PunchStrip({ views, target, holes = 20 }: PunchStripProps): ReactElement {
  const punched = punchedHoles(views, target, holes);
  const style: CSSProperties & Record<`--${string}`, number> = {
    '--n': holes,
    '--punched': punched,
  };
  return (
    <div
      className={css['strip']}
      style={style}
      role="progressbar"
      aria-label="Views until the next digit"
      aria-valuemin={0}
      aria-valuemax={target}
      aria-valuenow={Math.min(views, target)}
    >
      <i className={css['punched']} />
      {punched > 0 && <i className={css['newest']} key={punched} />}
    </div>
  );
}

interface TimeRulerProps {
  /** Share of the time, 0 to 1. */
  readonly passed: number;
  readonly label?: string;
}

/** A ruler that shows the elapsed time. */
export function TimeRuler({
  passed,
  label = 'Time until the next digit',
}: TimeRulerProps): ReactElement {
  const share = Math.min(1, Math.max(0, passed));
  const style: CSSProperties & Record<`--${string}`, number> = { '--p': share };
  return (
    <div
      className={css['ruler']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <i className={cx('covers', css['passed'])} style={style} />
    </div>
  );
}
