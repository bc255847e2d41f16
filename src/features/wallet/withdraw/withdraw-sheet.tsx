import { useEffect, useState, type ReactElement } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import { REGIONS, type RegionInfo, type RegionKey } from '../../../../contract/region-table.ts';
import type { Bank } from '../../../../contract/withdrawals.ts';
import type { WalletRow } from '../../../../local/rows.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { ButtonLink } from '../../../ui/action/button-link.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { readBanks } from '../../../../local/queries/money.ts';
import { readUser } from '../../../../local/queries/user-and-region.ts';
import { useWithdraw } from './use-withdraw.ts';
import { WithdrawConfirm } from './withdraw-confirm.tsx';
import { WithdrawEnd } from './withdraw-end.tsx';
import { WithdrawFields } from './withdraw-fields.tsx';
import type { WithdrawForm } from './withdraw-form.ts';

export interface WithdrawSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Where the person lives. */
  readonly region: RegionInfo;
  readonly wallets: readonly WalletRow[] | undefined;
}

/** Most people in Ghana and Kenya keep their money on their phone, in Nigeria at a bank. */
const emptyForm = (region: RegionKey): WithdrawForm => ({
  amount: '',
  type: region === 'nigeria' ? 'bank' : 'mobile_money',
  code: '',
  accountNumber: '',
});

/** Where nothing goes to phones, to a bank after all. */
const reachable = (form: WithdrawForm, banks: readonly Bank[]): WithdrawForm =>
  banks.some(({ type }) => type === form.type) ? form : { ...form, type: 'bank' };

/** Takes money out of the wallet, to a bank or a phone. */
export function WithdrawSheet({ open, onClose, ...rest }: WithdrawSheetProps): ReactElement {
  const [isBusy, setIsBusy] = useState(false);
  return (
    // While money is being sent the sheet stays: its answer has to be seen.
    <Sheet open={open} onClose={() => !isBusy && onClose()} title="Withdraw">
      <Withdraw {...rest} onBusy={setIsBusy} onClose={onClose} />
    </Sheet>
  );
}

interface WithdrawProps extends Omit<WithdrawSheetProps, 'open'> {
  readonly onBusy: (isBusy: boolean) => void;
}

function Withdraw({ region: home, wallets, onBusy, onClose }: WithdrawProps): ReactElement {
  const [key, setKey] = useState<RegionKey>(home.key);
  const [form, setForm] = useState(() => emptyForm(home.key));
  const region = REGIONS[key];
  const read = useLive(
    async (db) => ({ banks: await readBanks(db, key), user: await readUser(db) }),
    [key],
  );
  const [refresh, retry] = useRefresh((worker) => worker.refreshBanks(key), [key]);
  const withdrawing = useWithdraw();
  const { state } = withdrawing;
  const isSending = state.phase === 'sending';
  useEffect(() => onBusy(isSending), [isSending, onBusy]);

  if (read.phase === 'loading') return <Skeleton shape="block" height="20rem" />;
  const { banks, user } = read.data;
  if (user?.user.email_verified === false) return <Unverified />;
  switch (state.phase) {
    case 'confirming':
      return <WithdrawConfirm {...state} {...withdrawing} />;
    case 'sending':
    case 'unknown':
    case 'ended':
      return <WithdrawEnd state={state} onSend={withdrawing.send} onClose={onClose} />;
    case 'editing':
    case 'checking':
      break;
    default:
      return state satisfies never;
  }
  if (!banks) {
    return refresh.phase === 'failed' ? (
      <ErrorState message={refresh.error.message} onRetry={retry} />
    ) : (
      <Skeleton shape="block" height="20rem" />
    );
  }
  return (
    <WithdrawFields
      region={region}
      home={home}
      wallets={wallets ?? []}
      banks={banks.banks}
      form={reachable(form, banks.banks)}
      onChange={(change) => setForm({ ...form, ...change })}
      onRegion={(next) => {
        setKey(next);
        setForm(emptyForm(next));
      }}
      withdrawing={withdrawing}
    />
  );
}

const Unverified = (): ReactElement => (
  <div className="stack g3">
    <Alert tone="warn">{errorMessage('email_unverified')}</Alert>
    <ButtonLink variant="primary" href="/verify-email" block>
      Verify e-mail
    </ButtonLink>
  </div>
);
