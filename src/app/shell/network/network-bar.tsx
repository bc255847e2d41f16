import { useSyncExternalStore, type ReactElement } from 'react';

import { useConnectivity, type Connectivity } from '../../../platform/connectivity.ts';
import { relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { useOldestShown } from '../../../platform/live/shown-age.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { deviceState } from '../../../platform/storage/device-state.ts';
import { OffBar } from './off-bar.tsx';
import css from './off-bar.module.css';
import { useBarRoom } from './use-bar-room.ts';

const DeviceLine = lazyComponent(
  async () => (await import('../device/device-line.tsx')).DeviceLine,
);

const AGE_INTERVAL_MS = 60_000;
const WORDS = {
  offline: 'You are offline.',
  unreachable: 'Goodies cannot be reached.',
} as const;

function SavedAge(): ReactElement | null {
  const savedAt = useOldestShown();
  const now = useNow(AGE_INTERVAL_MS);
  if (savedAt === undefined) return null;
  return <>{`Saved ${relativeTimeWithin(new Date(savedAt), now)}.`}</>;
}

function Bar({ of }: { readonly of: Exclude<Connectivity, 'online'> }): ReactElement {
  if (of === 'back') return <OffBar back>You are back online.</OffBar>;
  return (
    <OffBar onRetry={() => location.reload()} age={<SavedAge />}>
      {WORDS[of]}
    </OffBar>
  );
}

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
