import { Suspense, type ReactElement } from 'react';

import type { DashboardAnswer } from '../../../contract/rewards/rewards.ts';
import { AnswerFrame } from '../../shared/rewards/answer-frame.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx';
import { useAnswer } from '../../shared/rewards/use-answer.ts';
import { AppLink, TextLink } from '../../ui/action/button.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Band, Card, Columns, Grid, Page, PageHead, SectionHead } from '../../ui/layout/layout.tsx';
import { formatCount } from '../../ui/text/format-money.ts';
import { plural } from '../../ui/text/format-text.ts';
import { Money } from '../../ui/text/money.tsx';
import { ComingUp } from './coming-up.tsx';
import css from './dashboard.module.css';
import { OwnGuesses } from './own-guesses.tsx';

type Facts = DashboardAnswer['data'];

function Balances({ wallets, points, points_earned: earned }: Facts): ReactElement {
  return (
    <Band className={css['band']} aria-label="What you have">
      <ul className={css['balances']}>
        {Object.entries(wallets).map(([currency, { amount }]) => (
          <li key={currency} className={css['balance']}>
            <AppLink href="/wallet">
              <Money amount={amount} currency={currency} />
            </AppLink>
          </li>
        ))}
      </ul>
      <TextLink href="/refer">
        {`${plural(points, 'coin', 'coins')}, ${formatCount(earned)} earned in all`}
      </TextLink>
    </Band>
  );
}

function Figures({ vouchers, guesses, entries, wins }: Facts): ReactElement {
  const { active, pending, ended } = vouchers;
  return (
    <>
      <Grid columns={2}>
        <Card>
          <Stat value={formatCount(wins)} label="Giveaways won" />
        </Card>
        <Card>
          <Stat value={formatCount(active)} label="Vouchers of yours open" />
        </Card>
        <Card>
          <Stat value={formatCount(guesses - entries)} label="Guesses" />
        </Card>
        <Card>
          <Stat value={formatCount(entries)} label="Lottery entries" />
        </Card>
      </Grid>
      <Card className="stack g2">
        <SectionHead>
          <h2>My vouchers</h2>
          <TextLink href="/my-vouchers">See all</TextLink>
        </SectionHead>
        <p>{`${formatCount(active)} open, ${formatCount(pending)} not paid yet, ${formatCount(ended)} over`}</p>
        {wins > 0 && (
          <p>
            <TextLink href="/transactions?type=voucher_win">See what you won</TextLink>
          </p>
        )}
      </Card>
    </>
  );
}

const Awaited = (): ReactElement => (
  <Card>
    <RowsSkeleton what="Loading your dashboard" />
  </Card>
);

function Own(): ReactElement {
  const view = useAnswer({ path: '/dashboard' });
  return (
    <AnswerFrame view={view} awaited={<Awaited />}>
      {({ data }) => (
        <>
          <Balances {...data} />
          <Columns kind="half">
            <div className="stack g4">
              <ComingUp next={data.next} />
              <Figures {...data} />
            </div>
            <Card className="stack g2">
              <h2>Guesses and entries</h2>
              <OwnGuesses />
            </Card>
          </Columns>
        </>
      )}
    </AnswerFrame>
  );
}

/** /dashboard: what the user has, has done and can expect. */
export default function DashboardPage(): ReactElement {
  return (
    <Page>
      <PageHead>
        <h1>Dashboard</h1>
      </PageHead>
      <Suspense fallback={<Awaited />}>
        <Own />
      </Suspense>
    </Page>
  );
}
