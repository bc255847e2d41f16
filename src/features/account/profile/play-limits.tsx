import { useState, type FormEvent, type ReactElement } from 'react';

import type { Limits } from '../../../../contract/accounts.ts';
import { ACCOUNT_MESSAGES } from '../../../../contract/accounts/account-messages.ts';
import { useHasPassed } from '../../../platform/clock/use-has-passed.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useFailure } from '../../../platform/form/use-failure.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/input.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { formatClock, formatDate } from '../../../ui/text/format-time.ts';
import { BREAKS, CAPS, limitsToSend } from './limits-form.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';

/** How much a user lets themself play. */
export function PlayLimits({ limits }: { readonly limits: Limits }): ReactElement {
  // Undefined until one is chosen.
  const [chosen, setChosen] = useState<number | null>();
  const cap = chosen === undefined ? limits.guesses_per_day : chosen;
  const [breakDays, setBreakDays] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useFailure();
  const isOffline = useConnectivity() === 'offline';
  const end = limits.break_until === null ? undefined : Date.parse(limits.break_until);
  // What this device was told may be over by now.
  const isOver = useHasPassed(end);
  const until = end === undefined || isOver ? undefined : new Date(end);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(undefined);
    const next = limitsToSend(limits, cap, breakDays, serverNow());
    const result = await callWorker((worker) => worker.setLimits(next));
    setIsBusy(false);
    if (!result.ok) {
      setFailure(result.error);
      // The server may have taken them, and only its answer was lost.
      return void callWorker((worker) => worker.refreshAccount());
    }
    setChosen(undefined);
    setBreakDays(0);
    toast(ACCOUNT_MESSAGES.profileSaved, { kind: 'success' });
  };
  const caps = CAPS.some((one) => one === cap) ? CAPS : [...CAPS, cap];
  return (
    <Card aria-labelledby="limits">
      <form className="stack g3" onSubmit={(event) => void save(event)}>
        <h2 id="limits">Play limits</h2>
        {until && (
          <Alert tone="info">
            You are taking a break until {formatDate(until)}, {formatClock(until)}.
          </Alert>
        )}
        <Field label="Guesses a day" help="On all vouchers together, from midnight to midnight GMT">
          <Select
            value={cap ?? ''}
            onChange={({ target }) => setChosen(target.value === '' ? null : Number(target.value))}
          >
            {caps.map((one) => (
              <option key={one} value={one ?? ''}>
                {one ?? 'No limit'}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Take a break" help="A break that has begun can only be made longer">
          <Select value={breakDays} onChange={({ target }) => setBreakDays(Number(target.value))}>
            {BREAKS.map(({ days, label }) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {failure && <Alert tone="bad">{failure.message}</Alert>}
        <Button type="submit" block loading={isBusy} disabled={isOffline}>
          Save limits
        </Button>
      </form>
    </Card>
  );
}
