import type { ReactElement, ReactNode } from 'react';

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../../contract/durations.ts';
import {
  LOTTERY_MAX_ENTRIES,
  PREMIUM_WAIT_MS,
  WAIT_MS,
} from '../../../../../contract/constants.ts';
import {
  FARM_SIZE,
  FARM_SIZES,
  safetyOf,
  type FarmNeeds,
  type GiveawaySafety,
  type SafetyTerms,
} from '../../../../../contract/vouchers/giveaway-safety.ts';
import { plural } from '../../../../ui/text/format-text.ts';
import { formatCount } from '../../../../ui/text/format-money.ts';
import css from './safety.module.css';

/** 'At once', '90 s', '2 h 29 min' or '10 days 10 h': the two largest units, rounded up. */
export function durationText(ms: number): string {
  if (ms <= 0) return 'At once';
  if (ms < 2 * MINUTE_MS) return `${Math.ceil(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return `${Math.ceil(ms / MINUTE_MS)} min`;
  const [large, small] = ms < DAY_MS ? [HOUR_MS, MINUTE_MS] : [DAY_MS, HOUR_MS];
  const units = Math.ceil(ms / small);
  const [count, rest] = [Math.floor(units / (large / small)), units % (large / small)];
  const head = large === DAY_MS ? plural(count, 'day', 'days') : `${count} h`;
  return rest === 0 ? head : `${head} ${rest} ${small === HOUR_MS ? 'h' : 'min'}`;
}

const PERCENT = 100;
/** A unit of work, on a cheap phone. */
const WORK_MS = 1_000;

function eachOf({ mailboxes, ageMs }: FarmNeeds): string {
  if (ageMs > 0) return ', each a week old and with an e-mail address of its own,';
  return mailboxes > 0 ? ', each with an e-mail address of its own,' : '';
}

const percent = (chance: number): string => `${(chance * PERCENT).toLocaleString('en-NG')}%`;

interface FarmsTableProps {
  readonly caption: string;
  readonly columns: readonly { readonly name: string; readonly one: string }[];
  readonly farms: readonly FarmNeeds[];
  readonly cellsOf: (farm: number) => readonly string[];
}

function FarmsTable({ caption, columns, farms, cellsOf }: FarmsTableProps): ReactElement {
  const row = (name: ReactNode, cells: readonly string[]): ReactElement => (
    <>
      <th scope="row">{name}</th>
      {cells.map((cell, at) => (
        <td key={at}>{cell}</td>
      ))}
    </>
  );
  return (
    <table className={css['table']}>
      <caption className="xs muted">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Who</th>
          <th scope="col">To sign up</th>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>{row('One person', ['At once', ...columns.map(({ one }) => one)])}</tr>
        {farms.map(({ accounts, waitMs }, at) => (
          <tr key={accounts}>
            {row(`${formatCount(accounts)} accounts`, [durationText(waitMs), ...cellsOf(at)])}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Guesses({ stages, farms }: Extract<GiveawaySafety, { kind: 'guesses' }>): ReactElement {
  const [first] = stages;
  // From the first day, and once no more digits open by themselves.
  const shown = [first, stages.at(-1)].filter((stage) => stage !== undefined);
  return (
    <>
      <FarmsTable
        caption="The longest it can take to try every code"
        columns={shown.map(({ hidden, oneMs }, at) => ({
          name: `${hidden} ${at === 0 ? 'hidden' : 'left'}`,
          one: durationText(oneMs),
        }))}
        farms={farms}
        cellsOf={(farm) => shown.map(({ farmsMs }) => durationText(farmsMs[farm] ?? 0))}
      />
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

function Entries(safety: Extract<GiveawaySafety, { kind: 'entries' }>): ReactElement {
  const { codes, oneChance, peopleForAll, entries, farms } = safety;
  return (
    <>
      <FarmsTable
        caption={`What of the ${formatCount(codes)} codes they can enter`}
        columns={[{ name: 'Codes', one: percent(oneChance) }]}
        farms={farms}
        cellsOf={(farm) => [percent(entries[farm]?.chance ?? 0)]}
      />
      <p className="sm">
        At most {LOTTERY_MAX_ENTRIES} entries a person: one person covers {percent(oneChance)} of
        the codes, {formatCount(peopleForAll)} people together all of them. Everybody who is right
        shares the prize.
      </p>
    </>
  );
}

function inOneSentence(safety: GiveawaySafety): string {
  const at = FARM_SIZES.indexOf(FARM_SIZE);
  const needs = safety.farms[at];
  const farm = `a farm of ${FARM_SIZE} accounts${needs ? eachOf(needs) : ''}`;
  if (safety.kind === 'entries') {
    const chance = percent(safety.entries[at]?.chance ?? 0);
    return `It takes ${formatCount(safety.peopleForAll)} people to enter every code; ${farm} enters ${chance} of them.`;
  }
  const [first] = safety.stages;
  if (!first) return '';
  const farmMs = first.farmsMs[at] ?? 0;
  const together = farmMs > 0 ? `in ${durationText(farmMs)}` : 'at once';
  return `One person can try every code in ${durationText(first.oneMs)}; ${farm} ${together}.`;
}

export function Safety(terms: SafetyTerms): ReactElement {
  const safety = safetyOf(terms);
  const largest = safety.farms.at(-1);
  return (
    <div className="stack g3">
      <p className="sm">{inOneSentence(safety)}</p>
      {safety.kind === 'guesses' ? <Guesses {...safety} /> : <Entries {...safety} />}
      {largest && (
        <p className="sm">
          {`Accounts of one network sign up one after the other, as long as none does any work. At once, ${formatCount(largest.accounts)} of them are ${durationText(largest.work * WORK_MS)} of work for a phone.`}
        </p>
      )}
    </div>
  );
}
