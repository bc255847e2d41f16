import type { ReactElement } from 'react';
import clockIcon from 'lucide/dist/esm/icons/clock.mjs';

import { SHARERS_POOL_BP, TOP_SHARERS } from '../../../contract/constants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { REGION_KEYS, REGIONS, type RegionKey } from '../../../contract/region-table.ts';
import { PERIODS, type Period } from '../../../contract/rewards/reasons.ts';
import type { LeaderboardAnswer, Standing } from '../../../contract/rewards/rewards.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { navigate, useQuery } from '../../platform/routing/router.tsx';
import { Answer } from '../../shared/rewards/answer-frame.tsx';
import { ButtonLink } from '../../ui/action/button.tsx';
import { Pills } from '../../ui/action/pills.tsx';
import { cx } from '../../ui/cx.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Chip } from '../../ui/display/badge.tsx';
import { Row, RowRank, Rows } from '../../ui/display/rows.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Band, Card, Columns, SubPage } from '../../ui/layout/layout.tsx';
import { formatCount } from '../../ui/text/format-money.ts';
import { plural } from '../../ui/text/format-text.ts';
import css from './leaderboard-page.module.css';

const coins = (points: number): string => plural(points, 'coin', 'coins');

const WHEN: Readonly<Record<Period, string>> = {
  week: 'this week',
  month: 'this month',
  all: 'yet',
};

/** How far the user has come: '1,250 coins, 300 more for the top 10'. */
export function ownRankNote(
  { me, data }: Pick<LeaderboardAnswer, 'me' | 'data'>,
  period: Period,
): string {
  if (!me) return `No coins earned ${WHEN[period]}`;
  const tenth = data[TOP_SHARERS - 1];
  if (me.rank <= TOP_SHARERS || !tenth) return `${coins(me.points)}, in the top ${TOP_SHARERS}`;
  return `${coins(me.points)}, ${formatCount(tenth.points - me.points)} more for the top ${TOP_SHARERS}`;
}

const PODIUM = 3;
const PER_CENT_BP = 100;

const deeds = ({ shares, wins }: Standing): string =>
  [plural(shares, 'share', 'shares'), ...(wins > 0 ? [plural(wins, 'win', 'wins')] : [])].join(
    ', ',
  );

/** '6 days left', then hours; what is saved on the device may be of a period that is over. */
function leftText(leftMs: number): string {
  if (leftMs <= 0) return 'Over';
  return leftMs >= DAY_MS
    ? `${plural(Math.floor(leftMs / DAY_MS), 'day', 'days')} left`
    : `${plural(Math.ceil(leftMs / HOUR_MS), 'hour', 'hours')} left`;
}

function LeftOf({ endsAt }: { readonly endsAt: string }): ReactElement {
  return (
    <Chip>
      <Icon of={clockIcon} size="sm" /> {leftText(Date.parse(endsAt) - useNow(MINUTE_MS).getTime())}
    </Chip>
  );
}

interface PodProps extends Pick<Standing, 'username' | 'avatar' | 'rank' | 'points'> {
  readonly place: number;
}

function Pod({ username, avatar, rank, points, place }: PodProps): ReactElement {
  return (
    <li className={cx('column', css['pod'], css[`place${place}`])}>
      <Avatar username={username} src={avatar} size="lg" />
      <span className={css['name']}>@{username}</span>
      <span className={cx('column', css['step'])}>
        <span className={cx('figure xxl', css['rank'])}>{rank}</span>
        <span className="xs semi">{coins(points)}</span>
      </span>
    </li>
  );
}

interface Props {
  readonly answer: LeaderboardAnswer;
  readonly period: Period;
}

function Own({ answer, period }: Props): ReactElement {
  const { me } = answer;
  return (
    <div className={css['own']}>
      <div className={cx('line', css['ownTicket'])} data-stock="views">
        {me && <span className={cx('figure', css['ownRank'])}>{formatCount(me.rank)}</span>}
        <span className="grow">
          <strong>You</strong>
          <br />
          <span className="xs">{ownRankNote(answer, period)}</span>
        </span>
        <ButtonLink href="/refer" variant="ink" size="sm">
          Share
        </ButtonLink>
      </div>
    </div>
  );
}

