import { useEffect, useEffectEvent, useState } from 'react';

import type { Currency } from '../../../contract/money.ts';
import type { Result } from '../../../contract/result.ts';
import type { AskedConversion, Converted } from '../../../workers/commands/region.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import type { ViewerRates } from './viewer-rates.ts';

type ReadAt = ViewerRates['readAtMs'];

let asking: AskedConversion[] = [];
let answered: Promise<Result<readonly Converted[]>> | undefined;

/** All conversions of one moment go to the worker in one call, because a list has many. */
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

function useAnswer<T>(
  subject: string,
  asked: string | undefined,
  ask: () => Promise<T>,
): T | undefined {
  const [last, setLast] = useState<{ readonly subject: string; readonly answer: T }>();
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (asked === undefined) return undefined;
    let isLatest = true;
    void askNow().then((answer) => {
      if (isLatest) setLast({ subject, answer });
    });
    return () => {
      isLatest = false;
    };
  }, [subject, asked]);
  return asked !== undefined && last?.subject === subject ? last.answer : undefined;
}

/** @returns the last answer while a new amount is computed; undefined before the first */
export const useConverted = (asked: AskedConversion, readAtMs: ReadAt): Converted | undefined =>
  useAnswer(`${asked.from} ${asked.to}`, `${asked.amount} ${readAtMs}`, () => convert(asked));

/** @returns major units of `to`; undefined before it is known or where a currency has no rate */
export const useSum = (
  parts: readonly Pick<AskedConversion, 'amount' | 'from'>[] | undefined,
  to: Currency,
  readAtMs: ReadAt,
): number | undefined =>
  useAnswer(to, parts && `${JSON.stringify(parts)} ${readAtMs}`, async () => {
    const result = await callWorker((worker) => worker.sumAmounts(parts ?? [], to));
    return result.ok ? result.value : undefined;
  });
