import type { ReactElement } from 'react';

import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Prize } from '../../../contract/rewards/trust.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { TextLink } from '../../ui/action/button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Row, Rows } from '../../ui/display/rows.tsx';
import { Card, SectionHead } from '../../ui/layout/layout.tsx';
import { plural } from '../../ui/text/format-text.ts';
import { relativeTime } from '../../ui/text/format-time.ts';
import { Money } from '../../ui/text/money.tsx';
import { Answer } from './answer-frame.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx';

const SHOWN = 5;

export function PrizeRow({ prize }: { readonly prize: Prize }): ReactElement {
  const now = useNow(MINUTE_MS);
  const { ulid, amount, currency, winner, winners, guesses, paid_at: paidAt } = prize;
  const ofGuesses = guesses === undefined ? '' : ` · ${plural(guesses, 'guess', 'guesses')}`;
  return (
    <Row
      href={`/v/${ulid}/fairness`}
      start={<Avatar username={winner.username} src={winner.avatar} />}
      title={winners === 1 ? `@${winner.username}` : `@${winner.username} and ${winners - 1} more`}
      note={`${relativeTime(new Date(paidAt), now)}${ofGuesses} · See the proof`}
      value={<Money amount={amount} currency={currency} sign="+" />}
      valueTone="credit"
    />
  );
}

export function PrizeFeed(): ReactElement {
  return (
    <>
      <SectionHead>
        <h2>Prizes paid</h2>
        <TextLink href="/trust">Where the money is</TextLink>
      </SectionHead>
      <Card>
        <Answer
          asked={{ path: '/prizes' }}
          awaited={<RowsSkeleton what="Loading prizes" count={SHOWN} />}
        >
          {({ data }) =>
            data.length === 0 ? (
              <p className="muted">No prize was paid yet. The first one shows up here.</p>
            ) : (
              <Rows>
                {data.slice(0, SHOWN).map((prize) => (
                  <li key={prize.ulid}>
                    <PrizeRow prize={prize} />
                  </li>
                ))}
              </Rows>
            )
          }
        </Answer>
      </Card>
    </>
  );
}
