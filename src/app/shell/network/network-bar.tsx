import { useSyncExternalStore, type ReactElement } from 'react';

import type { GoodiesDatabase } from '../../../../local/database.ts';
import { useConnectivity, type Connectivity } from '../../../platform/connectivity.ts';
import { relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { useAppLocation } from '../../../platform/routing/router.tsx';
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

const SHOWS_BALANCES = /^\/(?:wallet|profile\/payment-methods)(?:\/|$)/;

/** When the newest of the saved vouchers was fetched, or the oldest of the balances; ms since the epoch. */
async function readSavedAt(
  db: GoodiesDatabase,
  isOfBalances: boolean,
): Promise<number | undefined> {
  if (!isOfBalances) return (await db.vouchers.orderBy('fetchedAt').last())?.fetchedAt;
  const [oldest] = (await db.wallets.toArray())
    .map(({ fetchedAt }) => fetchedAt)
    .toSorted((one, other) => one - other);
  // 0 where only a command's answer has named a balance.
  return oldest || undefined;
}

const AGE_INTERVAL_MS = 60_000;
const WORDS = {
  offline: 'You are offline.',
  unreachable: 'Goodies cannot be reached.',
} as const;

function SavedText({ words }: { readonly words: string }): ReactElement {
  const { path } = useAppLocation();
  // Who looks at money is not told how old the vouchers are.
  const read = useLive(readSavedAt, [SHOWS_BALANCES.test(path)]);
  const savedAt = read.phase === 'ready' ? read.data : undefined;
  const now = useNow(AGE_INTERVAL_MS);
  if (savedAt === undefined) return <>{words}</>;
  return <>{`${words} Saved ${relativeTimeWithin(new Date(savedAt), now)}.`}</>;
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
