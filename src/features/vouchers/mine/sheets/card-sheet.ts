import type { CreatedVoucherRow } from '../../../../../local/rows.ts';
import type { PayAgain } from '../../../../shared/payments/payment-choice.ts';

/** What a voucher's card opens over the list; `send` and `live` come by themselves once it is paid for. */
export type SheetKind = 'pay' | 'cover' | 'split' | 'qr' | 'cancel' | 'send' | 'share' | 'live';

export const sheetOfNew = ({
  purpose,
  status,
  is_used: isUsed,
}: Pick<CreatedVoucherRow, 'purpose' | 'status' | 'is_used'>): SheetKind | undefined => {
  if (status !== 'active' || isUsed) return undefined;
  return purpose === 'payment' ? 'send' : 'live';
};

/** What was paid for is taken back; before that no money moves, and it is only cancelled. */
export const isTakenBack = ({ status }: Pick<CreatedVoucherRow, 'status'>): boolean =>
  status !== 'pending';

export interface OpenSheet {
  readonly kind: SheetKind;
  readonly ulid: string;
  /** A declined payment that is begun again. */
  readonly again?: PayAgain | undefined;
}

export interface VoucherSheetProps extends Pick<OpenSheet, 'again'> {
  readonly voucher: CreatedVoucherRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}
