import type { ReactElement, ReactNode } from 'react';
import type { IconNode } from 'lucide';
import banIcon from 'lucide/dist/esm/icons/ban.mjs';
import chartColumnIcon from 'lucide/dist/esm/icons/chart-column.mjs';
import copyIcon from 'lucide/dist/esm/icons/copy.mjs';
import imageIcon from 'lucide/dist/esm/icons/image.mjs';
import qrCodeIcon from 'lucide/dist/esm/icons/qr-code.mjs';
import radioIcon from 'lucide/dist/esm/icons/radio.mjs';
import scissorsIcon from 'lucide/dist/esm/icons/scissors.mjs';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';
import usersRoundIcon from 'lucide/dist/esm/icons/users-round.mjs';

import { SPLIT_MINIMUM_MAJOR } from '../../../../contract/constants.ts';
import type { Voucher } from '../../../../contract/vouchers.ts';
import type { CreatedVoucherRow } from '../../../../local/rows.ts';
import { AppLink, Button } from '../../../ui/action/button.tsx';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { opensSoon } from '../../../shared/vouchers/voucher-reveal.ts';
import { CREATOR_WORDS } from '../../../shared/vouchers/share-voucher.tsx';
import { copyText } from '../../../platform/copy-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { handOverLink } from '../code-and-link.ts';
import { isTakenBack, type SheetKind } from './sheets/card-sheet.ts';
import { cx } from '../../../ui/cx.ts';
import css from './voucher-card.module.css';

type Judged = Pick<
  Voucher,
  'purpose' | 'status' | 'is_used' | 'is_private' | 'amount' | 'expires_at' | 'final_reveal_time'
>;

const hasPassed = (moment: string | null, nowMs: number): boolean =>
  moment !== null && Date.parse(moment) <= nowMs;

/** The rules by which a card shows its actions; the server judges each again. */
export function cardActions(voucher: Judged, nowMs: number) {
  const { purpose, status, is_used: isUsed, is_private: isPrivate, amount } = voucher;
  const isOpen = !isUsed && !hasPassed(voucher.expires_at, nowMs);
  const isOpenPayment = purpose === 'payment' && status === 'active' && isOpen;
  const isUnpaid = status === 'pending' && isOpen;
  const isGiveaway = purpose === 'giveaway';
  return {
    canPay: isUnpaid && !hasPassed(voucher.final_reveal_time, nowMs),
    canSplit: isOpenPayment && amount >= 2 * SPLIT_MINIMUM_MAJOR,
    canShowQr: isOpenPayment,
    canShare: isGiveaway && isOpen && status === 'active',
    canSwitchTwoFactor: isOpenPayment,
    canCancel: isOpenPayment || isUnpaid,
    canCopyLink: status !== 'cancelled' && status !== 'expired',
    canSeeAnalytics: isGiveaway,
    canManageUsers: isGiveaway && isPrivate && status === 'active',
    canChangeCover: isGiveaway && isOpen && (status === 'pending' || status === 'active'),
  };
}

export type CardActions = ReturnType<typeof cardActions>;

export interface CardButtonsProps {
  readonly voucher: CreatedVoucherRow;
  readonly actions: CardActions;
  readonly isOffline: boolean;
  readonly onAct: (kind: SheetKind) => void;
}

interface ActProps {
  readonly icon: IconNode;
  readonly label: string;
  readonly opensSheet?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Act({ icon, label, opensSheet, disabled, onClick }: ActProps): ReactElement {
  return (
    <button
      type="button"
      className={cx('xs column', css['act'])}
      aria-haspopup={opensSheet ? 'dialog' : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon of={icon} size="md" />
      <span>{label}</span>
    </button>
  );
}

interface SheetAct {
  readonly right: keyof CardActions;
  readonly label: string;
  readonly icon: IconNode;
  readonly isLocal?: boolean;
}

/** What opens a sheet; all but what is on the device needs the network. */
const SHEET_ACTS = {
  cover: { right: 'canChangeCover', label: 'Change cover', icon: imageIcon },
  share: { right: 'canShare', label: 'Share', icon: share2Icon, isLocal: true },
  split: { right: 'canSplit', label: 'Split', icon: scissorsIcon },
  qr: { right: 'canShowQr', label: 'QR code', icon: qrCodeIcon, isLocal: true },
  cancel: { right: 'canCancel', label: 'Cancel', icon: banIcon },
} satisfies Partial<Record<SheetKind, SheetAct>>;

export function CardButtons(props: CardButtonsProps): ReactElement {
  const { voucher, actions, isOffline, onAct } = props;
  const sheetAct = (kind: keyof typeof SHEET_ACTS): ReactNode => {
    const { right, label, icon, isLocal }: SheetAct = SHEET_ACTS[kind];
    return (
      actions[right] && (
        <Act
          icon={icon}
          label={kind === 'cancel' && isTakenBack(voucher) ? 'Take back' : label}
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
        <div className={css['lead']}>
          <Button
            variant="ink"
            block
            aria-haspopup="dialog"
            disabled={isOffline}
            onClick={() => onAct('pay')}
          >
            Pay now
          </Button>
        </div>
      )}
      <div className={css['acts']}>
        {actions.canSeeAnalytics && (
          <AppLink
            className={cx('xs column', css['act'])}
            href={`/voucher-analytics/${voucher.ulid}`}
          >
            <Icon of={chartColumnIcon} size="md" />
            <span>Analytics</span>
          </AppLink>
        )}
        {actions.canShare && opensSoon(voucher, serverNow()) && (
          <AppLink className={cx('xs column', css['act'])} href={`/lv/${voucher.ulid}`}>
            <Icon of={radioIcon} size="md" />
            <span>Watch live</span>
          </AppLink>
        )}
        {actions.canManageUsers && (
          <AppLink className={cx('xs column', css['act'])} href={`/allowed-users/${voucher.ulid}`}>
            <Icon of={usersRoundIcon} size="md" />
            <span>Manage Users</span>
          </AppLink>
        )}
        {sheetAct('share')}
        {sheetAct('cover')}
        {sheetAct('split')}
        {sheetAct('qr')}
        {actions.canCopyLink && (
          <Act
            icon={copyIcon}
            label="Copy link"
            onClick={() => void copyText(handOverLink(location.origin, voucher), CREATOR_WORDS)}
          />
        )}
        {sheetAct('cancel')}
      </div>
    </>
  );
}