export function Ranking({ answer, period }: Props): ReactElement {
  const { data, people, ends_at: endsAt } = answer;
  return (
    <Columns kind="main-side">
      <div className="stack g4">
        <Band className={css['podium']}>
          <div className={cx(css['head'], 'cluster apart')}>
            <p className="sm muted">
              {`The top ${TOP_SHARERS} sharers of each giveaway share ${SHARERS_POOL_BP / PER_CENT_BP}% of its pool`}
            </p>
            {endsAt !== null && <LeftOf endsAt={endsAt} />}
          </div>
          {data.length === 0 ? (
            <div className={css['empty']}>
              <EmptyState title="Nobody here yet">
                The first who shares a voucher leads the board.
              </EmptyState>
            </div>
          ) : (
            <ol className={cx('single thirds', css['pods'])}>
              {data.slice(0, PODIUM).map((standing, index) => (
                <Pod key={standing.username} {...standing} place={index + 1} />
              ))}
            </ol>
          )}
        </Band>
        {data.length > PODIUM && (
          <Card>
            <Rows ordered>
              {data.slice(PODIUM).map((standing) => (
                <li key={standing.username}>
                  <Row
                    start={
                      <>
                        <RowRank rank={standing.rank} />
                        <Avatar username={standing.username} src={standing.avatar} />
                      </>
                    }
                    title={`@${standing.username}`}
                    note={deeds(standing)}
                    value={formatCount(standing.points)}
                    extra={<span className="xs muted">coins</span>}
                  />
                </li>
              ))}
            </Rows>
          </Card>
        )}
        {people > data.length && (
          <p className="center sm muted">{`${formatCount(people)} people have earned coins`}</p>
        )}
      </div>
      <Own answer={answer} period={period} />
    </Columns>
  );
}

/** What of the leaderboard is shown, as its address says; no region is everywhere. */
interface LeaderboardAddress {
  readonly period: Period;
  readonly region: RegionKey | undefined;
}

/** Reads the query of /leaderboard; what it does not understand, it leaves out. */
function readLeaderboardAddress(query: URLSearchParams): LeaderboardAddress {
  const [period, region] = [query.get('period'), query.get('region')];
  return {
    period: PERIODS.find((one) => one === period) ?? 'week',
    region: REGION_KEYS.find((one) => one === region),
  };
}

function leaderboardPath({ period, region }: LeaderboardAddress): string {
  const query = new URLSearchParams({
    ...(period !== 'week' && { period }),
    ...(region && { region }),
  });
  return query.size > 0 ? `/leaderboard?${query.toString()}` : '/leaderboard';
}

const PERIOD_PILLS: readonly { readonly value: Period; readonly label: string }[] = [
  { value: 'week', label: 'This week' },
  { value: 'month', label: 'This month' },
  { value: 'all', label: 'All time' },
];
const EVERYWHERE = 'everywhere';
const REGION_PILLS: readonly {
  readonly value: RegionKey | typeof EVERYWHERE;
  readonly label: string;
}[] = [
  { value: EVERYWHERE, label: 'Everywhere' },
  ...REGION_KEYS.map((value) => ({ value, label: REGIONS[value].name })),
];

const AWAITED = (
  <Card>
    <RowsSkeleton what="Loading the leaderboard" />
  </Card>
);

const show = (address: LeaderboardAddress): void => navigate(leaderboardPath(address));

export default function LeaderboardPage(): ReactElement {
  const { period, region } = readLeaderboardAddress(useQuery());
  return (
    <SubPage title="Leaderboard" back="/">
      <div className="stack g2">
        <Pills
          label="Period"
          options={PERIOD_PILLS}
          value={period}
          onChange={(next) => show({ period: next, region })}
        />
        <Pills
          label="Region"
          options={REGION_PILLS}
          value={region ?? EVERYWHERE}
          onChange={(next) => show({ period, region: next === EVERYWHERE ? undefined : next })}
        />
      </div>
      <Answer asked={{ path: '/leaderboard', period, region }} awaited={AWAITED}>
        {(answer) => <Ranking answer={answer} period={period} />}
      </Answer>
    </SubPage>
  );
}
