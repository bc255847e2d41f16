import type { ReactElement } from 'react';

import { isOver } from '../../domain/vouchers/voucher-reveal.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import css from './how-to-win.module.css';
import { whoMayGuess } from '../../domain/vouchers/private-voucher.ts';
import { ShareButton } from '../../domain/vouchers/share/share-button.tsx';
import type { ShownVoucher } from '../../domain/vouchers/shown-voucher.ts';

const FIRST_WINS = 'Fill the hidden digits. The first correct guess wins.';
const ALL_SHARE = 'Fill the hidden digits before the draw. All correct guesses share the prize.';

function howToWin(voucher: ShownVoucher): string {
  const how = voucher.reveal_method === 'lottery' ? ALL_SHARE : FIRST_WINS;
  const isInvited = voucher.is_private && voucher.can_guess === true;
  return isInvited ? `You are invited. ${how}` : (whoMayGuess(voucher) ?? how);
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
      <p>{howToWin(voucher)}</p>
      <ShareButton voucher={voucher} size="sm" className="deferred">
        Share
      </ShareButton>
    </div>
  );
}
