import type { ReactElement } from 'react';

import type {
  Next,
  OwnGuess,
  SignedGuess,
  DashboardAnswer,
} from '../../../contract/rewards/rewards.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { Row, Rows } from '../../ui/display/rows.tsx';
import { Band, Card, Columns, Grid, SectionHead, SubPage } from '../../ui/layout/layout.tsx';
import { formatMoney, formatCount } from '../../ui/text/format-money.ts';
import { formatClock, formatDay, relativeTime } from '../../ui/text/format-time.ts';
import { AnswerPages } from '../../shared/rewards/answer-pages.tsx';
import { copyText } from '../../platform/copy-text.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { AppLink, TextButton, TextLink } from '../../ui/action/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Fold } from '../../ui/display/fold.tsx';
import { Answer } from '../../shared/rewards/answer-frame.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { plural } from '../../ui/text/format-text.ts';
import { Money } from '../../ui/text/money.tsx';
import css from './dashboard-page.module.css';

const WORDS: Readonly<Record<Next['kind'], string>> = {
  draw: 'Lottery is drawn',
  reveal: 'A digit opens',
  end: 'Voucher ends',
};

function ComingUp({ next }: { readonly next: readonly Next[] }): ReactElement {
  return (
    <Card className="stack g2">
      <h2>What is next</h2>
      {next.length === 0 ? (
        <p className="muted">Nothing is due on vouchers you made or guessed on.</p>
      ) : (
        <Rows>
          {next.map(({ kind, voucher, is_own: isOwn, at }) => (
            <li key={`${kind} ${voucher.ulid}`}>
              <Row
                href={`/v/${voucher.ulid}`}
                title={WORDS[kind]}
                note={`${formatMoney(voucher.amount, voucher.currency)} voucher${isOwn ? ' of yours' : ''}`}
                value={formatDay(new Date(at))}
                extra={<span className="xs muted">{formatClock(new Date(at))}</span>}
              />
            </li>
          ))}
        </Rows>
      )}
    </Card>
  );
}

const RESULTS = {
  won: { tone: 'ok', word: 'Won' },
  wrong: { tone: 'neutral', word: 'Wrong' },
  entered: { tone: 'info', word: 'Entered' },
  lost: { tone: 'neutral', word: 'Wrong' },
} as const satisfies Record<OwnGuess['result'], object>;

function GuessRow({ guess }: { readonly guess: OwnGuess }): ReactElement {
  const now = useNow(MINUTE_MS);
  const { voucher, guess_number: number, code, result, created_at: at } = guess;
  const { tone, word } = RESULTS[result];
  return (
    <Row
      href={`/v/${voucher.ulid}`}
      title={code}
      note={`Receipt No. ${formatCount(number)} · ${formatMoney(voucher.amount, voucher.currency)} voucher · ${relativeTime(new Date(at), now)}`}
      extra={<Badge tone={tone}>{word}</Badge>}
    />
  );
}

const RECEIPT_WORDS = { copied: 'Receipt copied', failed: 'Could not copy the receipt' };

function SignedReceipt({ guess }: { readonly guess: SignedGuess }): ReactElement {
  const { receipt, guess_number: number, voucher } = guess;
  const save = (): void =>
    saveFile(new Blob([receipt], { type: 'application/jose' }), `goodies-receipt-${number}.jwt`);
  return (
    <Fold title={`Signed receipt No. ${formatCount(number)}`}>
      <div className="stack g2">
        <p className="sm muted">
          It proves the number, time and code of this guess to anybody, and does not name you.
        </p>
        <code className={cx('xs', css['signed'])}>{receipt}</code>
        <div className={css['uses']}>
          <TextButton onClick={() => void copyText(receipt, RECEIPT_WORDS)}>Copy</TextButton>
          <TextButton onClick={save}>Save</TextButton>
          <TextLink href={`/v/${voucher.ulid}/fairness`}>Check it</TextLink>
        </div>
      </div>
    </Fold>
  );
}

function OwnGuesses(): ReactElement {
  return (
    <AnswerPages path="/guesses" loadingLabel="Loading your guesses">
      {({ data }, isFirst) =>
        isFirst && data.length === 0 ? (
          <p className="muted">
            No guesses yet. Each one you send is listed here with its receipt.
          </p>
        ) : (
          <Rows>
            {data.map((guess) => (
              <li key={guess.id}>
                <GuessRow guess={guess} />
                {/* Missing from what the version before has saved on this phone. */}
                {guess.receipt && <SignedReceipt guess={guess} />}
              </li>
            ))}
          </Rows>
        )
      }
    </AnswerPages>
  );
}

type Facts = DashboardAnswer['data'];

function Balances({ wallets, points, points_earned: earned }: Facts): ReactElement {
  return (
    <Band className={cx('stack g3', css['band'])} aria-label="What you have">
      <ul className={css['balances']}>
        {Object.entries(wallets).map(([currency, { amount }]) => (
          <li key={currency} className={cx('figure xxl', css['balance'])}>
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
  const stats = [
    ['Giveaways won', wins],
    ['Vouchers of yours open', active],
    ['Guesses', guesses - entries],
    ['Lottery entries', entries],
  ] as const;
  return (
    <>
      <Grid columns={2}>
        {stats.map(([label, count]) => (
          <Card key={label}>
            <Stat value={formatCount(count)} label={label} />
          </Card>
        ))}
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

const AWAITED = (
  <Card>
    <RowsSkeleton what="Loading your dashboard" />
  </Card>
);

export default function DashboardPage(): ReactElement {
  return (
    <SubPage title="Dashboard">
      <Answer asked={{ path: '/dashboard' }} awaited={AWAITED}>
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
      </Answer>
    </SubPage>
  );
}
