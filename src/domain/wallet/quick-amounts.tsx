import type { ReactElement } from 'react';

import { Pills, type PillOption } from '../../ui/action/pills.tsx';
import { formatExact } from '../../ui/text/format-exact.ts';

export interface QuickAmountsProps {
  /** Major units. */
  readonly amounts: readonly number[];
  readonly currency: string;
  /** What 'All' is, major units; left out where there is no such thing. */
  readonly all?: number | undefined;
  /** The amount as it stands in the form: decimal text in major units. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An amount as it is typed: cents only where there are some. @param amount major units */
const textOf = (amount: number): string =>
  Number.isInteger(amount) ? String(amount) : amount.toFixed(2);

/** Amounts to choose instead of typing them. */
export function QuickAmounts(props: QuickAmountsProps): ReactElement | null {
  const { amounts, currency, all, value, onChange } = props;
  const options: PillOption<string>[] = amounts
    .filter((amount) => amount !== all)
    .map((amount) => ({ value: textOf(amount), label: formatExact(amount, currency) }));
  if (all !== undefined) options.push({ value: textOf(all), label: 'All' });
  if (options.length === 0) return null;
  return <Pills label="Quick choices" options={options} value={value} onChange={onChange} wrap />;
}
