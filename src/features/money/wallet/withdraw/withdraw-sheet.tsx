import { useState, type ReactElement } from 'react';

import { REGIONS, type RegionInfo, type RegionKey } from '../../../../../contract/region-table.ts';
import type { Bank } from '../../../../../contract/withdrawals.ts';
import type { WalletRow } from '../../../../../local/rows.ts';
import { Awaited } from '../../../../shared/awaited.tsx';
import { useSpendable } from '../../../../shared/wallet/held.tsx';
import { useLive } from '../../../../platform/live/use-live.ts';
import { useRefresh } from '../../../../platform/live/use-refresh.ts';
import { useKeepOpen } from '../../../../ui/overlay/use-modal.ts';
import { Sheet } from '../../../../ui/overlay/sheet.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { readAnswer } from '../../../../../local/queries/answers.ts';
import { readSavedAccounts } from '../../../../../local/queries/money.ts';
import { readUser } from '../../../../../local/queries/user-and-region.ts';
import { MoneyStop } from '../../../../shared/accounts/money-stop.tsx';
import { usePinFirst } from '../../../../shared/accounts/pin/use-pin-first.ts';
import { Unverified } from '../../../../shared/accounts/unverified.tsx';
import { useOrderForm } from '../../../../shared/wallet/money-order.ts';
import css from '../money-sheet.module.css';
import steps from '../../../../shared/wallet/money-steps.module.css';
import { MONEY_LIMITS, WITHDRAWAL, WithdrawEnd, WithdrawReview } from './withdraw-steps.tsx';
import { WalletChoice, WithdrawFields } from './withdraw-fields.tsx';
import {
  changedFields,
  checkWithdraw,
  fieldErrors,
  WITHDRAW_FIELDS,
  type WithdrawFacts,
  type WithdrawForm,
} from './withdraw-form.ts';

export interface WithdrawSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly region: RegionInfo;
  readonly wallets: readonly WalletRow[] | undefined;
}

const emptyForm = (region: RegionKey): WithdrawForm => ({
  amount: '',
  savedId: undefined,
  type: region === 'nigeria' ? 'bank' : 'mobile_money',
  code: '',
  accountNumber: '',
});

const reachable = (form: WithdrawForm, banks: readonly Bank[]): WithdrawForm =>
  banks.some(({ type }) => type === form.type) ? form : { ...form, type: 'bank' };

const PIN_WHY =
  'You withdraw with a PIN that nobody else knows. Choose it now; the withdrawal comes next.';

export function WithdrawSheet(props: WithdrawSheetProps): ReactElement {
  const { open, onClose, region, wallets } = props;
  const hasPin = usePinFirst(open, PIN_WHY, '/wallet?withdraw', onClose);
  return (
    <Sheet open={open && hasPin} onClose={onClose} title="Withdraw">
      <div className={css['content']}>
        {wallets ? (
          <Withdraw region={region} wallets={wallets} onClose={onClose} />
        ) : (
          <Skeleton height="20rem" />
        )}
      </div>
    </Sheet>
  );
}

interface WithdrawProps extends Pick<WithdrawSheetProps, 'region' | 'onClose'> {
  readonly wallets: readonly WalletRow[];
}

function useDestinations(key: RegionKey) {
  const ofRegion = { path: '/wallet/banks', region: key } as const;
  const read = useLive(
    async (db) => ({
      offer: (await readAnswer(db, ofRegion))?.answer,
      limits: (await readAnswer(db, MONEY_LIMITS))?.answer.data,
      saved: await readSavedAccounts(db),
      user: await readUser(db),
    }),
    [key],
  );
  const offer = read.data?.offer;
  // What an earlier version of the app has stored tells no fees.
  const isOld = offer !== undefined && !('fees' in offer);
  const [refresh, retry] = useRefresh(
    async (worker) => {
      const [banks] = await Promise.all([
        worker.refreshAnswer(ofRegion, { force: isOld }),
        worker.refreshSavedAccounts(),
        worker.refreshAnswer(MONEY_LIMITS),
      ]);
      return banks;
    },
    [key, isOld],
  );
  return { known: read.data, offer: isOld ? undefined : offer, refresh, retry };
}

function Withdraw({ region: home, wallets, onClose }: WithdrawProps): ReactElement {
  const [key, setKey] = useState<RegionKey>(home.key);
  const { known, offer, refresh, retry } = useDestinations(key);
  const { currency } = REGIONS[key];
  const banks = offer?.data;
  const saved = known?.saved?.accounts;
  const facts: WithdrawFacts = {
    banks: banks ?? [],
    accounts: saved?.filter((account) => account.currency === currency) ?? [],
    currency,
    fees: offer?.fees ?? [],
    limit: known?.limits?.limits.find((limit) => limit.currency === currency),
    payoutName: known?.limits?.payout_name ?? undefined,
    ...useSpendable(wallets, currency),
  };
  const draft = useState(() => emptyForm(home.key));
  const { form, order: withdrawing } = useOrderForm(
    {
      fields: WITHDRAW_FIELDS,
      state: draft,
      check: checkWithdraw(draft[0], facts),
      affectedBy: changedFields,
      errorsOf: fieldErrors,
    },
    WITHDRAWAL,
  );
  const { state, send, correct } = withdrawing;
  useKeepOpen(state.phase === 'sending');

  if (known?.user?.user.email_verified === false) return <Unverified />;
  if (state.phase === 'reviewing') {
    return <WithdrawReview reviewed={state.order} send={send} correct={correct} />;
  }
  if ('order' in state) {
    return <WithdrawEnd state={state} send={send} correct={correct} onClose={onClose} />;
  }
  // The saved accounts decide how the form begins.
  const isReady = banks && (saved || refresh.phase !== 'running');
  return (
    <div className={steps['step']}>
      <MoneyStop user={known?.user?.user} />
      <WalletChoice
        home={home}
        wallets={wallets}
        currency={currency}
        onRegion={(next) => {
          setKey(next);
          form.change(emptyForm(next));
          form.edit(WITHDRAW_FIELDS);
        }}
      />
      {isReady ? (
        <WithdrawFields
          facts={facts}
          form={{ ...form, values: reachable(form.values, banks) }}
          isChecking={state.phase === 'checking'}
          isReturn={withdrawing.isReturn}
        />
      ) : (
        <Awaited refresh={refresh} onRetry={retry} height="20rem" />
      )}
    </div>
  );
}
