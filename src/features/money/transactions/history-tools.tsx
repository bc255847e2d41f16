import { useState, type ReactElement } from 'react';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import refreshCwIcon from 'lucide/dist/esm/icons/refresh-cw.mjs';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import { Icon } from '../../../ui/icon.tsx';
import { relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { TextButton } from '../../../ui/action/button.tsx';
import { toast } from '../../../platform/toast-store.ts';
import { ownTimeZone, statementQuery, type HistoryFilters } from './history-filters.ts';
import css from './history-list.module.css';
import { saveStatement } from './save-statement.ts';

const AGE_INTERVAL_MS = 60 * CLOCK_TICK_MS;

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
  const now = useNow(AGE_INTERVAL_MS);

  const during = (task: 'refresh' | 'file', run: () => Promise<void>) => (): void => {
    if (busy) return;
    setBusy(task);
    void run().finally(() => setBusy(undefined));
  };
  const download = async (): Promise<void> => {
    const failure = await saveStatement({ ...statementQuery(filters), time_zone: ownTimeZone() });
    if (failure) toast(failure.message, { kind: 'error' });
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
        onClick={during('file', download)}
      >
        <Icon of={downloadIcon} size="sm" /> Download CSV
      </TextButton>
    </div>
  );
}
