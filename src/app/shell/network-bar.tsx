import type { ReactElement } from 'react';

import type { GoodiesDatabase } from '../../../local/database.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { relativeTime } from '../../ui/text/format-time.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { OffBar } from './off-bar.tsx';
import { Quiet } from './quiet.tsx';

/** When the newest of the saved vouchers was fetched, ms since the epoch. */
const readSavedAt = async (db: GoodiesDatabase): Promise<number | undefined> =>
  (await db.vouchers.orderBy('fetchedAt').last())?.fetchedAt;

const AGE_INTERVAL_MS = 60_000;
const WORDS = {
  offline: 'You are offline.',
  unreachable: 'Goodies cannot be reached.',
} as const;

function SavedText({ words }: { readonly words: string }): ReactElement {
  const read = useLive(readSavedAt, []);
  const savedAt = read.phase === 'ready' ? read.data : undefined;
  const now = useNow(AGE_INTERVAL_MS);
  if (savedAt === undefined) return <>{words}</>;
  const age = relativeTime(new Date(savedAt), now);
  return <>{`${words} Saved ${age === 'Just now' ? 'just now' : age}.`}</>;
}

/** Says that there is no network, or no answer, and how old the data on screen is; and, for a moment, that it is back. */
export function NetworkBar(): ReactElement | null {
  const connectivity = useConnectivity();
  if (connectivity === 'online') return null;
  if (connectivity === 'back') return <OffBar back>You are back online.</OffBar>;
  const words = WORDS[connectivity];
  return (
    <OffBar onRetry={() => location.reload()}>
      <Quiet fallback={words}>
        <SavedText words={words} />
      </Quiet>
    </OffBar>
  );
}
