import type { ReactElement } from 'react';

import { isOver } from '../../domain/vouchers/voucher-reveal.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import css from './how-to-win.module.css';
import { isInvited, whoMayGuess } from '../../domain/vouchers/who-may-guess.ts';
import { ShareButton } from '../../domain/vouchers/share/share-button.tsx';
import type { ShownVoucher } from '../../domain/vouchers/shown-voucher.ts';

const FILL = 'Fill the hidden digits.';
const FIRST_WINS = 'The first correct guess wins.';
const FILL_BEFORE = 'Fill the hidden digits before the draw.';
const ALL_SHARE = 'All correct guesses share the prize.';

function howToWin(voucher: ShownVoucher): string {
  const isLottery = voucher.reveal_method === 'lottery';
  const [fill, win] = isLottery ? [FILL_BEFORE, ALL_SHARE] : [FILL, FIRST_WINS];
  if (!voucher.is_private) return `${whoMayGuess(voucher) ?? fill} ${win}`;
  return isInvited(voucher) ? `You are invited. ${fill} ${win}` : (whoMayGuess(voucher) ?? '');
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
      <span className={css['share']}>
        <ShareButton voucher={voucher} size="sm" className="deferred">
          Share
        </ShareButton>
      </span>
    </div>
  );
}
