import { lazy, Suspense, useEffect, useRef, type ComponentType, type ReactElement } from 'react';

import type { CreatedVoucherRow } from '../../../../../local/rows.ts';
import { serverNow } from '../../../../platform/clock/server-time.ts';
import { isAwaited, isOver } from '../../../../shared/vouchers/voucher-reveal.ts';
import { Sheet } from '../../../../ui/overlay/sheet.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { CancelVoucher } from './cancel-voucher.tsx';
import {
  isTakenBack,
  type OpenSheet,
  type SheetKind,
  type VoucherSheetProps,
} from './card-sheet.ts';
import { QrVoucher } from './qr-voucher.tsx';
import { ShareGiveaway } from './share-giveaway.tsx';
import { SplitVoucher } from './split-voucher.tsx';

export interface CardSheetsProps {
  readonly sheet: OpenSheet | undefined;
  /** Undefined also while it is read, and when this device does not have it. */
  readonly voucher: CreatedVoucherRow | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/* What needs more code comes with its first opening: most visits only look at the list. */
const PayVoucher = lazy(async () => ({ default: (await import('./pay-voucher.tsx')).PayVoucher }));
const ChangeCover = lazy(async () => ({
  default: (await import('./change-cover.tsx')).ChangeCover,
}));

const SHEETS: Readonly<
  Record<SheetKind, { title: string; Content: ComponentType<VoucherSheetProps> }>
> = {
  pay: { title: 'Pay now', Content: PayVoucher },
  cover: { title: 'Change cover', Content: ChangeCover },
  split: { title: 'Split voucher', Content: SplitVoucher },
  qr: { title: 'QR code', Content: QrVoucher },
  send: { title: 'Send it now', Content: QrVoucher },
  share: { title: 'Share giveaway', Content: ShareGiveaway },
  live: { title: 'Your giveaway is live', Content: ShareGiveaway },
  cancel: { title: 'Cancel voucher', Content: CancelVoucher },
};

function titleFor(voucher: CreatedVoucherRow, kind: string, title: string): string {
  // It may have been won while this lay open, or before it was seen again.
  if (kind === 'live' && isOver(voucher)) return SHEETS.share.title;
  if (kind === 'live' && isAwaited(voucher, serverNow())) return 'Your giveaway is posted';
  return kind === 'cancel' && isTakenBack(voucher) ? 'Take back' : title;
}

/** The sheets over the list, one at a time; each stays mounted so that it gives the focus back. */
export function CardSheets({ sheet, voucher, onClose, onChanged }: CardSheetsProps): ReactElement {
  const shown = useRef(sheet);
  useEffect(() => {
    shown.current = sheet;
  }, [sheet]);
  const done = (of: OpenSheet | undefined): void => {
    // A cover that is still sent when its sheet is closed must not close the next one.
    if (shown.current === of) onClose();
    onChanged();
  };
  return (
    <>
      {Object.entries(SHEETS).map(([name, { title, Content }]) => (
        <Sheet
          key={name}
          open={sheet?.kind === name && voucher !== undefined}
          onClose={onClose}
          title={voucher ? titleFor(voucher, name, title) : title}
        >
          {voucher && (
            <Suspense fallback={<Skeleton height="14rem" />}>
              <Content
                voucher={voucher}
                again={sheet?.again}
                onDone={() => done(sheet)}
                onClose={onClose}
              />
            </Suspense>
          )}
        </Sheet>
      ))}
    </>
  );
}
