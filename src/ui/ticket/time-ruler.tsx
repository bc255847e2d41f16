import type { CSSProperties, ReactElement } from 'react';
import css from './time-ruler.module.css';

/** A ruler that fills as time passes. `passed` is the share of the time, 0 to 1. */
export function TimeRuler({ passed }: { readonly passed: number }): ReactElement {
  const share = Math.min(1, Math.max(0, passed));
  const style: CSSProperties & Record<`--${string}`, number> = { '--p': share };
  return (
    <div
      className={css['ruler']}
      role="progressbar"
      aria-label="Time until the next digit"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <i className={css['passed']} style={style} />
    </div>
  );
}
