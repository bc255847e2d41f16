import { useState, type ReactElement } from 'react';
import type { Limits } from '../../../../contract/accounts.ts';
import type { Failure } from '../../../../contract/result.ts';
import { useHasPassed } from '../../../platform/clock/use-now.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm } from '../../../platform/form/use-form.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/input.tsx';
import { formatDateTime } from '../../../ui/text/format-time.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { DAY_MS } from '../../../../contract/durations.ts';

const CAPS: readonly (number | null)[] = [null, 5, 10, 20, 50, 100];

const BREAKS = [
  { days: 0, label: 'Not now' },
  { days: 1, label: 'For a day' },
  { days: 7, label: 'For a week' },
  { days: 30, label: 'For 30 days' },
  { days: 180, label: 'For 180 days' },
] as const;

/** @param nowMs ms since the epoch */
export const limitsToSend = (
  { break_until: until }: Limits,
  guessesPerDay: number | null,
  breakDays: number,
  nowMs: number,
): Limits => ({
  guesses_per_day: guessesPerDay,
  break_until:
    breakDays > 0
      ? new Date(nowMs + breakDays * DAY_MS).toISOString()
      : until !== null && new Date(until).getTime() > nowMs
        ? until
        : null,
});

interface LimitsForm {
  readonly chosenCap: number | null | undefined;
  readonly breakDays: number;
}

const NOTHING_CHOSEN: LimitsForm = { chosenCap: undefined, breakDays: 0 };

export function PlayLimits({ limits }: { readonly limits: Limits }): ReactElement {
  const state = useState(NOTHING_CHOSEN);
  const [{ chosenCap, breakDays }, setValues] = state;
  const cap = chosenCap === undefined ? limits.guesses_per_day : chosenCap;
  const isOffline = useConnectivity() === 'offline';
  const end = limits.break_until === null ? undefined : Date.parse(limits.break_until);
  const isOver = useHasPassed(end);
  const until = end === undefined || isOver ? undefined : new Date(end);

  const save = async (): Promise<Failure | undefined> => {
    const next = limitsToSend(limits, cap, breakDays, serverNow());
    const result = await callWorker((worker) => worker.setLimits(next));
    if (!result.ok) {
      // The server may have saved them, and only its answer was lost.
      void callWorker((worker) => worker.refreshAccount());
      return result.error;
    }
    setValues(NOTHING_CHOSEN);
    toast('Saved', { kind: 'success' });
    return undefined;
  };
  const form = useForm({ fields: [], state, wrong: {}, send: save });
  const { ref, failure, isBusy, change, onSubmit } = form;
  const caps = CAPS.some((one) => one === cap) ? CAPS : [...CAPS, cap];
  return (
    <form ref={ref} className="stack g3" aria-label="Play limits" onSubmit={onSubmit}>
      {until && <Alert tone="info">You are taking a break until {formatDateTime(until)}.</Alert>}
      <Field label="Guesses a day" help="On all vouchers together, from midnight to midnight GMT">
        <Select
          value={cap ?? ''}
          onChange={({ target }) =>
            change({ chosenCap: target.value === '' ? null : Number(target.value) })
          }
          options={caps.map((one) => [one ?? '', one ?? 'No limit'])}
        />
      </Field>
      <Field label="Take a break" help="A break that has begun can only be made longer">
        <Select
          value={breakDays}
          onChange={({ target }) => change({ breakDays: Number(target.value) })}
          options={BREAKS.map(({ days, label }) => [days, label])}
        />
      </Field>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Button type="submit" block loading={isBusy} disabled={isOffline}>
        Save limits
      </Button>
    </form>
  );
}
