import { useId, type ReactElement } from 'react';

import { DAY_MS } from '../../../../contract/durations.ts';
import type { Analytics } from '../../../../contract/analytics.ts';
import type { AnalyticsRow } from '../../../../local/rows.ts';
import { formatCount } from '../../../ui/text/format-money.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { Card } from '../../../ui/layout/layout.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './analytics.module.css';

export type DayCount = Analytics['guesses_by_day'][number];

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const FULL = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Noon of a day, so that no change of clocks leads to another one. */
const noon = (date: string): Date => new Date(`${date}T12:00:00Z`);

export const dayIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);

export const weekday = (date: string): string => WEEKDAY.format(noon(date));

export const fullDay = (date: string): string => FULL.format(noon(date)).replace(',', '');

/** The days up to `last`, oldest first, with those without a guess. */
export function daysUpTo(
  counts: readonly DayCount[],
  last: string,
  length: number,
): readonly DayCount[] {
  const byDate = new Map(counts.map(({ date, count }) => [date, count]));
  const end = noon(last).getTime();
  return Array.from({ length }, (_, index) => {
    const date = new Date(end - (length - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { date, count: byDate.get(date) ?? 0 };
  });
}

const SHOWN_DAYS = 7;
/** Leaves room for the figure over the highest bar. */
const HIGHEST_PERCENT = 86;

export interface GuessesProps {
  readonly row: AnalyticsRow;
  readonly now: Date;
}

function Bars({ days }: { readonly days: readonly DayCount[] }): ReactElement {
  const most = Math.max(...days.map(({ count }) => count));
  const inWords = days.map(({ date, count }) => `${fullDay(date)}: ${formatCount(count)}`);
  return (
    <div className={css['bars']} role="img" aria-label={`Guesses by day. ${inWords.join(', ')}`}>
      {days.map(({ date, count }) => {
        const blockSize = `${most === 0 ? 0 : (count / most) * HIGHEST_PERCENT}%`;
        return (
          <div key={date} className={cx(css['day'], most > 0 && count === most && css['peak'])}>
            <div className={cx('edged', css['bar'])} style={{ blockSize }}>
              <b>{formatCount(count)}</b>
            </div>
            <span>{weekday(date)}</span>
          </div>
        );
      })}
    </div>
  );
}

function AllDays({ days }: { readonly days: readonly DayCount[] }): ReactElement {
  return (
    <details className={css['all']}>
      <summary className="sm">Every day in a table</summary>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Guesses</th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ date, count }) => (
            <tr key={date}>
              <td>{fullDay(date)}</td>
              <td>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function GuessesChart({ row, now }: GuessesProps): ReactElement {
  const titleId = useId();
  const { guesses_by_day: counts, timezone } = row.analytics;
  const lastGuess = counts.at(-1)?.date;
  // A voucher that is over has no news; its last days are those with its last guesses. Of days since the figures
  // were fetched nothing is known.
  const last = isOver(row) && lastGuess ? lastGuess : dayIn(new Date(row.fetchedAt), timezone);
  return (
    <Card className="stack g3" aria-labelledby={titleId}>
      <div className="split">
        <h2 id={titleId}>Guesses Over Time</h2>
        <span className="xs muted">
          {last === dayIn(now, timezone) ? `Last ${SHOWN_DAYS} days` : `Up to ${fullDay(last)}`}
        </span>
      </div>
      {lastGuess === undefined ? (
        <p className="sm muted">Nobody has guessed yet.</p>
      ) : (
        <>
          <Bars days={daysUpTo(counts, last, SHOWN_DAYS)} />
          <AllDays days={counts} />
        </>
      )}
    </Card>
  );
}
