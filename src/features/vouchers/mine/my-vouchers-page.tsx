import { Suspense, useState, type ReactElement } from 'react';
import giftIcon from 'lucide/dist/esm/icons/gift.mjs';
import plusIcon from 'lucide/dist/esm/icons/plus.mjs';
import sendIcon from 'lucide/dist/esm/icons/send.mjs';

import { navigate, useQuery } from '../../../platform/routing/router.tsx';
import { usePaymentReturn } from '../../../shared/payments/use-payment-return.ts';
import { buttonClass } from '../../../ui/action/button.tsx';
import { Menu } from '../../../ui/action/menu.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Page, PageHead } from '../../../ui/layout/layout.tsx';
import { Pills } from '../../../ui/action/pills.tsx';
import { PullToRefresh } from '../../../ui/feedback/pull-to-refresh.tsx';
import { toastFailure } from '../../../platform/form/use-command.ts';
import { VerifyingDialog } from '../../../shared/payments/verifying-dialog.tsx';
import { createdPath, readCreatedAddress, type CreatedFilter, pullCreated } from './use-created.ts';
import { CreatedList, CreatedSkeleton } from './created-list.tsx';
import type { OpenSheet } from './sheets/card-sheet.ts';
import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import type { VoucherPaymentVerifyAnswer } from '../../../../contract/payments.ts';
import { newVoucherPath } from '../create/pay-voucher.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import {
  outcomeOf,
  type PaymentOutcome,
  type PaymentReference,
  sayOutcome,
} from '../../../shared/payments/payment-return.ts';

type VoucherPaymentOutcome = PaymentOutcome & {
  readonly creditedTo?: VoucherPaymentVerifyAnswer['data']['credited_to'];
  readonly voucherId?: string | undefined;
};

async function verifyVoucherPayment(payment: PaymentReference): Promise<VoucherPaymentOutcome> {
  const result = await callWorker((worker) => worker.verifyVoucherPayment(payment));
  const outcome = outcomeOf(result, payment.status);
  if (outcome.kind !== 'pending' && outcome.kind !== 'unknown') {
    await callWorker((worker) => worker.refreshCreated({ page: 1 }, { force: true }));
  }
  if (!result.ok) return { ...outcome, creditedTo: null };
  const { credited_to: creditedTo, voucher_id: voucherId } = result.value;
  return { ...outcome, creditedTo, voucherId };
}

export function pathAfterPayment(outcome: VoucherPaymentOutcome): string | undefined {
  const { kind, creditedTo, voucherId } = outcome;
  const isPaid = kind === 'paid' && creditedTo === 'voucher';
  return isPaid && voucherId !== undefined ? newVoucherPath(voucherId) : undefined;
}

const FILTERS: readonly { readonly value: CreatedFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'active', label: 'Active' },
];
const CREATE_ITEMS = [
  {
    label: 'Payment voucher',
    href: '/payment-voucher',
    icon: <Icon of={sendIcon} size="md" />,
  },
  { label: 'Giveaway', href: '/post-voucher', icon: <Icon of={giftIcon} size="md" /> },
] as const;
const VOUCHER_CHECK = {
  verify: verifyVoucherPayment,
  notify: sayOutcome({
    paid: PAYMENT_MESSAGES.paymentVerified,
    intoWallet: PAYMENT_MESSAGES.paidIntoWallet,
  }),
  pathAfter: pathAfterPayment,
};

/** /my-vouchers: what the user made and paid for. Also where a voucher's checkout leads back to. */
export default function MyVouchersPage(): ReactElement {
  const address = readCreatedAddress(useQuery());
  const payment = usePaymentReturn(VOUCHER_CHECK);
  const [sheet, setSheet] = useState<OpenSheet>();
  const refresh = async (): Promise<void> => {
    const result = await pullCreated(address);
    if (!result.ok) toastFailure(result.error);
  };
  return (
    <Page>
      <PullToRefresh onRefresh={refresh}>
        <div className="stack g4">
          <PageHead>
            <h1>My Vouchers</h1>
            <Menu
              className={buttonClass({ variant: 'primary', size: 'sm' })}
              items={CREATE_ITEMS}
              placement="end"
            >
              <Icon of={plusIcon} size="sm" /> Create
            </Menu>
          </PageHead>
          <Pills
            label="Status"
            options={FILTERS}
            value={address.filter}
            onChange={(filter) => navigate(createdPath({ filter, pages: 1 }))}
          />
          <Suspense fallback={<CreatedSkeleton />}>
            <CreatedList address={address} sheet={sheet} onSheet={setSheet} />
          </Suspense>
        </div>
      </PullToRefresh>
      <VerifyingDialog
        payment={payment}
        onAgain={(again, { voucherId }) => {
          if (voucherId !== undefined) setSheet({ kind: 'pay', ulid: voucherId, again });
        }}
      />
    </Page>
  );
}
