import { useEffect, useRef, useState } from 'react';

import type { Currency } from '../../../contract/money.ts';
import type { Result } from '../../../contract/result.ts';
import type { AskedConversion, Converted } from '../../../workers/commands/region.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import type { ViewerRates } from './viewer-rates.ts';

type ReadAt = ViewerRates['readAtMs'];

let asking: AskedConversion[] = [];
let answered: Promise<Result<readonly Converted[]>> | undefined;

/** What a page asks at the same moment, as the tickets of a list do, the data worker is asked once. */
async function convert(asked: AskedConversion): Promise<Converted | undefined> {
  const place = asking.push(asked) - 1;
  answered ??= Promise.resolve().then(() => {
    const all = asking;
    asking = [];
    answered = undefined;
    return callWorker((worker) => worker.convertAmounts(all));
  });
  const result = await answered;
  return result.ok ? result.value[place] : undefined;
}

/**
 * The last answer about a subject.
 * @param asked what changes when it has to be asked anew; undefined while there is nothing to ask
 */
function useAnswer<T>(
  subject: string,
  asked: string | undefined,
  ask: () => Promise<T>,
): T | undefined {
  const [last, setLast] = useState<{ readonly subject: string; readonly answer: T }>();
  const latestAsk = useRef(ask);
  useEffect(() => {
    latestAsk.current = ask;
  });
  useEffect(() => {
    if (asked === undefined) return undefined;
    let isLatest = true;
    void latestAsk.current().then((answer) => {
      if (isLatest) setLast({ subject, answer });
    });
    return () => {
      isLatest = false;
    };
  }, [subject, asked]);
  return asked !== undefined && last?.subject === subject ? last.answer : undefined;
}

/**
 * What an amount is in another currency, as the data worker computes it.
 * @param readAtMs how old the rates are: newer ones give another answer
 * @returns undefined before its first answer for these two currencies; while another amount is computed, the last one
 */
export const useConverted = (asked: AskedConversion, readAtMs: ReadAt): Converted | undefined =>
  useAnswer(`${asked.from} ${asked.to}`, `${asked.amount} ${readAtMs}`, () => convert(asked));

/**
 * What amounts are together, as the data worker computes it.
 * @param parts undefined where there is nothing to be summed up
 * @returns major units of `to`; undefined before it is known, and where one has no rate
 */
export const useSum = (
  parts: readonly Pick<AskedConversion, 'amount' | 'from'>[] | undefined,
  to: Currency,
  readAtMs: ReadAt,
): number | undefined =>
  useAnswer(to, parts && `${JSON.stringify(parts)} ${readAtMs}`, async () => {
    const result = await callWorker((worker) => worker.sumAmounts(parts ?? [], to));
    return result.ok ? result.value : undefined;
  });
