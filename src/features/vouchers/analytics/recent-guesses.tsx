import { useId, type ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import clockIcon from 'lucide/dist/esm/icons/clock.mjs';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import xIcon from 'lucide/dist/esm/icons/x.mjs';

import { UPLOAD_CALL_TIMEOUT_MS } from '../../../../contract/constants.ts';
import type { AnalyticsRow } from '../../../../local/rows.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { toastFailure, useCommand } from '../../../platform/form/use-command.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { relativeTime } from '../../../ui/text/format-time.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { TextButton } from '../../../ui/action/button.tsx';
import css from './analytics.module.css';
import type { GuessesProps } from './guesses-chart.tsx';
import { useIsDrawn } from './use-analytics.ts';

interface ResultProps {
  readonly isCorrect: boolean | null;
  readonly isDrawn: boolean;
}

function Result({ isCorrect, isDrawn }: ResultProps): ReactElement {
  if (isCorrect === null) {
    return <Badge icon={clockIcon}>{isDrawn ? 'Drawn' : 'In the draw'}</Badge>;
  }
  return (
    <Badge tone={isCorrect ? 'ok' : 'bad'} icon={isCorrect ? checkIcon : xIcon}>
      {isCorrect ? 'Correct' : 'Incorrect'}
    </Badge>
  );
}

function Download({ ulid }: Pick<AnalyticsRow, 'ulid'>): ReactElement {
  const isOffline = useConnectivity() === 'offline';
  const { isBusy, run } = useCommand(
    () =>
      callWorker((worker) => worker.downloadGuesses(ulid), { timeoutMs: UPLOAD_CALL_TIMEOUT_MS }),
    (csv) => saveFile(csv, `goodies-guesses-${ulid}.csv`),
    toastFailure,
  );
  return (
    <TextButton disabled={isOffline} aria-busy={isBusy} onClick={run}>
      <Icon of={downloadIcon} size="sm" /> Download CSV
    </TextButton>
  );
}

export function RecentGuesses({ row, now }: GuessesProps): ReactElement {
  const titleId = useId();
  const { recent_guesses: guesses } = row.analytics;
  const isDrawn = useIsDrawn(row);
  return (
    <Card className="stack g2" aria-labelledby={titleId}>
      <div className={cx(css['head'], 'cluster apart')}>
        <h2 id={titleId}>Recent Guesses</h2>
        {guesses.length > 0 && <Download ulid={row.ulid} />}
      </div>
      {guesses.length === 0 ? (
        <p className="sm muted">Nobody has guessed yet.</p>
      ) : (
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
                  <span className={cx('line', css['user'])}>
                    <Avatar username={guess.user.username} src={guess.user.avatar} size="sm" />
                    <span>@{guess.user.username}</span>
                  </span>
                </td>
                <td>
                  <Result isCorrect={guess.is_correct} isDrawn={isDrawn} />
                </td>
                <td className="xs muted">{relativeTime(new Date(guess.created_at), now)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
