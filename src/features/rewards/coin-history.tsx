import type { ReactElement } from 'react';
import diceIcon from 'lucide/dist/esm/icons/dices.mjs';
import giftIcon from 'lucide/dist/esm/icons/gift.mjs';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';
import timerIcon from 'lucide/dist/esm/icons/timer.mjs';
import userPlusIcon from 'lucide/dist/esm/icons/user-plus.mjs';

import { MINUTE_MS } from '../../../contract/durations.ts';
import type { CoinReason } from '../../../contract/rewards/reasons.ts';
import type { CoinEntry } from '../../../contract/rewards/rewards.ts';
import { AnswerPages } from '../../shared/rewards/answer-pages.tsx';
import { useNow } from '../../platform/clock/use-now.ts';
import { Row, Rows, RowIcon } from '../../ui/display/rows.tsx';
import { formatCount } from '../../ui/text/format-money.ts';
import { relativeTime } from '../../ui/text/format-time.ts';

const REASONS: Readonly<
  Record<CoinReason, { readonly title: string; readonly icon: typeof giftIcon }>
> = {
  share: { title: 'Somebody came by your link', icon: share2Icon },
  referral_signup: { title: 'Somebody you brought has joined', icon: userPlusIcon },
  skip_wait: { title: 'Skipped a wait', icon: timerIcon },
  lottery_entry: { title: 'One more lottery entry', icon: diceIcon },
  demo: { title: 'Coins to begin with', icon: giftIcon },
};

function CoinRow({ entry }: { readonly entry: CoinEntry }): ReactElement {
  const now = useNow(MINUTE_MS);
  const { title, icon } = REASONS[entry.reason];
  const isEarned = entry.delta > 0;
  return (
    <Row
      {...(entry.voucher_ulid !== null && { href: `/v/${entry.voucher_ulid}` })}
      start={<RowIcon tone={isEarned ? 'ok' : 'neutral'} of={icon} />}
      title={title}
      note={relativeTime(new Date(entry.created_at), now)}
      value={`${isEarned ? '+' : '−'}${formatCount(Math.abs(entry.delta))}`}
      valueTone={isEarned ? 'credit' : undefined}
    />
  );
}

/** Every coin that came or went, with its reason. */
export function CoinHistory(): ReactElement {
  return (
    <AnswerPages path="/points/history" loadingLabel="Loading coins">
      {({ data }, isFirst) =>
        isFirst && data.length === 0 ? (
          <p className="muted">No coins yet. Share a voucher to earn the first 50.</p>
        ) : (
          <Rows>
            {data.map((entry) => (
              <li key={entry.id}>
                <CoinRow entry={entry} />
              </li>
            ))}
          </Rows>
        )
      }
    </AnswerPages>
  );
}
