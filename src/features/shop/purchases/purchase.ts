import type { DisbursementStatus } from '../../../../contract/disbursement-status.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { AirtimePurchaseAnswer, PayBillAnswer } from '../../../../contract/purchases.ts';
import type { MoneyOrder } from '../../../shared/wallet/money-order.ts';
import { refundByText } from '../../../shared/wallet/refund-by.ts';
import type { MoneySaid } from '../../../shared/wallet/use-tell-if-left.ts';

export type PurchaseAnswer = AirtimePurchaseAnswer['data'] & Partial<PayBillAnswer['data']>;

export type Purchase<Draft, Order = Draft> = MoneyOrder<Draft, Order, PurchaseAnswer>;

const OUTCOMES: Readonly<Record<DisbursementStatus, MoneySaid>> = {
  completed: { title: 'Done', tone: 'ok', text: 'It was delivered.' },
  processing: {
    title: 'On its way',
    tone: 'info',
    text: 'The provider is working on it. Your transactions show when it is done.',
  },
  pending: {
    title: 'On its way',
    tone: 'warn',
    text: 'It is not known yet whether it was delivered. The money is held until it is, and comes back if it was not.',
  },
  failed: { title: 'Not delivered', tone: 'bad', text: errorMessage('purchase_failed') },
};

export function purchaseSaid({ status, created_at: createdAt }: PurchaseAnswer): MoneySaid {
  const said = OUTCOMES[status];
  if (status !== 'pending' && status !== 'processing') return said;
  return { ...said, text: `${said.text} ${refundByText(createdAt)}.` };
}
