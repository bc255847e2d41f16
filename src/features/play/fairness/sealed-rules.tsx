import type { ReactElement } from 'react';

import type { SealedRules as Rules } from '../../../../contract/fairness/sealed-rules.ts';
import { Fold } from '../../../ui/display/fold.tsx';
import { formatExactMinor, formatCount } from '../../../ui/text/format-money.ts';
import { formatClock, formatLongDate } from '../../../ui/text/format-time.ts';
import css from './fairness.module.css';

const BP_PER_PERCENT = 100;
const MS_PER_SECOND = 1_000;

function momentOf(ms: number | null | undefined): string | undefined {
  if (typeof ms !== 'number') return undefined;
  const at = new Date(ms);
  return `${formatLongDate(at)}, ${formatClock(at)}`;
}

const METHODS: Readonly<Record<string, string>> = {
  views: 'By views',
  time: 'By time',
  lottery: 'Lottery',
};

/** The rules line by line, those that do not apply left out. */
function factsOf(rules: Rules): [label: string, value: string][] {
  const { revealMethod = '', firstRevealViews, secondRevealViews, opensAtMs, closesAtMs } = rules;
  const views = [firstRevealViews, secondRevealViews].filter((count) => typeof count === 'number');
  const facts: [string, string | undefined][] = [
    ['Prize', formatExactMinor(BigInt(rules.amount), rules.currency)],
    ['Fee on top', `${rules.feeBp / BP_PER_PERCENT}%`],
    ['Hidden digits', rules.hidden.map((position) => position + 1).join(', ')],
    ['Digits open', METHODS[revealMethod]],
    ['Views for a digit', views.map(formatCount).join(', ')],
    ['A digit opens', momentOf(opensAtMs)],
    ['Entries close', momentOf(closesAtMs)],
    ['Wait after a guess', rules.waitMs ? `${rules.waitMs / MS_PER_SECOND} s` : undefined],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** The rules as they were sealed. */
export function SealedRules({ rules }: { readonly rules: Rules }): ReactElement {
  return (
    <Fold isSection title="The sealed rules">
      <dl className={css['facts']}>
        {factsOf(rules).map(([label, value]) => (
          <div key={label} className={css['fact']}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}
