import { Suspense, type ReactElement, type ReactNode } from 'react';

import { MINUTE_MS } from '../../../contract/durations.ts';
import type { OwnGuess, SignedGuess } from '../../../contract/rewards/rewards.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { copyText } from '../../platform/copy-text.ts';
import { saveFile } from '../../platform/save-file.ts';
import { AnswerPages } from '../../shared/rewards/answer-pages.tsx';
import { useAnswer } from '../../shared/rewards/use-answer.ts';
import { TextButton, TextLink } from '../../ui/action/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Fold } from '../../ui/display/fold.tsx';
import { Row, Rows } from '../../ui/display/rows.tsx';
import { Card, SubPage } from '../../ui/layout/layout.tsx';
import { formatCount, formatMoney } from '../../ui/text/format-money.ts';
import { plural } from '../../ui/text/format-text.ts';
import { relativeTime } from '../../ui/text/format-time.ts';
import css from './guesses-page.module.css';

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

/** What is known of it; the list below shows alone where nothing is. */
function Counts(): ReactNode {
  const view = useAnswer({ path: '/dashboard' });
  if (view.phase !== 'ready') return <p className="muted">&nbsp;</p>;
  const { guesses, entries, wins } = view.answer.data;
  return (
    <p className="muted">
      {`${plural(guesses - entries, 'guess', 'guesses')}, ${plural(entries, 'lottery entry', 'lottery entries')}. `}
      {wins > 0 ? (
        <TextLink href="/transactions?type=voucher_win">{plural(wins, 'win', 'wins')}</TextLink>
      ) : (
        'No win yet.'
      )}
    </p>
  );
}

export default function GuessesPage(): ReactElement {
  return (
    <SubPage title="Your guesses" back="/">
      <Suspense fallback={<p className="muted">&nbsp;</p>}>
        <Counts />
      </Suspense>
      <Card className="stack g2">
        <OwnGuesses />
      </Card>
    </SubPage>
  );
}
