import type { ReactElement } from 'react';

import {
  LOTTERY_ENTRY_COST_COINS,
  SHARE_REWARD_COINS,
  SKIP_WAIT_COST_COINS,
} from '../../../../contract/constants.ts';
import { cx } from '../../../ui/cx.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { useUser } from '../../../shared/accounts/use-user.ts';
import { Coin } from '../../../ui/display/coin.tsx';
import { HelpTip } from '../../../ui/overlay/tip.tsx';
import css from './points-line.module.css';

const HELP = `Points are the coins you have earned. A share earns ${SHARE_REWARD_COINS} when somebody comes by your link, once they are verified or a day has passed. ${SKIP_WAIT_COST_COINS} skip a wait, ${LOTTERY_ENTRY_COST_COINS} buy a further lottery entry.`;

/** The person's points, and what they are for. */
export function PointsLine(): ReactElement {
  const points = useUser()?.points;
  return (
    <div className={cx(css['line'], 'deferred', 'split')}>
      <span className={css['points']}>
        <Coin />
        {points === undefined
          ? `A share earns ${SHARE_REWARD_COINS} coins`
          : plural(points, 'point', 'points')}
      </span>
      <HelpTip label="What are points?" withText>
        {HELP}
      </HelpTip>
    </div>
  );
}
