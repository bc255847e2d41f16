import { useState, type ReactElement } from 'react';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import refreshCwIcon from 'lucide/dist/esm/icons/refresh-cw.mjs';

import { UPLOAD_CALL_TIMEOUT_MS } from '../../../../contract/constants.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { Icon } from '../../../ui/icon.tsx';
import { relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { TextButton } from '../../../ui/action/button.tsx';
import { toastFailure } from '../../../platform/form/use-command.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { ownTimeZone, statementQuery, type HistoryFilters } from './history-filters.ts';
import css from './history-list.module.css';

async function saveStatement(filters: HistoryFilters): Promise<void> {
  const query = { ...statementQuery(filters), time_zone: ownTimeZone() };
  const result = await callWorker((worker) => worker.downloadStatement(query), {
    timeoutMs: UPLOAD_CALL_TIMEOUT_MS,
  });
  if (!result.ok) return toastFailure(result.error);
  // Swedish dates are 'YYYY-MM-DD'.
  saveFile(result.value, `goodies-statement-${new Date().toLocaleDateString('sv')}.csv`);
}

export interface HistoryToolsProps {
  /** ms since the epoch */
  readonly fetchedAt: number | undefined;
  readonly filters: HistoryFilters;
  readonly isOffline: boolean;
  readonly onRefresh: () => Promise<void>;
}

export function HistoryTools(props: HistoryToolsProps): ReactElement {
  const { fetchedAt, filters, isOffline, onRefresh } = props;
  const [busy, setBusy] = useState<'refresh' | 'file'>();
  const now = useNow(MINUTE_MS);

  const during = (task: 'refresh' | 'file', run: () => Promise<void>) => (): void => {
    if (busy) return;
    setBusy(task);
    void run().finally(() => setBusy(undefined));
  };
  return (
    <div className={css['tools']}>
      <p className="xs muted">
        {fetchedAt !== undefined && `Updated ${relativeTimeWithin(new Date(fetchedAt), now)}`}
      </p>
      <TextButton
        disabled={isOffline}
        aria-busy={busy === 'refresh'}
        onClick={during('refresh', onRefresh)}
      >
        <Icon of={refreshCwIcon} size="sm" /> Refresh
      </TextButton>
      <TextButton
        disabled={isOffline}
        aria-busy={busy === 'file'}
        onClick={during('file', () => saveStatement(filters))}
      >
        <Icon of={downloadIcon} size="sm" /> Download CSV
      </TextButton>
    </div>
  );
}
