import { useEffect, useState, type ReactElement } from 'react';
import crownIcon from 'lucide/dist/esm/icons/crown.mjs';

import {
  CLOCK_TICK_MS,
  SHARE_REWARD_COINS,
  SKIP_WAIT_COST_COINS,
} from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { secondsLeft } from '../../../ui/text/format-time.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { ButtonLink, Button } from '../../../ui/action/button.tsx';
import { Clock } from '../../../ui/ticket/clock.tsx';
import { Coin } from '../../../ui/display/coin.tsx';
import { ShareButton } from '../../../shared/vouchers/share-voucher.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { readUser } from '../../../../local/queries/user-and-region.ts';
import { readSharers } from '../../../../local/queries/vouchers.ts';
import overlay from './guess-overlay.module.css';
import css from './wait-banner.module.css';

export interface WaitBannerProps {
  readonly voucher: ShownVoucher;
  readonly untilMs: number;
  readonly onSkip: () => void;
  readonly reason: string | undefined;
  readonly offer?: string;
  readonly onShare?: (() => void) | undefined;
}

const banner = cx(overlay['layer'], css['banner']);
const COINS_POLL_MS = 10_000;

/** Asks for the coins anew: during the wait a friend who opens the shared link earns them some. */
function useEarnedCoins(): void {
  const [, again] = useRefresh((worker) => worker.refreshUser({ force: true }), []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) again();
    }, COINS_POLL_MS);
    return () => clearInterval(timer);
  }, [again]);
}

/** What sharing can do within this wait, and what it cannot. */
const WHEN_COINS_COME =
  'Coins come when a friend opens your link. That may be after this wait ends.';
const SHARES_NO_MORE = `You have had the ${SHARE_REWARD_COINS} coins of this voucher. Sharing it again earns no more.`;

const waitText = (seconds: number, offer: string | undefined): string => {
  const wait = errorMessage('wait', { seconds });
  return offer === undefined ? wait : `${wait} ${offer}`;
};

export function WaitBanner(props: WaitBannerProps): ReactElement {
  const { voucher, untilMs, onSkip, reason } = props;
  const now = useNow(CLOCK_TICK_MS);
  useEarnedCoins();
  const read = useLive(readUser, []);
  const user = read.data?.user;
  const isPremium = user?.is_premium ?? false;
  const offer = isPremium
    ? undefined
    : (props.offer ??
      'Or share this giveaway with your friends & earn 50 coins you can use to skip waiting!');
  const remainingMs = untilMs - now.getTime();
  // Said once as it begins; the clock speaks for itself after that.
  const [spoken] = useState(() => secondsLeft(remainingMs));
  const canSkip = (user?.points ?? 0) >= SKIP_WAIT_COST_COINS && reason === undefined;
  const sharers = useLive(readSharers, [voucher.ulid]);
  const hasEarned = (sharers.data?.own?.confirmed ?? 0) > 0;
  // What it offers depends on the coins; it comes all at once.
  if (read.phase !== 'ready') return <div className={banner} />;
  return (
    <section className={banner} aria-label="Waiting to guess again">
      <div className={cx(css['head'], 'cluster apart')}>
        <strong className="figure">Try again in</strong>
        <Clock remainingMs={remainingMs} bare />
      </div>
      <p className="vh" role="alert">
        {waitText(spoken, offer)}
      </p>
      <p className={css['text']} aria-hidden="true">
        {waitText(secondsLeft(remainingMs), offer)}
      </p>
      {!canSkip && <p className={css['text']}>{hasEarned ? SHARES_NO_MORE : WHEN_COINS_COME}</p>}
      <div className={cx('single', css['actions'])}>
        {canSkip ? (
          <Button variant="mango" onClick={onSkip}>
            <Coin /> Skip for {SKIP_WAIT_COST_COINS} coins
          </Button>
        ) : null}
        <ShareButton voucher={voucher} variant={canSkip ? 'band' : 'mango'} onShare={props.onShare}>
          {hasEarned ? 'Share' : `Share, earn ${SHARE_REWARD_COINS} coins`}
        </ShareButton>
        {!isPremium && (
          <ButtonLink href="/payment" variant="band">
            <Icon of={crownIcon} size="sm" /> Premium
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
