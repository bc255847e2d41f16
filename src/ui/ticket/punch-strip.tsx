import type { CSSProperties, ReactElement } from 'react';
import { punchedHoles } from './punched-holes.ts';
import css from './punch-strip.module.css';

export interface PunchStripProps {
  readonly views: number;
  /** The views at which the next digit opens. */
  readonly target: number;
  /** 20 on a ticket, 12 on a list ticket. */
  readonly holes?: number;
}

/** A perforation whose holes punch as views arrive. */
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
