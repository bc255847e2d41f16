import { dayLabel, formatDate, formatLongDate } from './format-time.ts';

export interface Day<Row> {
  /** 'Today', 'Yesterday' or the full date. */
  readonly label: string;
  readonly rows: readonly Row[];
}

function labelOf(at: Date, now: Date): string {
  const label = dayLabel(at, now);
  return label === formatDate(at) ? formatLongDate(at) : label;
}

/** Rows under the days they fall on by the person's calendar, in the order they come. */
export function groupByDay<Row extends { readonly created_at: string }>(
  rows: readonly Row[],
  now: Date,
): Day<Row>[] {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const label = labelOf(new Date(row.created_at), now);
    const day = days.get(label);
    if (day) day.push(row);
    else days.set(label, [row]);
  }
  return [...days].map(([label, those]) => ({ label, rows: those }));
}
