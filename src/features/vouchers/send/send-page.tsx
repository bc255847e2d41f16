import { useState, type ReactElement } from 'react';
import scanLineIcon from 'lucide/dist/esm/icons/scan-line.mjs';

import { ok } from '../../../../contract/result.ts';
import { REGIONS, normaliseRegion, type RegionKey } from '../../../../contract/region-table.ts';
import { CURRENCIES, isCurrency } from '../../../../contract/money.ts';
import type { SendMoneyBody } from '../../../../contract/payment-vouchers.ts';
import {
  readRecentRecipients,
  type RecentRecipient,
} from '../../../../local/queries/created-vouchers.ts';
import { readUser } from '../../../../local/queries/user-and-region.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import type { Form } from '../../../platform/form/use-form.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { MoneyStop } from '../../../shared/accounts/money-stop.tsx';
import { Unverified } from '../../../shared/accounts/unverified.tsx';
import { scanPerson } from '../../../shared/payment-vouchers/scan-voucher.ts';
import { usePaymentMeans } from '../../../shared/payments/use-payment-means.ts';
import { MoneyField } from '../../../shared/wallet/money-field.tsx';
import { useOrderForm } from '../../../shared/wallet/money-order.ts';
import { OrderForm } from '../../../shared/wallet/money-steps.tsx';
import { HeldNotes } from '../../../shared/wallet/held.tsx';
import { IconButton, TextLink } from '../../../ui/action/button.tsx';
import { Pills } from '../../../ui/action/pills.tsx';
import { Fold } from '../../../ui/display/fold.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SwitchRow } from '../../../ui/form/choice.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input, InputGroup, Select } from '../../../ui/form/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card, Narrow, SubPage } from '../../../ui/layout/layout.tsx';
import { formatExactMinor } from '../../../ui/text/format-money.ts';
import { amountMinorOf } from '../create/amount-fields.tsx';
import { ExpiryFields } from '../create/expiry-fields.tsx';
import {
  checkSend,
  emptySend,
  errorsOfSend,
  SEND_FIELDS,
  type SendDraft,
  type SendField,
  type SendForm,
} from './send-form.ts';
import { moneyTo, sentSaid, SendSheet, type SendOrder } from './send-sheet.tsx';

export default function SendPage(): ReactElement {
  const { data } = useLive(readUser, []);
  const user = data?.user;
  return (
    <SubPage title="Send money" back="/wallet" backLabel="Back to wallet">
      <Narrow className="stack g4">
        <MoneyStop user={user} />
        {user === undefined && <Skeleton height="24rem" />}
        {user?.email_verified === false && <Unverified />}
        {user?.email_verified && <Send region={normaliseRegion(user.region)} />}
      </Narrow>
    </SubPage>
  );
}

const isSame = (one: RecentRecipient, { to }: SendDraft): boolean =>
  (to.kind === 'user' && one.recipient?.username === to.username) ||
  (to.kind === 'email' && one.email === to.email);

/** Finds out who a username is, so that they are seen before the money leaves. */
async function reviewed(draft: SendDraft, recent: readonly RecentRecipient[]) {
  const isNew = !recent.some((one) => isSame(one, draft));
  const { to, body } = draft;
  if (to.kind === 'phone') return ok<SendOrder>({ ...draft, isNew });
  if (to.kind === 'email')
    return ok<SendOrder>({ ...draft, isNew, body: { ...body, recipient_email: to.email } });
  const found = await callWorker((worker) => worker.findRecipient({ username: to.username }));
  if (!found.ok) return found;
  const person = found.value;
  return ok<SendOrder>({
    ...draft,
    isNew,
    person,
    body: { ...body, recipient_username: person.username },
  });
}

const NOBODY: readonly RecentRecipient[] = [];

function useSend(region: RegionKey) {
  const state = useState(emptySend(REGIONS[region].currency));
  const [values] = state;
  const { currency } = values;
  const nowMs = useNow(MINUTE_MS).getTime();
  const means = usePaymentMeans(currency, 'payment');
  const { data: recent = NOBODY } = useLive(readRecentRecipients, []);
  useRefresh((worker) => worker.refreshCreated({ page: 1 }), []);
  const amountMinor = amountMinorOf(values);
  const { balanceMinor, held, chargeFor } = means;
  const charge =
    amountMinor === undefined
      ? undefined
      : chargeFor({ purpose: 'payment', amountMinor, currency });
  const steps = useOrderForm<SendField, SendForm, SendDraft, SendOrder, Sent>(
    {
      fields: SEND_FIELDS,
      state,
      check: checkSend(values, { region, charge, balanceMinor, nowMs }),
      affectedBy: (changed) => (changed.includes('currency') ? [...changed, 'amount'] : changed),
      errorsOf: errorsOfSend,
    },
    {
      what: 'Send',
      saying: (order) => `Send ${moneyTo(order)}`,
      check: (draft) => reviewed(draft, recent),
      send: ({ body }, proof) =>
        callWorker((worker) => worker.sendMoney({ ...(body satisfies SendMoneyBody), ...proof })),
      saidOf: sentSaid,
    },
  );
  return { ...steps, recent, held, balanceMinor, charge };
}

