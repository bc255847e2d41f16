import { dayLabel, formatDate, formatLongDate } from '../../ui/text/format-time.ts';
import type { TransactionRow } from '../../../local/rows.ts';

export interface Day {
  /** 'Today', 'Yesterday' or the full date. */
  readonly label: string;
  readonly transactions: readonly TransactionRow[];
}

function labelOf(at: Date, now: Date): string {
  const label = dayLabel(at, now);
  return label === formatDate(at) ? formatLongDate(at) : label;
}

/** Rows under the days they fall on by the person's calendar, in the order they come. */
export function groupByDay(rows: readonly TransactionRow[], now: Date): Day[] {
  const days = new Map<string, TransactionRow[]>();
  for (const row of rows) {
    const label = labelOf(new Date(row.created_at), now);
    const day = days.get(label);
    if (day) day.push(row);
    else days.set(label, [row]);
  }
  return [...days].map(([label, transactions]) => ({ label, transactions }));
}
