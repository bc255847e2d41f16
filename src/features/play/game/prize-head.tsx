import type { ReactElement } from 'react';

import { SHARE_REWARD_COINS, LOTTERY_ENTRY_COST_COINS } from '../../../../contract/constants.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { formatCount, formatMoney } from '../../../ui/text/format-money.ts';
import { PrizeWorth } from '../worth/lazy-worth.ts';
import { hasRevealed, isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { Money } from '../../../ui/text/money.tsx';
import { Stamp, TicketAmount } from '../../../ui/ticket/ticket.tsx';
import { HelpTip } from '../../../ui/overlay/tip.tsx';
import { formatDay, formatClock } from '../../../ui/text/format-time.ts';
import css from './prize-head.module.css';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useShownOffset } from '../../../shared/vouchers/ticket/use-shown-offset.ts';

/** From here on an amount is set smaller, so that what stands beside it stays clear. Characters. */
const LONG_AMOUNT = 9;

interface Props {
  readonly voucher: ShownVoucher;
}

/** How a voucher's digits open and how it is won, in a few sentences. */
function howItWorks(voucher: ShownVoucher): string {
  const { first_reveal_views: first, second_reveal_views: second } = voucher;
  const share = `Sharing it earns you ${SHARE_REWARD_COINS} coins when somebody comes by your link.`;
  switch (voucher.reveal_method) {
    case 'views': {
      const at = [first, second].filter((views) => views !== null).map(formatCount);
      return `A digit opens at ${at.join(' views, another at ')} views. Guess at any time: the first correct guess is paid at once. ${share}`;
    }
    case 'time':
      return `A digit opens when the countdown ends. Guess at any time: the first correct guess is paid at once. ${share}`;
    case 'lottery':
      return `Everyone whose entry is correct shares the prize at the draw. Your first entry is free, each further one costs ${LOTTERY_ENTRY_COST_COINS} coins. ${share}`;
    default:
      return voucher.reveal_method satisfies never;
  }
}

function DrawStamp({ voucher }: Props): ReactElement {
  const offset = useShownOffset(voucher);
  const drawAt = new Date(voucher.final_reveal_time ?? 0);
  return (
    <span className={css['stamp']}>
      <Stamp date={formatDay(drawAt, offset).toUpperCase()} time={formatClock(drawAt, offset)} />
    </span>
  );
}

/** The prize, and beside it what explains the voucher. */
export function PrizeHead({ voucher }: Props): ReactElement {
  const isLottery = voucher.reveal_method === 'lottery';
  const shown = formatMoney(voucher.amount, voucher.currency);
  const help = isOver(voucher) ? null : (
    <HelpTip label="How this voucher works">{howItWorks(voucher)}</HelpTip>
  );
  const isRevealed = voucher.reveal_method === 'time' && hasRevealed(voucher);
  return (
    <div className={css['head']}>
      <div className={css['prize']}>
        <p className={css['label']}>
          {isLottery ? 'Prize to share' : 'Prize'}
          <PrizeWorth amount={voucher.amount} currency={voucher.currency} />
          {/* The stamp needs the place beside the prize. */}
          {isLottery && help && <span className={css['help']}>{help}</span>}
        </p>
        <TicketAmount className={shown.length > LONG_AMOUNT ? css['long'] : undefined}>
          <Money amount={voucher.amount} currency={voucher.currency} />
        </TicketAmount>
      </div>
      <div className={css['beside']}>
        {isRevealed && !isOver(voucher) && (
          <span className={css['revealed']} aria-hidden="true">
            {VOUCHER_MESSAGES.revealed}
          </span>
        )}
        {isLottery && voucher.final_reveal_time && <DrawStamp voucher={voucher} />}
        {!isLottery && help}
      </div>
    </div>
  );
}
