import type { ReactElement, ReactNode } from 'react';

import type { CreatedVoucherRow } from '../../../local/rows.ts';
import { AppLink } from '../../ui/action/app-link.tsx';
import { Button } from '../../ui/action/button.tsx';
import { BanIcon } from '../../ui/icons/ban-icon.tsx';
import { ChartColumnIcon } from '../../ui/icons/chart-column-icon.tsx';
import { CopyIcon } from '../../ui/icons/copy-icon.tsx';
import { ImageIcon } from '../../ui/icons/image-icon.tsx';
import { QrCodeIcon } from '../../ui/icons/qr-code-icon.tsx';
import { ScissorsIcon } from '../../ui/icons/scissors-icon.tsx';
import { UsersRoundIcon } from '../../ui/icons/users-round-icon.tsx';
import { copyLink, CREATOR_WORDS } from '../../domain/vouchers/share/share-link.ts';
import type { CardActions } from './card-actions.ts';
import type { SheetKind } from './sheets/card-sheet.ts';
import { handOverLink } from './hand-over.ts';
import css from './voucher-card.module.css';

export interface CardButtonsProps {
  readonly voucher: CreatedVoucherRow;
  readonly actions: CardActions;
  readonly isOffline: boolean;
  readonly onAct: (kind: SheetKind) => void;
}

interface ActProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly opensSheet?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Act({ icon, label, opensSheet, disabled, onClick }: ActProps): ReactElement {
  return (
    <button
      type="button"
      className={css['act']}
      aria-haspopup={opensSheet ? 'dialog' : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
      <span>{label}</span>
    </button>
  );
}

interface SheetAct {
  readonly right: keyof CardActions;
  readonly label: string;
  readonly icon: ReactNode;
  readonly isLocal?: boolean;
}

/** What opens a sheet; all but what is on the device needs the network. */
const SHEET_ACTS = {
  cover: { right: 'canChangeCover', label: 'Change cover', icon: <ImageIcon size="md" /> },
  split: { right: 'canSplit', label: 'Split', icon: <ScissorsIcon size="md" /> },
  qr: { right: 'canShowQr', label: 'QR code', icon: <QrCodeIcon size="md" />, isLocal: true },
  cancel: { right: 'canCancel', label: 'Cancel', icon: <BanIcon size="md" /> },
} satisfies Partial<Record<SheetKind, SheetAct>>;

/** What can be done with a voucher; what cannot is not shown. */
export function CardButtons(props: CardButtonsProps): ReactElement {
  const { voucher, actions, isOffline, onAct } = props;
  const link = (): string => handOverLink(location.origin, voucher);
  const sheetAct = (kind: keyof typeof SHEET_ACTS): ReactNode => {
    const { right, label, icon, isLocal }: SheetAct = SHEET_ACTS[kind];
    return (
      actions[right] && (
        <Act
          icon={icon}
          label={label}
          opensSheet
          disabled={isOffline && !isLocal}
          onClick={() => onAct(kind)}
        />
      )
    );
  };
  return (
    <>
      {actions.canPay && (
        <Button
          variant="ink"
          block
          aria-haspopup="dialog"
          disabled={isOffline}
          onClick={() => onAct('pay')}
        >
          Pay now
        </Button>
      )}
      <div className={css['acts']}>
        {actions.canSeeAnalytics && (
          <AppLink className={css['act']} href={`/voucher-analytics/${voucher.ulid}`}>
            <ChartColumnIcon size="md" />
            <span>Analytics</span>
          </AppLink>
        )}
        {actions.canManageUsers && (
          <AppLink className={css['act']} href={`/allowed-users/${voucher.ulid}`}>
            <UsersRoundIcon size="md" />
            <span>Manage Users</span>
          </AppLink>
        )}
        {sheetAct('cover')}
        {sheetAct('split')}
        {sheetAct('qr')}
        {actions.canCopyLink && (
          <Act
            icon={<CopyIcon size="md" />}
            label="Copy link"
            onClick={() => void copyLink(link(), CREATOR_WORDS)}
          />
        )}
        {sheetAct('cancel')}
      </div>
    </>
  );
}
