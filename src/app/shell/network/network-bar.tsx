import { useSyncExternalStore, type ReactElement } from 'react';

import type { GoodiesDatabase } from '../../../../local/database.ts';
import { useConnectivity, type Connectivity } from '../../../platform/connectivity.ts';
import { relativeTime } from '../../../ui/text/format-time.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { deviceState } from '../../../platform/storage/device-state.ts';
import { OffBar } from './off-bar.tsx';
import css from './off-bar.module.css';
import { Quiet } from '../../../platform/lazy/quiet.tsx';
import { useBarRoom } from './use-bar-room.ts';

// Only few ever need it.
const DeviceLine = lazyComponent(
  async () => (await import('../device/device-line.tsx')).DeviceLine,
);

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

function Bar({ of }: { readonly of: Exclude<Connectivity, 'online'> }): ReactElement {
  if (of === 'back') return <OffBar back>You are back online.</OffBar>;
  const words = WORDS[of];
  return (
    <OffBar onRetry={() => location.reload()}>
      <Quiet fallback={words}>
        <SavedText words={words} />
      </Quiet>
    </OffBar>
  );
}

/**
 * Says that there is no network, or no answer, and how old the data on screen is; and, for a moment, that it is back.
 * Below it, what is wrong with the device.
 */
export function NetworkBar(): ReactElement {
  const connectivity = useConnectivity();
  const device = useSyncExternalStore(
    deviceState.subscribe,
    deviceState.getSnapshot,
    () => 'ok' as const,
  );
  const isShown = connectivity !== 'online';
  const isWell = device === 'ok';
  return (
    <div ref={useBarRoom(isShown || !isWell)} className={css['room']}>
      {isShown && <Bar of={connectivity} />}
      {!isWell && <DeviceLine of={device} />}
    </div>
  );
}
