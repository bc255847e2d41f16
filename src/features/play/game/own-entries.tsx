import type { ReactElement } from 'react';

import { LOTTERY_MAX_ENTRIES } from '../../../../contract/constants.ts';
import type { OwnLotteryEntry } from '../../../../contract/vouchers.ts';
import { HIDDEN } from '../../../../contract/vouchers/voucher-code.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import css from './entries.module.css';

interface DigitsProps {
  readonly entry: OwnLotteryEntry;
  readonly maskedCode: string;
}

/** A code with those digits heavier that its user chose. */
function Digits({ entry: { code }, maskedCode }: DigitsProps): ReactElement {
  return (
    <span className={css['guess']}>
      <span className="vh">{code}</span>
      <span aria-hidden="true">
        {[...code].map((digit, at) =>
          // A place in the code is its identity: the digits themselves repeat.
          maskedCode.charAt(at) === HIDDEN ? (
            <b key={`place-${at + 1}`} className={css['chosen']}>
              {digit}
            </b>
          ) : (
            digit
          ),
        )}
      </span>
    </span>
  );
}

/** What the user has entered in a lottery, for them alone to see. */
export function OwnEntries({ voucher }: { readonly voucher: ShownVoucher }): ReactElement | null {
  const { own_entries: own, masked_code: maskedCode } = voucher;
  if (!own || own.length === 0) return null;
  return (
    <section className="stack g2" aria-label="Your entries">
      <p className="sm semi">
        Your entries: {own.length} of {LOTTERY_MAX_ENTRIES}
      </p>
      <ul className={css['own']}>
        {own.map((entry) => (
          <li key={entry.number}>
            <Digits entry={entry} maskedCode={maskedCode} />
          </li>
        ))}
      </ul>
      {!isOver(voucher) && (
        <p className="xs muted">Nobody else sees your digits before the draw.</p>
      )}
    </section>
  );
}
