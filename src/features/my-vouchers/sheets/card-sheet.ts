import type { CreatedVoucherRow } from '../../../../local/rows.ts';

/** What a voucher's card opens over the list. */
export type SheetKind = 'pay' | 'cover' | 'split' | 'qr' | 'cancel';

export interface OpenSheet {
  readonly kind: SheetKind;
  readonly ulid: string;
}

/** What the content of each sheet gets. */
export interface VoucherSheetProps {
  readonly voucher: CreatedVoucherRow;
  /** Closes the sheet and asks for the list again. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}
