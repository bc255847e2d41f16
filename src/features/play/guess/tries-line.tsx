import { useState, type ReactElement } from 'react';

import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { TextButton } from '../../../ui/action/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { plural } from '../../../ui/text/format-text.ts';
import { triedWord, typedDigits } from './tries.ts';
import css from './tries-line.module.css';

/** What fits on the narrowest phone beside the count of the others: so many guesses, and so many digits in all. */
const SHOWN = 3;
const DIGITS_SHOWN = 8;

export interface TriesLineProps {
  readonly voucher: Pick<ShownVoucher, 'masked_code' | 'reveal_method'>;
  readonly tries: readonly string[];
}

/** 'You tried 482, 111', the newest first; what has no room opens. */
export function TriesLine({ voucher, tries }: TriesLineProps): ReactElement | null {
  const [isOpen, setIsOpen] = useState(false);
  if (tries.length === 0) return null;
  const { masked_code: maskedCode, reveal_method: method } = voucher;
  const digits = tries.map((code) => typedDigits(code, maskedCode));
  const fits = Math.min(SHOWN, Math.floor(DIGITS_SHOWN / (digits[0]?.length ?? 1)));
  const more = digits.length - fits;
  const word = triedWord(method);
  return (
    <div className={cx(css['line'], 'sm semi center')}>
      {`You ${word} ${digits.slice(0, fits).join(', ')} `}
      {more > 0 && (
        <TextButton className={css['more']} onClick={() => setIsOpen(true)}>
          and {more} more
        </TextButton>
      )}
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={`What you ${word}`}>
        <div className={cx(css['sheet'], 'stack g3')}>
          <p>
            {plural(digits.length, 'guess fits', 'guesses fit')} the digits that are open now, the
            newest first.
          </p>
          <ul className={cx(css['list'], 'figure')}>
            {digits.map((typed) => (
              <li key={typed}>{typed}</li>
            ))}
          </ul>
        </div>
      </Sheet>
    </div>
  );
}
