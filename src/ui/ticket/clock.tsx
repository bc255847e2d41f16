import { Fragment, type ReactElement } from 'react';
import { countdownUnits, spokenCountdown } from '../text/format-time.ts';
import { cx } from '../cx.ts';
import css from './clock.module.css';

export interface ClockProps {
  readonly remainingMs: number;
  /** Hides 'hrs', 'min' and 'sec'. */
  readonly bare?: boolean;
}

/** A countdown; screen readers hear it each minute and in the last ten seconds. */
export function Clock({ remainingMs, bare }: ClockProps): ReactElement {
  const units = countdownUnits(remainingMs);
  return (
    <span
      className={css['clock']}
      role="timer"
      aria-label={units.map(({ value, name }) => `${value} ${name}`).join(' ')}
    >
      {units.map(({ value, name }, index) => (
        <Fragment key={name}>
          {index > 0 && (
            <span className={cx('figure', css['colon'])} aria-hidden="true">
              :
            </span>
          )}
          <span className={css['unit']} aria-hidden="true">
            <Flaps figures={String(value).padStart(2, '0')} />
            {!bare && <span>{name}</span>}
          </span>
        </Fragment>
      ))}
      <span className="vh" aria-live="polite">
        {spokenCountdown(remainingMs)}
      </span>
    </span>
  );
}

/** Digits as small flaps; the caller must say them in words. */
export function Flaps({ figures }: { readonly figures: string }): ReactElement {
  return (
    <span className={css['digits']}>
      {[...figures].map((figure, index) => (
        <span
          key={`place-${figures.length - index}`}
          className={cx('figure flap hinged', css['flap'])}
        >
          {figure}
        </span>
      ))}
    </span>
  );
}
