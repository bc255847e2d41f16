import { type ReactElement, Suspense } from 'react';
import diceIcon from 'lucide/dist/esm/icons/dices.mjs';
import giftIcon from 'lucide/dist/esm/icons/gift.mjs';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';
import timerIcon from 'lucide/dist/esm/icons/timer.mjs';
import userPlusIcon from 'lucide/dist/esm/icons/user-plus.mjs';
import trophyIcon from 'lucide/dist/esm/icons/trophy.mjs';

import { MINUTE_MS } from '../../../contract/durations.ts';
import type { CoinReason } from '../../../contract/rewards/reasons.ts';
import type {
  CoinEntry,
  Joined,
  ReferralsAnswer,
  SharedVoucher,
} from '../../../contract/rewards/rewards.ts';
import { AnswerPages } from '../../shared/rewards/answer-pages.tsx';
import { useNow } from '../../platform/clock/use-now.ts';
import { Row, Rows, RowIcon } from '../../ui/display/rows.tsx';
import { formatCount, formatMoney } from '../../ui/text/format-money.ts';
import { relativeTime } from '../../ui/text/format-time.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Card, Grid, Columns, Page } from '../../ui/layout/layout.tsx';
import { plural } from '../../ui/text/format-text.ts';
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ReferralTicket } from './referral-ticket.tsx';

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

function CoinHistory(): ReactElement {
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

const coins = (count: number): string => (count > 0 ? `+${formatCount(count)}` : '0');

function Figures({ answer }: { readonly answer: ReferralsAnswer }): ReactElement {
  const { shares, joined, total_points: total, pending_visitors, pending_joined } = answer;
  const stats = [
    ['Shares', shares],
    ['Joined', joined],
    ['Coins', total],
  ] as const;
  const isPending = pending_visitors + pending_joined > 0;
  return (
    <>
      <Grid columns={3}>
        {stats.map(([label, count]) => (
          <Card key={label}>
            <Stat value={formatCount(count)} label={label} />
          </Card>
        ))}
      </Grid>
      {isPending && (
        <p className="sm muted">
          {`${plural(pending_visitors, 'visitor', 'visitors')} and ${plural(pending_joined, 'sign-up', 'sign-ups')} pending. They count once verified, visitors after a day at the latest.`}
        </p>
      )}
    </>
  );
}

function SharedRow({ shared }: { readonly shared: SharedVoucher }): ReactElement {
  const { voucher, confirmed, pending, coins: earned } = shared;
  return (
    <Row
      href={`/v/${voucher.ulid}`}
      title={`${formatMoney(voucher.amount, voucher.currency)} voucher`}
      note={`${plural(confirmed, 'visitor', 'visitors')} confirmed, ${formatCount(pending)} pending`}
      value={coins(earned)}
      valueTone={earned > 0 ? 'credit' : undefined}
      extra={<span className="xs muted">coins</span>}
    />
  );
}

function JoinedRow({ person }: { readonly person: Joined }): ReactElement {
  const now = useNow(MINUTE_MS);
  const { username, avatar, state, coins: earned, created_at: at } = person;
  const isConfirmed = state === 'confirmed';
  return (
    <Row
      start={<Avatar username={username} src={avatar} />}
      title={`@${username}`}
      note={relativeTime(new Date(at), now)}
      value={coins(earned)}
      valueTone={earned > 0 ? 'credit' : undefined}
      extra={
        <Badge tone={isConfirmed ? 'ok' : 'warn'}>{isConfirmed ? 'Confirmed' : 'Pending'}</Badge>
      }
    />
  );
}

function Came(): ReactElement {
  return (
    <AnswerPages path="/referrals" loadingLabel="Loading who came">
      {(answer, isFirst) => (
        <>
          {isFirst && <Figures answer={answer} />}
          {isFirst && answer.vouchers.length > 0 && (
            <Card className="stack g2">
              <h2>Vouchers you passed on</h2>
              <Rows>
                {answer.vouchers.map((shared) => (
                  <li key={shared.voucher.ulid}>
                    <SharedRow shared={shared} />
                  </li>
                ))}
              </Rows>
            </Card>
          )}
          {answer.data.length > 0 && (
            <Card className="stack g2">
              {isFirst && <h2>People who joined</h2>}
              <Rows>
                {answer.data.map((person) => (
                  <li key={person.id}>
                    <JoinedRow person={person} />
                  </li>
                ))}
              </Rows>
            </Card>
          )}
        </>
      )}
    </AnswerPages>
  );
}

const USES = [
  { icon: timerIcon, title: 'Skip a wait', note: 'Guess again at once after a wrong guess' },
  { icon: diceIcon, title: 'More lottery entries', note: 'Send several guesses to one draw' },
  {
    icon: trophyIcon,
    title: 'Reach the top 10',
    note: 'The top sharers of a giveaway split 50% of its pool. See the leaderboard',
    href: '/leaderboard',
  },
] as const;

function WhatCoinsDo(): ReactElement {
  return (
    <Card className="stack g2">
      <h2>What coins do</h2>
      <Rows>
        {USES.map(({ icon, ...row }) => (
          <li key={row.title}>
            <Row start={<RowIcon of={icon} />} {...row} />
          </li>
        ))}
      </Rows>
    </Card>
  );
}

export default function ReferPage(): ReactElement {
  return (
    <Page>
      <h1 className="vh">Refer</h1>
      <Columns kind="half">
        <Suspense fallback={<RowsSkeleton what="Loading your code" />}>
          <ReferralTicket />
        </Suspense>
        <div className="stack g4">
          <Came />
          <WhatCoinsDo />
          <Card className="stack g2">
            <h2>Your coins</h2>
            <CoinHistory />
          </Card>
        </div>
      </Columns>
    </Page>
  );
}
