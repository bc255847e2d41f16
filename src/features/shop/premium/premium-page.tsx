import { useState, type ReactElement } from 'react';
import crownIcon from 'lucide/dist/esm/icons/crown.mjs';

import {
  PREMIUM_DAYS,
  PREMIUM_EXTEND_WITHIN_DAYS,
  PREMIUM_PRICE_MAJOR,
  PREMIUM_REMINDER_DAYS,
  PREMIUM_WAIT_MS,
  WAIT_MS,
} from '../../../../contract/constants.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { normaliseRegion, REGIONS } from '../../../../contract/region-table.ts';
import { readCheckout } from '../../../../local/queries/money.ts';
import { readUser } from '../../../../local/queries/user-and-region.ts';
import { daysLeft } from '../../../shared/accounts/user.ts';
import {
  formAgain,
  NO_PAYMENT,
  sameCharge,
  WALLET_METHOD,
  type PayAgain,
  type PaymentChoice,
  type PaymentForm,
} from '../../../shared/payments/payment-choice.ts';
import { PaymentPicker, PaymentTrouble } from '../../../shared/payments/payment-picker.tsx';
import { usePaymentForm } from '../../../shared/payments/use-payment-form.ts';
import { usePaymentMeans, type PaymentMeans } from '../../../shared/payments/use-payment-means.ts';
import { usePaymentReturn } from '../../../shared/payments/use-payment-return.ts';
import { VerifyingDialog } from '../../../shared/payments/verifying-dialog.tsx';
import { useNow } from '../../../platform/clock/use-now.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { Mascot } from '../../../ui/display/mascot.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Band, Columns, Narrow, Page, StickyFoot } from '../../../ui/layout/layout.tsx';
import { Button, TextLink } from '../../../ui/action/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { plural } from '../../../ui/text/format-text.ts';
import { TimeRuler } from '../../../ui/ticket/reveal-strips.tsx';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketCover,
  TicketDivider,
  TicketFooter,
} from '../../../ui/ticket/ticket.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './premium.module.css';
import { ACCOUNT_MESSAGES } from '../../../../contract/accounts/account-messages.ts';
import type { PremiumVerifyAnswer } from '../../../../contract/payments/premium.ts';
import {
  outcomeOf,
  type PaymentOutcome,
  type PaymentReference,
  sayOutcome,
} from '../../../shared/payments/payment-return.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { majorToMinor, type Currency } from '../../../../contract/money.ts';
import type { PaymentMethod } from '../../../../contract/wallet.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { toast } from '../../../platform/toast-store.ts';
import { withPin } from '../../../shared/accounts/pin/with-pin.ts';
import { startAtCheckout, type PaymentStart } from '../../../shared/payments/checkout.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import { Money } from '../../../ui/text/money.tsx';

export type PremiumOutcome = PaymentOutcome & {
  readonly creditedTo?: PremiumVerifyAnswer['data']['credited_to'];
};

async function verifyPremiumPayment(payment: PaymentReference): Promise<PremiumOutcome> {
  const result = await callWorker((worker) => worker.verifyPremium(payment));
  const outcome = outcomeOf(result, payment.status);
  return { ...outcome, creditedTo: result.ok ? result.value.credited_to : null };
}

const notifyPremiumOutcome = sayOutcome({
  paid: ACCOUNT_MESSAGES.premiumActive,
  intoWallet: ACCOUNT_MESSAGES.premiumNotNeeded,
});

/** The addresses that processors come back to are the page's own; once all is known it is the plain one. */
const pathAfterPremium = ({ kind }: PremiumOutcome): string | undefined =>
  kind === 'declined' ? undefined : '/premium';

const CHECK = {
  verify: verifyPremiumPayment,
  notify: notifyPremiumOutcome,
  pathAfter: pathAfterPremium,
};

const Awaited = (): ReactElement => (
  <Loading what="Loading">
    <Skeleton height="24rem" />
  </Loading>
);

interface ActiveTicketProps {
  readonly days: number;
  readonly onExtend: () => void;
}

function ActiveTicket({ days, onExtend }: ActiveTicketProps): ReactElement {
  const isEnding = days <= PREMIUM_REMINDER_DAYS;
  return (
    <Ticket variant="views" label="Premium">
      <TicketCover pattern="adire" />
      <TicketDivider>
        <TimeRuler passed={1 - days / PREMIUM_DAYS} label="Time of your plan" />
      </TicketDivider>
      <TicketBody>
        <div className="split">
          <h2>{ACCOUNT_MESSAGES.premiumActive}</h2>
          <Badge tone="ink" icon={crownIcon}>
            Active
          </Badge>
        </div>
        <TicketAmount>{plural(days, 'day', 'days')}</TicketAmount>
        <p className="sm semi">
          {isEnding
            ? 'Your plan ends soon and does not renew. Extend it to keep the short wait.'
            : `Left on your plan. A wrong guess costs ${PREMIUM_WAIT_MS / 1000} seconds.`}
        </p>
      </TicketBody>
      <TicketFooter>
        {days <= PREMIUM_EXTEND_WITHIN_DAYS ? (
          <Button variant="ink" size="lg" block onClick={onExtend}>
            Extend
          </Button>
        ) : (
          <p className="sm">You can extend it when {PREMIUM_EXTEND_WITHIN_DAYS} days are left.</p>
        )}
      </TicketFooter>
    </Ticket>
  );
}

