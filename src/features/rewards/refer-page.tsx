import { Suspense, type ReactElement } from 'react';
import diceIcon from 'lucide/dist/esm/icons/dices.mjs';
import timerIcon from 'lucide/dist/esm/icons/timer.mjs';
import trophyIcon from 'lucide/dist/esm/icons/trophy.mjs';

import { TextLink } from '../../ui/action/button.tsx';
import { Row, Rows, RowIcon } from '../../ui/display/rows.tsx';
import { Card, Columns, Page, SectionHead } from '../../ui/layout/layout.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx';
import { CoinHistory } from './coin-history.tsx';
import { Came } from './came.tsx';
import { ReferralTicket } from './referral-ticket.tsx';

const USES = [
  { icon: timerIcon, title: 'Skip a wait', note: 'Guess again at once after a wrong guess' },
  { icon: diceIcon, title: 'More lottery entries', note: 'Send several guesses to one draw' },
] as const;

function WhatCoinsDo(): ReactElement {
  return (
    <Card className="stack g2">
      <h2>What coins do</h2>
      <Rows>
        {USES.map(({ icon, title, note }) => (
          <li key={title}>
            <Row start={<RowIcon of={icon} />} title={title} note={note} />
          </li>
        ))}
        <li>
          <Row
            href="/leaderboard"
            start={<RowIcon of={trophyIcon} />}
            title="Reach the top 10"
            note="The top sharers of a giveaway split 50% of its pool. See the leaderboard"
          />
        </li>
      </Rows>
    </Card>
  );
}

/** /refer: the user's code and link, who came by it, and every coin that it earned. */
export default function ReferPage(): ReactElement {
  return (
    <Page>
      <h1 className="vh">Refer</h1>
      <Columns kind="half">
        <Suspense fallback={<RowsSkeleton what="Loading your code" />}>
          <ReferralTicket />
        </Suspense>
        <div className="stack g4">
          <Suspense fallback={<RowsSkeleton what="Loading who came" />}>
            <Came />
          </Suspense>
          <WhatCoinsDo />
          <Card className="stack g2">
            <SectionHead>
              <h2>Your coins</h2>
              <TextLink href="/dashboard">Dashboard</TextLink>
            </SectionHead>
            <Suspense fallback={<RowsSkeleton what="Loading coins" />}>
              <CoinHistory />
            </Suspense>
          </Card>
        </div>
      </Columns>
    </Page>
  );
}
