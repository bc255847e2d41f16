import { useState, type ReactElement } from 'react';
import printerIcon from 'lucide/dist/esm/icons/printer.mjs';

import { readHandedOver } from '../../../../../local/queries/created-vouchers.ts';
import type { CreatedVoucherRow } from '../../../../../local/rows.ts';
import { useNow } from '../../../../platform/clock/use-now.ts';
import { MINUTE_MS } from '../../../../../contract/durations.ts';
import { useLive } from '../../../../platform/live/use-live.ts';
import { paymentOver } from '../../../../shared/payment-vouchers/payment-terms.tsx';
import { QrCode, useDrawQr, type LoadedQr } from '../../../../shared/qr/qr-code.tsx';
import { Button, TextButton } from '../../../../ui/action/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { Wordmark } from '../../../../ui/display/logo.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Checkbox } from '../../../../ui/form/choice.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Sheet } from '../../../../ui/overlay/sheet.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { plural } from '../../../../ui/text/format-text.ts';
import { formatClock, formatDate } from '../../../../ui/text/format-time.ts';
import { groupedCode, handOverLink } from '../../code-and-link.ts';
import css from './qr-sheets.module.css';

/** Thirteen sheets of paper; more is drawn slowly on a cheap phone. */
const MAX = 104;
/** Of the end of the id: vouchers that are made together begin with the same characters. */
const SERIAL_CHARS = 8;

export interface PrintSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

function factsOf({ ulid, expires_at: expiresAt, recipient_email: recipient }: CreatedVoucherRow) {
  const until = expiresAt === null ? undefined : new Date(expiresAt);
  return [
    `No. ${ulid.slice(-SERIAL_CHARS)}`,
    recipient !== null && `for ${recipient}`,
    until && `until ${formatDate(until)}, ${formatClock(until)}`,
  ].filter(Boolean);
}

interface SlipProps {
  readonly voucher: CreatedVoucherRow;
  readonly draw: (text: string) => LoadedQr;
}

function Slip({ voucher, draw }: SlipProps): ReactElement {
  const { code, amount, currency } = voucher;
  const link = handOverLink(location.origin, voucher);
  return (
    <li className="anywhere">
      <QrCode loaded={draw(link)} />
      <div className="stack g2">
        <Wordmark />
        <strong className="display xl">{formatExact(amount, currency)}</strong>
        <strong>{code && groupedCode(code)}</strong>
        <span>{factsOf(voucher).join(', ')}</span>
        <span>Scan the code, or open {link.replace(/^https?:\/\//, '')}</span>
      </div>
    </li>
  );
}

function PrintForm(): ReactElement {
  const { data: vouchers = [] } = useLive(readHandedOver, []);
  const nowMs = useNow(MINUTE_MS).getTime();
  const { draw, hasFailed } = useDrawQr();
  const open = vouchers
    .filter((voucher) => paymentOver(voucher, nowMs) === undefined)
    .slice(0, MAX);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = open.filter(({ ulid }) => !left.has(ulid));
  const choose = (ulid: string, isChosen: boolean): void => {
    const next = new Set(left);
    if (isChosen) next.delete(ulid);
    else next.add(ulid);
    setLeft(next);
  };
  const areAll = chosen.length === open.length;
  return (
    <>
      {/* Without a class of its own, so that print hides it whole. */}
      <div>
        <div className="stack g3">
          <p className="sm muted">
            Eight on a sheet of A4, with their codes. Whoever holds a slip can claim its money, so
            keep them like cash.
          </p>
          {hasFailed && <Alert tone="bad">The QR codes could not be drawn on this device.</Alert>}
          <fieldset className="stack g2">
            <legend className="split">
              Vouchers
              <TextButton
                onClick={() => setLeft(new Set(areAll ? open.map(({ ulid }) => ulid) : []))}
              >
                {areAll ? 'Choose none' : 'Choose all'}
              </TextButton>
            </legend>
            {open.map((voucher) => (
              <Checkbox
                key={voucher.ulid}
                checked={!left.has(voucher.ulid)}
                onChange={({ target }) => choose(voucher.ulid, target.checked)}
                label={
                  <>
                    <span className="semi">{formatExact(voucher.amount, voucher.currency)}</span>{' '}
                    <span className="xs muted anywhere">{factsOf(voucher).join(', ')}</span>
                  </>
                }
              />
            ))}
          </fieldset>
          <Button
            variant="primary"
            size="lg"
            block
            disabled={!draw || chosen.length === 0}
            onClick={() => print()}
          >
            <Icon of={printerIcon} size="sm" /> Print {plural(chosen.length, 'voucher', 'vouchers')}
          </Button>
        </div>
      </div>
      {draw && (
        <ul className={cx(css['slips'], css['paper'])} aria-label="Slips">
          {chosen.map((voucher) => (
            <Slip key={voucher.ulid} voucher={voucher} draw={draw} />
          ))}
        </ul>
      )}
    </>
  );
}

export const PrintSheet = ({ open, onClose }: PrintSheetProps): ReactElement => (
  <Sheet open={open} onClose={onClose} title="Print several">
    <PrintForm />
  </Sheet>
);
