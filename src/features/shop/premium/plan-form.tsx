import type { ReactElement } from 'react';
import crownIcon from 'lucide/dist/esm/icons/crown.mjs';
import { PREMIUM_DAYS, PREMIUM_PRICE_MAJOR } from '../../../../contract/constants.ts';
import { ACCOUNT_MESSAGES } from '../../../../contract/accounts/account-messages.ts';
import { majorToMinor, type Currency } from '../../../../contract/money.ts';
import type { PaymentMethod } from '../../../../contract/wallet.ts';
import {
  WALLET_METHOD,
  type PaymentForm,
  type PaymentChoice,
} from '../../../shared/payments/payment-choice.ts';
import { PaymentPicker, PaymentTrouble } from '../../../shared/payments/payment-picker.tsx';
import { usePaymentForm } from '../../../shared/payments/use-payment-form.ts';
import type { PaymentMeans } from '../../../shared/payments/use-payment-means.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { toast } from '../../../platform/toast-store.ts';
import { Button, TextLink } from '../../../ui/action/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { StickyFoot } from '../../../ui/layout/layout.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import { Money } from '../../../ui/text/money.tsx';
import css from './premium.module.css';
import { withPin } from '../../../shared/accounts/pin/with-pin.ts';
import { startAtCheckout, type PaymentStart } from '../../../shared/payments/checkout.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';

/** Buys premium from the wallet, or goes to the processor's checkout, which leads back to this page. */
async function buyPremium(
  currency: Currency,
  { method, provider, phone }: PaymentChoice,
): Promise<PaymentStart> {
  const started = await withPin((proof) =>
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
  );
  if (!started.ok) return { kind: 'failed', failure: started.error };
  const { authorization_url: url } = started.value;
  return url === null ? { kind: 'paid' } : startAtCheckout(url);
}

export interface PlanFormProps {
  readonly currency: Currency;
  readonly means: PaymentMeans;
  readonly methods: readonly PaymentMethod[];
  readonly initial: PaymentForm;
  readonly isExtending: boolean;
  readonly onBought: () => void;
}

function chargeOf(currency: Currency) {
  const priceMinor = majorToMinor(PREMIUM_PRICE_MAJOR[currency]) ?? 0n;
  return {
    walletFeeMinor: 0n,
    walletMinor: priceMinor,
    neededMinor: priceMinor,
    processorMinor: priceMinor,
  };
}

export function PlanForm(props: PlanFormProps): ReactElement {
  const { currency, means, methods, initial, isExtending, onBought } = props;
  const charge = chargeOf(currency);
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
  const price = PREMIUM_PRICE_MAJOR[currency];
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
          <span className="xs">Paid once. It is never renewed by itself.</span>
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
      <PaymentTrouble failure={failure} isOffline={isOffline} />
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
