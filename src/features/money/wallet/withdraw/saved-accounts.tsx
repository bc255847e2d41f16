import type { ReactElement } from 'react';
import landmarkIcon from 'lucide/dist/esm/icons/landmark.mjs';
import plusIcon from 'lucide/dist/esm/icons/plus.mjs';
import smartphoneIcon from 'lucide/dist/esm/icons/smartphone.mjs';
import trashIcon from 'lucide/dist/esm/icons/trash.mjs';

import type { SavedAccount } from '../../../../../contract/withdrawals.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { toastFailure, useCommand } from '../../../../platform/form/use-command.ts';
import { toast } from '../../../../platform/toast-store.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { IconButton } from '../../../../ui/action/button.tsx';
import { RowIcon } from '../../../../ui/display/rows.tsx';
import { FieldGroup } from '../../../../ui/form/field.tsx';
import { RadioRow } from '../../../../ui/form/choice.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { accountLabel } from './withdraw-form.ts';
import css from '../money-sheet.module.css';

export interface SavedAccountsProps {
  readonly accounts: readonly SavedAccount[];
  readonly chosen: SavedAccount | undefined;
  readonly error: string | undefined;
  /** @param id '' for an account that is not saved */
  readonly onChoose: (id: string) => void;
}

const passFocusOn = (row: HTMLElement | null) => (): void => {
  if (!row?.contains(document.activeElement)) return;
  const radios = row.closest('fieldset')?.querySelectorAll('input') ?? [];
  [...radios].find((radio) => !row.contains(radio))?.focus();
};

export function SavedAccounts(props: SavedAccountsProps): ReactElement {
  const { accounts, chosen, error, onChoose } = props;
  return (
    <FieldGroup legend="Withdraw to" error={error}>
      {accounts.map((account) => (
        <div key={account.id} ref={passFocusOn} className={css['account']}>
          <RadioRow
            name="account"
            data-field="account"
            label={accountLabel(account)}
            note={account.account_name}
            icon={<RowIcon of={account.type === 'bank' ? landmarkIcon : smartphoneIcon} />}
            checked={account.id === chosen?.id}
            onChange={() => onChoose(account.id)}
          />
          <RemoveAccount account={account} />
        </div>
      ))}
      <RadioRow
        name="account"
        data-field="account"
        label="Another account"
        icon={<RowIcon of={plusIcon} />}
        checked={chosen === undefined}
        onChange={() => onChoose('')}
      />
    </FieldGroup>
  );
}

function RemoveAccount({ account }: { readonly account: SavedAccount }): ReactElement {
  const isOffline = useConnectivity() === 'offline';
  // Not disabled while busy, so that the focus stays.
  const { isBusy, run } = useCommand(
    () => callWorker((worker) => worker.forgetAccount({ id: account.id })),
    () => void toast(`${accountLabel(account)} removed`, { kind: 'success' }),
    toastFailure,
  );
  return (
    <IconButton
      label={`Remove ${accountLabel(account)}`}
      aria-busy={isBusy}
      disabled={isOffline}
      onClick={() => run()}
    >
      <Icon of={trashIcon} size="sm" />
    </IconButton>
  );
}
