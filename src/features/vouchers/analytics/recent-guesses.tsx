import { useId, useState, type ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import clockIcon from 'lucide/dist/esm/icons/clock.mjs';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import xIcon from 'lucide/dist/esm/icons/x.mjs';

import { UPLOAD_CALL_TIMEOUT_MS } from '../../../../contract/constants.ts';
import type { Analytics } from '../../../../contract/analytics.ts';
import type { AnalyticsRow } from '../../../../local/rows.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Icon } from '../../../ui/icon.tsx';
import { relativeTime } from '../../../ui/text/format-time.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { TextButton } from '../../../ui/action/button.tsx';
import { toast } from '../../../platform/toast-store.ts';
import css from './analytics.module.css';
import { useIsDrawn } from './use-analytics.ts';

type RecentGuess = Analytics['recent_guesses'][number];

export interface RecentGuessesProps {
  readonly row: AnalyticsRow;
  readonly now: Date;
  readonly isOffline: boolean;
}

interface ResultProps {
  readonly guess: RecentGuess;
  readonly isDrawn: boolean;
}

function Result({ guess, isDrawn }: ResultProps): ReactElement {
  if (guess.is_correct === null) {
    return (
      <Badge>
        <Icon of={clockIcon} /> {isDrawn ? 'Drawn' : 'In the draw'}
      </Badge>
    );
  }
  return guess.is_correct ? (
    <Badge tone="ok">
      <Icon of={checkIcon} /> Correct
    </Badge>
  ) : (
    <Badge tone="bad">
      <Icon of={xIcon} /> Incorrect
    </Badge>
  );
}

function Download({ row, isOffline }: Omit<RecentGuessesProps, 'now'>): ReactElement {
  const [isBusy, setIsBusy] = useState(false);
  const download = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    const result = await callWorker((worker) => worker.downloadGuesses(row.ulid), {
      timeoutMs: UPLOAD_CALL_TIMEOUT_MS,
    });
    setIsBusy(false);
    if (result.ok) saveFile(result.value, `goodies-guesses-${row.ulid}.csv`);
    else toast(result.error.message, { kind: 'error' });
  };
  return (
    <TextButton disabled={isOffline} aria-busy={isBusy} onClick={() => void download()}>
      <Icon of={downloadIcon} size="sm" /> Download CSV
    </TextButton>
  );
}

function Guesses({ row, now }: Pick<RecentGuessesProps, 'row' | 'now'>): ReactElement {
  const { recent_guesses: guesses } = row.analytics;
  const isDrawn = useIsDrawn(row);
  return (
    <table className={css['table']}>
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Result</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {guesses.map((guess, index) => (
          <tr key={`${guess.created_at} ${guesses.length - index}`}>
            <td>
              <span className={css['user']}>
                <Avatar username={guess.user.username} src={guess.user.avatar} size="sm" />
                <span>@{guess.user.username}</span>
              </span>
            </td>
            <td>
              <Result guess={guess} isDrawn={isDrawn} />
            </td>
            <td className="xs muted">{relativeTime(new Date(guess.created_at), now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function RecentGuesses({ row, now, isOffline }: RecentGuessesProps): ReactElement {
  const titleId = useId();
  const { recent_guesses: guesses } = row.analytics;
  return (
    <Card className="stack g2" aria-labelledby={titleId}>
      <div className={css['head']}>
        <h2 id={titleId}>Recent Guesses</h2>
        {guesses.length > 0 && <Download row={row} isOffline={isOffline} />}
      </div>
      {guesses.length === 0 ? (
        <p className="sm muted">Nobody has guessed yet.</p>
      ) : (
        <Guesses row={row} now={now} />
      )}
    </Card>
  );
}
