import { useState, type ReactElement } from 'react';
import scissorsIcon from 'lucide/dist/esm/icons/scissors.mjs';

import { SPLIT_MINIMUM_MAJOR } from '../../../../../contract/constants.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import { amountOf, majorToMinor, minorToMajor } from '../../../../../contract/money.ts';
import type { Failure } from '../../../../../contract/result.ts';
import { PAYMENT_MESSAGES } from '../../../../../contract/payments/payment-messages.ts';
import { useTellIfLeft } from '../../../../shared/wallet/use-tell-if-left.ts';
import { errorsIn, useForm, type Checked } from '../../../../platform/form/use-form.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { AmountInput } from '../../../../ui/form/input.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import { ExactMoney } from '../../../../ui/text/money.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { useKeepOpen } from '../../../../ui/overlay/use-modal.ts';
import { toast } from '../../../../platform/toast-store.ts';
import type { VoucherSheetProps } from './card-sheet.ts';
import { cx } from '../../../../ui/cx.ts';
import css from './split-voucher.module.css';

/** The two parts, major units. */
interface Parts {
  readonly first: number;
  readonly second: number;
}

const refused = (first: string): Checked<'first', never> => ({ ok: false, errors: { first } });
const MINIMUM_MINOR = majorToMinor(SPLIT_MINIMUM_MAJOR) ?? 0n;

/** @param text decimal text in major units @param whole what the voucher holds, major units */
export function checkSplit(text: string, whole: number): Checked<'first', Parts> {
  const firstMinor = majorToMinor(amountOf(text));
  const wholeMinor = majorToMinor(whole) ?? 0n;
  if (firstMinor === undefined || firstMinor <= 0n) return refused(errorMessage('amount_invalid'));
  if (firstMinor < MINIMUM_MINOR) {
    return refused(errorMessage('split_too_small', { min: SPLIT_MINIMUM_MAJOR }));
  }
  const maxMinor = wholeMinor - MINIMUM_MINOR;
  if (firstMinor > maxMinor) {
    return refused(errorMessage('split_too_large', { max: minorToMajor(maxMinor) }));
  }
  const second = minorToMajor(wholeMinor - firstMinor);
  return { ok: true, order: { first: minorToMajor(firstMinor), second } };
}

function Cut({ first, second, currency }: Parts & { readonly currency: string }): ReactElement {
  // Neither part so narrow that its amount would not fit.
  const share = Math.min(0.6, Math.max(0.4, first / (first + second)));
  return (
    <div
      className={cx('figure xl', css['cut'])}
      style={{ gridTemplateColumns: `${share}fr auto ${1 - share}fr` }}
      aria-hidden="true"
    >
      <span className={css['first']}>
        <span className="xs semi">First</span>
        <ExactMoney amount={first} currency={currency} />
      </span>
      <span className={cx('middle', css['scissors'])}>
        <Icon of={scissorsIcon} size="md" />
      </span>
      <span className={css['second']}>
        <span className="xs semi">Second</span>
        <ExactMoney amount={second} currency={currency} />
      </span>
    </div>
  );
}

export function SplitVoucher({ voucher, onDone }: VoucherSheetProps): ReactElement {
  const state = useState({ first: '' });
  const tell = useTellIfLeft('Splitting the voucher', 'vouchers');
  const { ulid, amount, currency } = voucher;
  const check = checkSplit(state[0].first, amount);

  const split = async ({ first }: Parts): Promise<Failure | undefined> => {
    const result = await callWorker((worker) =>
      worker.splitVoucher({ voucher_id: ulid, split_amount: first }),
    );
    if (!result.ok) {
      tell.failed(result.error);
      return result.error;
    }
    toast(PAYMENT_MESSAGES.voucherSplit, { kind: 'success' });
    onDone();
    return undefined;
  };
  const { ref, values, errors, isBusy, change, onSubmit } = useForm({
    fields: ['first'],
    state,
    wrong: errorsIn(check),
    send: () => (check.ok ? split(check.order) : undefined),
    errorsOf: ({ message }) => ({ first: message }),
  });
  useKeepOpen(isBusy);
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <p className="sm muted">
        Cut one {formatExact(amount, currency)} voucher into two. Each part must hold at least{' '}
        {formatExact(SPLIT_MINIMUM_MAJOR, currency)}. The first keeps its code.
      </p>
      <Field label="First voucher" error={errors.first && <span role="alert">{errors.first}</span>}>
        <AmountInput
          data-field="first"
          value={values.first}
          currency={currency}
          decimals={Number.isInteger(amount) && currency !== 'USD' ? 0 : 2}
          onValueChange={(first) => change({ first })}
        />
      </Field>
      {check.ok && <Cut {...check.order} currency={currency} />}
      <SubmitButton loading={isBusy}>Split voucher</SubmitButton>
    </form>
  );
}