type Sent = Parameters<typeof sentSaid>[0];

function Send({ region }: { readonly region: RegionKey }): ReactElement {
  const { form, order, recent, held, balanceMinor, charge } = useSend(region);
  const { currency } = form.values;
  const fee = charge && formatExactMinor(charge.walletFeeMinor, currency);
  const balance = balanceMinor !== undefined && formatExactMinor(balanceMinor, currency);
  const isChecking = order.state.phase === 'checking';
  return (
    <>
      <OrderForm
        form={form}
        isChecking={isChecking}
        checking="Looking them up"
        isReturn={order.isReturn}
        action="Continue"
      >
        <HeldNotes held={held} currency={currency} />
        <ToField form={form} recent={recent} />
        <MoneyField
          {...form.text('amount')}
          currency={currency}
          decimals={currency === 'USD' ? 2 : 0}
          help={[balance && `Wallet ${balance}`, fee && `fee ${fee}`].filter(Boolean).join(', ')}
        />
        <Advanced form={form} />
      </OrderForm>
      <p className="sm muted">
        Want a code or a paper to hand over?{' '}
        <TextLink href="/payment-voucher">Create a payment voucher</TextLink>
      </p>
      <SendSheet order={order} />
    </>
  );
}

interface FieldsProps {
  readonly form: Form<SendField, SendForm>;
}

const nameOf = ({ recipient, email }: RecentRecipient): string =>
  recipient ? `@${recipient.username}` : email;

function ToField({
  form,
  recent,
}: FieldsProps & { readonly recent: readonly RecentRecipient[] }): ReactElement {
  const { values, errors, change } = form;
  const [scanned, setScanned] = useState<{
    readonly message: string;
    readonly hasFailed: boolean;
  }>();
  const scan = async (): Promise<void> => {
    const found = await scanPerson();
    setScanned(found?.kind === 'none' ? found : undefined);
    if (found?.kind !== 'person') return;
    const person = await callWorker((worker) =>
      worker.findRecipient({ referral_code: found.referralCode }),
    );
    if (person.ok) change({ to: `@${person.value.username}` });
    else setScanned({ message: person.error.message, hasFailed: true });
  };
  return (
    <div className="stack g2">
      <Field
        label="To"
        help="A username or e-mail is told at once. A phone number gets a link from you."
        error={errors.to}
      >
        <InputGroup
          after={
            <IconButton label="Scan QR" onClick={() => void scan()}>
              <Icon of={scanLineIcon} size="md" />
            </IconButton>
          }
        >
          <Input
            data-field="to"
            value={values.to}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="next"
            maxLength={254}
            placeholder="@name, e-mail or phone"
            onChange={({ target }) => change({ to: target.value })}
          />
        </InputGroup>
      </Field>
      {scanned && <Alert tone={scanned.hasFailed ? 'bad' : 'info'}>{scanned.message}</Alert>}
      {recent.length > 0 && (
        <Pills
          label="Recent people"
          options={recent.map((one) => ({ value: nameOf(one), label: nameOf(one) }))}
          value={values.to}
          onChange={(to) => change({ to })}
        />
      )}
    </div>
  );
}

function Advanced({ form }: FieldsProps): ReactElement {
  const { values, errors, change } = form;
  return (
    <Card>
      <Fold title="Advanced">
        <div className="stack g2">
          <Field label="Currency">
            <Select
              value={values.currency}
              onChange={({ target: { value } }) => {
                if (isCurrency(value)) change({ currency: value, amount: '' });
              }}
              options={CURRENCIES.map((one) => [one, one])}
            />
          </Field>
          <SwitchRow
            label="Two-factor protection"
            note="Claiming needs a code that is sent to you"
            checked={values.hasTwoFactor}
            onChange={({ target }) => change({ hasTwoFactor: target.checked })}
          />
          <SwitchRow
            label="Private"
            note="Only they, and people with the link, can see it"
            checked={values.isPrivate}
            onChange={({ target }) => change({ isPrivate: target.checked })}
          />
          <ExpiryFields
            form={values}
            errors={errors}
            onChange={change}
            note="Unclaimed money returns to your wallet then"
            label="Expires on"
          />
        </div>
      </Fold>
    </Card>
  );
}
