import type { ReactElement } from 'react';

import type { GoodiesDatabase } from '../../../local/database.ts';
import { useConnectivity } from '../../lib/connectivity.ts';
import { relativeTime } from '../../lib/format-time.ts';
import { useLive } from '../../lib/use-live.ts';
import { useNow } from '../../lib/use-now.ts';
import { OffBar } from '../../ui/off-bar.tsx';
import { Quiet } from './quiet.tsx';

/** When the newest of the saved vouchers was fetched, ms since the epoch. */
const readSavedAt = async (db: GoodiesDatabase): Promise<number | undefined> =>
  (await db.vouchers.orderBy('fetchedAt').last())?.fetchedAt;

const AGE_INTERVAL_MS = 60_000;
const OFFLINE = 'You are offline.';

function OfflineText(): ReactElement {
  const read = useLive(readSavedAt, []);
  const savedAt = read.phase === 'ready' ? read.data : undefined;
  const now = useNow(AGE_INTERVAL_MS);
  if (savedAt === undefined) return <>{OFFLINE}</>;
  const age = relativeTime(new Date(savedAt), now);
  return <>{`${OFFLINE} Saved ${age === 'Just now' ? 'just now' : age}.`}</>;
}

/** Says that the device is offline and how old the data on screen is; and, for a moment, that it is back. */
export function NetworkBar(): ReactElement | null {
  const connectivity = useConnectivity();
  if (connectivity === 'online') return null;
  if (connectivity === 'back') return <OffBar back>You are back online.</OffBar>;
  return (
    <OffBar onRetry={() => location.reload()}>
      <Quiet fallback={OFFLINE}>
        <OfflineText />
      </Quiet>
    </OffBar>
  );
}
