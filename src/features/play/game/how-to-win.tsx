import type { ReactElement } from 'react';

import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { ButtonLink } from '../../../ui/action/button.tsx';
import css from './how-to-win.module.css';
import { howToWin } from '../how-to-win.ts';
import { isInvited, whoMayGuess } from '../who-may-guess.ts';
import { ShareButton } from '../../../shared/vouchers/share/share-button.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';

function wordsFor(voucher: ShownVoucher): string | undefined {
  if (!voucher.is_private) return howToWin(voucher);
  return isInvited(voucher) ? `You are invited. ${howToWin(voucher)}` : whoMayGuess(voucher);
}

/** What to do here, in one line, and the way to tell others. */
export function HowToWin({ voucher }: { readonly voucher: ShownVoucher }): ReactElement {
  if (isOver(voucher)) {
    return (
      <div className={css['line']}>
        <p>This voucher has ended. There are more to win.</p>
        <ButtonLink href="/" variant="primary" size="sm">
          See vouchers
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={css['line']}>
      <p>{wordsFor(voucher)}</p>
      <span className={css['share']}>
        <ShareButton voucher={voucher} size="sm" className="deferred">
          Share
        </ShareButton>
      </span>
    </div>
  );
}
