import type { ReactElement } from 'react';

import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Joined, ReferralsAnswer, SharedVoucher } from '../../../contract/rewards/rewards.ts';
import { AnswerPages } from '../../shared/rewards/answer-pages.tsx';
import { useNow } from '../../platform/clock/use-now.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Row, Rows } from '../../ui/display/rows.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Card, Grid } from '../../ui/layout/layout.tsx';
import { formatCount, formatMoney } from '../../ui/text/format-money.ts';
import { plural } from '../../ui/text/format-text.ts';
import { relativeTime } from '../../ui/text/format-time.ts';

const coins = (count: number): string => (count > 0 ? `+${formatCount(count)}` : '0');

function Figures({ answer }: { readonly answer: ReferralsAnswer }): ReactElement {
  const { shares, joined, total_points: total, pending_visitors, pending_joined } = answer;
  const isPending = pending_visitors + pending_joined > 0;
  return (
    <>
      <Grid columns={3}>
        <Card>
          <Stat value={formatCount(shares)} label="Shares" />
        </Card>
        <Card>
          <Stat value={formatCount(joined)} label="Joined" />
        </Card>
        <Card>
          <Stat value={formatCount(total)} label="Coins" />
        </Card>
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
  return (
    <Row
      start={<Avatar username={username} src={avatar} />}
      title={`@${username}`}
      note={relativeTime(new Date(at), now)}
      value={coins(earned)}
      valueTone={earned > 0 ? 'credit' : undefined}
      extra={
        state === 'confirmed' ? (
          <Badge tone="ok">Confirmed</Badge>
        ) : (
          <Badge tone="warn">Pending</Badge>
        )
      }
    />
  );
}

/** Who came by the user's link, and what it earned: pending and confirmed. */
export function Came(): ReactElement {
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