export default function PremiumPage(): ReactElement {
  const payment = usePaymentReturn(CHECK);
  const [again, setAgain] = useState<PayAgain>();
  const [isExtending, setIsExtending] = useState(false);
  const { data: row } = useLive(readUser, []);
  const [refresh, retry] = useRefresh((worker) => worker.refreshUser({ force: true }), []);
  const now = useNow(MINUTE_MS);
  const days = row ? daysLeft(row, now.getTime()) : 0;
  const isShowingPlan = days === 0 || (isExtending && days <= PREMIUM_EXTEND_WITHIN_DAYS);
  return (
    <Page>
      <h1 className="vh">Premium</h1>
      {row && !isShowingPlan && (
        <Narrow>
          <ActiveTicket days={days} onExtend={() => setIsExtending(true)} />
        </Narrow>
      )}
      {row && isShowingPlan && (
        <Columns kind="half">
          <Offer />
          <Plan
            key={again ? again.reference + again.how : ''}
            again={again}
            currency={REGIONS[normaliseRegion(row.user.region)].currency}
            isExtending={days > 0}
            onBought={() => setIsExtending(false)}
          />
        </Columns>
      )}
      {!row &&
        (refresh.phase === 'failed' ? (
          <ErrorState message={refresh.error.message} onRetry={retry} />
        ) : (
          <Awaited />
        ))}
      <VerifyingDialog
        payment={payment}
        onAgain={(next) => {
          setAgain(next);
          // Who had premium as they paid was extending it.
          setIsExtending(true);
        }}
      />
    </Page>
  );
}

const Offer = (): ReactElement => (
  <Band className={cx('line apart', css['band'])}>
    <div className="stack g2">
      <h2 className={css['heading']}>{VOUCHER_MESSAGES.upgradeToSkip}</h2>
      <p className="sm">
        After a wrong guess you wait {PREMIUM_WAIT_MS / 1000} seconds instead of {WAIT_MS / 1000}.
      </p>
    </div>
    <Mascot variant="sticker" className={css['bird']} />
  </Band>
);

interface PlanProps {
  readonly again: PayAgain | undefined;
  readonly currency: Currency;
  readonly isExtending: boolean;
  readonly onBought: () => void;
}

function Plan({ again, currency, ...rest }: PlanProps): ReactElement {
  const means = usePaymentMeans(currency, 'premium');
  const reference = again?.reference ?? '';
  const read = useLive(readCheckout, [reference]);
  const { methods, failure, retry } = means;
  if (failure && !methods) return <ErrorState message={failure.message} onRetry={retry} />;
  if (!methods || read.phase === 'loading') return <Awaited />;
  const initial = again ? formAgain(read.data, again.how, methods) : NO_PAYMENT;
  return (
    <PlanForm {...rest} currency={currency} means={means} methods={methods} initial={initial} />
  );
}

/** Buys premium from the wallet, or goes to the processor's checkout, which leads back to this page. */
async function buyPremium(
  currency: Currency,
  { method, provider, phone }: PaymentChoice,
): Promise<PaymentStart> {
  const price = formatExact(PREMIUM_PRICE_MAJOR[currency], currency);
  const started = await withPin(
    `Pay ${price} for ${PREMIUM_DAYS} days of Premium`,
    (proof) =>
      callWorker((worker) =>
        worker.subscribePremium({
          plan: 'premium',
          amount: PREMIUM_PRICE_MAJOR[currency],
          currency,
          method,
          ...(provider && { provider }),
          ...(phone && { config: { phone } }),
          ...proof,
        }),
      ),
    method === WALLET_METHOD,
  );
  if (!started.ok) return { kind: 'failed', failure: started.error };
  const { authorization_url: url } = started.value;
  return url === null ? { kind: 'paid' } : startAtCheckout(url);
}

interface PlanFormProps extends Omit<PlanProps, 'again'> {
  readonly means: PaymentMeans;
  readonly methods: readonly PaymentMethod[];
  readonly initial: PaymentForm;
}

function PlanForm(props: PlanFormProps): ReactElement {
  const { currency, means, methods, initial, isExtending, onBought } = props;
  const price = PREMIUM_PRICE_MAJOR[currency];
  const charge = sameCharge(majorToMinor(price) ?? 0n);
  const { balanceMinor, held } = means;
  const { form, picker } = usePaymentForm({
    methods,
    initial,
    charge,
    balanceMinor,
    pay: (choice) => buyPremium(currency, choice),
    onPaid: () => {
      toast(ACCOUNT_MESSAGES.premiumActive, { kind: 'success' });
      onBought();
    },
  });
  const { ref, values, failure, isBusy, onSubmit } = form;
  const isOffline = useConnectivity() === 'offline';
  const days = `${PREMIUM_DAYS} days`;
  const isShort =
    values.methodId === WALLET_METHOD &&
    balanceMinor !== undefined &&
    balanceMinor < charge.neededMinor;
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <div className={cx(css['plan'], 'cluster apart')}>
        <span>
          <strong className="lg">{days}</strong>
          <br />
          <span className="xs">Paid once. It does not renew.</span>
        </span>
        <span className={css['price']}>
          <Money amount={price} currency={currency} />
        </span>
      </div>
      <PaymentPicker legend="Pay with" {...picker} held={held} currency={currency} />
      {isShort && (
        <Alert tone="warn">
          Your wallet cannot pay {formatExact(price, currency)}.{' '}
          <TextLink href={`/wallet?top_up=${price}`}>Top up</TextLink> or pay another way.
        </Alert>
      )}
      <PaymentTrouble failure={failure} />
      <StickyFoot>
        <div className={cx(css['bar'], 'cluster apart')}>
          <span>
            <span className="xs muted">{days}</span>
            <br />
            <strong className="lg">{formatExact(price, currency)}</strong>
          </span>
          <Button type="submit" variant="primary" size="lg" loading={isBusy} disabled={isOffline}>
            <Icon of={crownIcon} size="sm" /> {isExtending ? 'Extend Premium' : 'Get Premium'}
          </Button>
        </div>
      </StickyFoot>
    </form>
  );
}
