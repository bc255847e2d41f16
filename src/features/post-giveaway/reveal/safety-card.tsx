import type { ReactElement } from 'react';

import { LOTTERY_MAX_ENTRIES, PREMIUM_WAIT_MS, WAIT_MS } from '../../../../contract/constants.ts';
import type { RevealMethod } from '../../../../contract/vouchers.ts';
import { formatCount } from '../../../ui/text/format-money.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { durationText } from './duration-text.ts';
import { CROWD, safetyOf, type GiveawaySafety, type SafetyStage } from './giveaway-safety.ts';
import css from './safety-card.module.css';

export interface SafetyCardProps {
  readonly method: RevealMethod;
  readonly maskedDigits: 4 | 2;
}

const PERCENT = 100;

const stageName = ({ hidden }: SafetyStage, index: number): string =>
  `${hidden} ${index === 0 ? 'hidden' : 'left'}`;

function Guesses({ stages }: Extract<GiveawaySafety, { kind: 'guesses' }>): ReactElement {
  const [first] = stages;
  return (
    <>
      <table className={css['table']}>
        <caption className="xs muted">The longest it can take to try every code</caption>
        <thead>
          <tr>
            <th scope="col">While</th>
            <th scope="col">One person</th>
            <th scope="col">{CROWD} people</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage, index) => (
            <tr key={stage.hidden}>
              <th scope="row">
                {stageName(stage, index)}
                <br />
                <span className="xs muted">
                  {plural(stage.codes, 'code', 'codes', formatCount(stage.codes))}
                </span>
              </th>
              <td>{durationText(stage.oneMs)}</td>
              <td>{durationText(stage.crowdMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="sm">
        A wrong guess costs a wait of {durationText(WAIT_MS)}, with Premium{' '}
        {durationText(PREMIUM_WAIT_MS)}.
        {first &&
          ` One premium member alone: ${durationText(first.onePremiumMs)}. Skipping every wait: ${formatCount(first.skipCoins)} coins.`}
      </p>
      <p className="sm">
        On average it takes half as long. Each digit that opens makes it ten times quicker.
      </p>
    </>
  );
}

function Entries({
  codes,
  oneChance,
  peopleForAll,
}: Extract<GiveawaySafety, { kind: 'entries' }>): ReactElement {
  const share = `${(oneChance * PERCENT).toLocaleString('en-NG')}%`;
  return (
    <p className="sm">
      {formatCount(codes)} codes, and at most {LOTTERY_MAX_ENTRIES} entries a person: one person
      covers {share} of them, {formatCount(peopleForAll)} people together all of them. Everybody who
      is right shares the prize.
    </p>
  );
}

/** What it all comes to. */
function inOneSentence(safety: GiveawaySafety): string {
  if (safety.kind === 'entries') {
    return `It takes ${formatCount(safety.peopleForAll)} people to enter every code, and everybody who is right shares the prize.`;
  }
  const [first] = safety.stages;
  if (!first) return '';
  const together = first.crowdMs > 0 ? `in ${durationText(first.crowdMs)}` : 'at once';
  return `One person can try every code in ${durationText(first.oneMs)}, ${CROWD} people together ${together}.`;
}

/** How long the hidden digits stand up to people who try code after code. */
export function SafetyCard({ method, maskedDigits }: SafetyCardProps): ReactElement {
  const safety = safetyOf(method, maskedDigits);
  return (
    <Card className="stack g1" aria-labelledby="giveaway-safety">
      <h3 id="giveaway-safety">How hard it is</h3>
      <p className="sm">{inOneSentence(safety)}</p>
      <details className={css['more']}>
        <summary className="sm">How this adds up</summary>
        <div className="stack g3">
          {safety.kind === 'guesses' ? <Guesses {...safety} /> : <Entries {...safety} />}
        </div>
      </details>
    </Card>
  );
}
