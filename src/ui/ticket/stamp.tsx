import { useId, type ReactElement } from 'react';
import css from './stamp.module.css';

export interface StampProps {
  /** '28 NOV' */
  readonly date: string;
  /** '20:00' */
  readonly time: string;
}

/** The round stamp of a lottery: its draw day and hour. */
export function Stamp({ date, time }: StampProps): ReactElement {
  const id = useId();
  return (
    <svg
      className={css['stamp']}
      viewBox="0 0 120 120"
      role="img"
      aria-label={`Draw day ${date}, ${time}. Entries close.`}
    >
      <defs>
        <path id={`${id}t`} d="M18 60a42 42 0 0 1 84 0" />
        <path id={`${id}b`} d="M12.5 60a47.5 47.5 0 0 0 95 0" />
      </defs>
      <circle className={css['ring']} cx="60" cy="60" r="56" strokeWidth="3.5" />
      <circle className={css['ring']} cx="60" cy="60" r="34" strokeWidth="2" />
      <text fontSize="13.5">
        <textPath href={`#${id}t`} startOffset="50%">
          DRAW DAY
        </textPath>
      </text>
      <text fontSize="12.5">
        <textPath href={`#${id}b`} startOffset="50%">
          ENTRIES CLOSE
        </textPath>
      </text>
      <text className={css['plain']} x="60" y="57" fontSize="19">
        {date}
      </text>
      <text className={css['plain']} x="60" y="76" fontSize="15">
        {time}
      </text>
    </svg>
  );
}

/** Stamped over the cover of a voucher that is gone. */
export function UsedMark(): ReactElement {
  return <span className={css['used']}>Voucher used</span>;
}
