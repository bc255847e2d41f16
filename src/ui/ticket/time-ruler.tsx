import type { CSSProperties, ReactElement } from 'react';
import css from './time-ruler.module.css';

export interface TimeRulerProps {
  /** Share of the time, 0 to 1. */
  readonly passed: number;
  /** What it measures. */
  readonly label?: string;
}

/** A ruler that fills as time passes. */
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
      <i className={css['passed']} style={style} />
    </div>
  );
}
