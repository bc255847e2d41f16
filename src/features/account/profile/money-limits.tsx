import { useState, type ReactElement } from 'react';

import type { MoneyLimit, MoneyLimitsAnswer } from '../../../../contract/accounts/money-limits.ts';
import { amountOf, majorToMinor, type Currency } from '../../../../contract/money.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { saidOfFields, useForm } from '../../../platform/form/use-form.ts';
import { toastFailure, useCommand } from '../../../platform/form/use-command.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { useAnswer } from '../../../shared/rewards/use-answer.ts';
import { Button, TextLink } from '../../../ui/action/button.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { AmountInput, Select } from '../../../ui/form/input.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { formatDateTime } from '../../../ui/text/format-time.ts';

type Limits = MoneyLimitsAnswer['data'];

const MONEY_LIMITS = { path: '/user/money-limits' } as const;

const LEVELS: Readonly<Record<Limits['level'], string>> = {
  unverified: 'E-mail not verified',
  verified: 'E-mail verified',
  known: 'Known',
  identified: 'Identity checked',
};

export function MoneyLimits(): ReactElement {
  const read = useAnswer(MONEY_LIMITS);
  return (
    <>
      {read.phase === 'loading' && <Skeleton height="14rem" />}
      {read.phase === 'failed' && (
        <ErrorState message={read.failure.message} onRetry={read.retry} />
      )}
      {read.phase === 'ready' && <KnownLimits data={read.answer.data} />}
    </>
  );
}

function KnownLimits({ data }: { readonly data: Limits }): ReactElement | null {
  const { level, next, payout_name: payoutName, limits } = data;
  const [chosen, setChosen] = useState<Currency>();
  const limit = limits.find(({ currency }) => currency === chosen) ?? limits[0];
  if (!limit) return null;
  const { currency } = limit;
  const isOver = Date.parse(limit.renews_at) <= serverNow();
  const left = formatExact(isOver ? limit.limit : limit.left, currency);
  const renewsAt = new Date(limit.renews_at);
  return (
    <>
      <p className="sm muted">
        How much can leave your wallet in a day: withdrawals, airtime, bills, exchanges and payment
        vouchers. Giveaways and Premium do not count.
      </p>
      {limits.length > 1 && (
        <Field label="Wallet">
          <Select
            value={currency}
            onChange={({ target }) =>
              setChosen(limits.find((one) => one.currency === target.value)?.currency)
            }
            options={limits.map((one) => [one.currency, one.currency])}
          />
        </Field>
      )}
      <Facts
        className="sm"
        rows={[
          ['Level', LEVELS[level]],
          ['Left today', `${left} of ${formatExact(limit.limit, currency)}`],
          ...(payoutName === null
            ? []
            : [['Payouts go to', `accounts in the name of ${payoutName}`] as const]),
          ...(isOver ? [] : [['New day', formatDateTime(renewsAt)] as const]),
        ]}
      />
      <Rise next={next} limit={limit} />
      <OwnLimit key={currency} limit={limit} />
    </>
  );
}

/** 'up to ₦200,000 a day', and what it takes. */
function Rise({
  next,
  limit,
}: Pick<Limits, 'next'> & { readonly limit: MoneyLimit }): ReactElement | null {
  if (!next || limit.next_level_limit === null) return null;
  const upTo = `up to ${formatExact(limit.next_level_limit, limit.currency)} a day`;
  if (next.level === 'verified') {
    return (
      <p className="sm">
        <TextLink href="/verify-email">Verify your e-mail address</TextLink> to take out {upTo}.
      </p>
    );
  }
  if (next.level === 'identified') {
    return (
      <p className="sm">
        To take out {upTo}, <TextLink href="/contact">write to us</TextLink> and have your identity
        checked.
      </p>
    );
  }
  const { days_left: days, payouts_left: payouts } = next;
  const missing = [
    ...(days > 0 ? [`your account is ${plural(days, 'day', 'days')} older`] : []),
    ...(payouts > 0
      ? [`${plural(payouts, 'more withdrawal has', 'more withdrawals have')} arrived`]
      : []),
  ];
  return (
    <p className="sm">
      You can take out {upTo} once {missing.join(' and ')}.
    </p>
  );
}

interface OwnForm {
  /** Decimal text in major units. */
  readonly limit: string;
}

const ofField = (refused: Parameters<typeof saidOfFields>[1]) =>
  saidOfFields({ limit: 'limit' as const }, refused);

function wrongOf(text: string, limit: MoneyLimit): string | undefined {
  const amount = amountOf(text);
  if (majorToMinor(amount) === undefined || amount <= 0) return 'Please enter a valid amount';
  return amount < limit.level_limit
    ? undefined
    : `Must be lower than ${formatExact(limit.level_limit, limit.currency)}`;
}

const sendLimit = (currency: Currency, limit: number | null) =>
  callWorker(async (worker) => {
    const result = await worker.setMoneyLimit({ currency, limit });
    // The server may have saved it, and only its answer was lost.
    if (!result.ok) await worker.refreshAnswer(MONEY_LIMITS, { force: true });
    return result;
  });

function OwnLimit({ limit }: { readonly limit: MoneyLimit }): ReactElement | null {
  const { currency, own_limit: own, next_own_limit: later, level_limit: most } = limit;
  const state = useState<OwnForm>({ limit: '' });
  const isOffline = useConnectivity() === 'offline';
  const saved = (): void => {
    state[1]({ limit: '' });
    toast('Saved', { kind: 'success' });
  };
  const form = useForm<'limit', OwnForm>({
    fields: ['limit'],
    state,
    wrong: { limit: wrongOf(state[0].limit, limit) },
    errorsOf: ofField,
    async send() {
      const result = await sendLimit(currency, amountOf(state[0].limit));
      if (!result.ok) return result.error;
      saved();
      return undefined;
    },
  });
  const remove = useCommand(() => sendLimit(currency, null), saved, toastFailure);
  if (most === 0) return null;
  const { ref, failure, isBusy, onSubmit } = form;
  const { error, control } = form.text('limit');
  return (
    <form ref={ref} className="stack g3" noValidate onSubmit={onSubmit}>
      {later && <Alert tone="info">{laterText(later, limit)}</Alert>}
      <Field
        label="Your own limit a day"
        help={`${own === null ? 'None' : `Now ${formatExact(own, currency)}`}. A lower one begins at once; a higher one, or none, after 24 hours.`}
        error={error}
        control={control}
      >
        <AmountInput
          value={control.value}
          currency={currency}
          decimals={2}
          onValueChange={(value) => control.onChange({ target: { value } })}
        />
      </Field>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Button type="submit" block loading={isBusy} disabled={isOffline}>
        Set my limit
      </Button>
      {own !== null && later?.limit !== null && (
        <Button block loading={remove.isBusy} disabled={isOffline} onClick={() => remove.run()}>
          Remove my limit
        </Button>
      )}
    </form>
  );
}

function laterText(
  { limit, from }: NonNullable<MoneyLimit['next_own_limit']>,
  { currency }: MoneyLimit,
): string {
  const at = new Date(from);
  const when = `From ${formatDateTime(at)}`;
  return limit === null
    ? `${when}, you have no limit of your own.`
    : `${when}, your own limit is ${formatExact(limit, currency)}.`;
}
