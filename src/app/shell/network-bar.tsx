import { useLayoutEffect, useRef, type ReactElement, type RefObject } from 'react';

import { useConnectivity, type Connectivity } from '../../platform/connectivity.ts';
import { relativeTimeWithin } from '../../ui/text/format-time.ts';
import { useOldestShown } from '../../platform/live/shown-age.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { useAppLocation } from '../../platform/routing/router.tsx';
import { lazyComponent } from '../../platform/lazy/lazy-component.tsx';
import { deviceState } from '../../platform/storage/device-state.ts';
import { useStore } from '../../platform/store.ts';
import { OffBar } from './off-bar.tsx';
import css from './off-bar.module.css';

const DeviceLine = lazyComponent(async () => (await import('./device-line.tsx')).DeviceLine);

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

/** Scrolls the page by the bar's height when it appears, so that nothing on screen moves. */
function useBarRoom(isShown: boolean): RefObject<HTMLDivElement | null> {
  const room = useRef<HTMLDivElement>(null);
  const { path } = useAppLocation();
  const shownPath = useRef(path);
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    // A document that is opened offline has the bar's space from its first paint.
    if (isShown && dataset['offline'] === undefined) {
      dataset['offline'] = '';
      scrollBy({ top: room.current?.offsetHeight ?? 0, behavior: 'instant' });
    } else if (!isShown && shownPath.current !== path) {
      delete dataset['offline'];
    }
    shownPath.current = path;
  }, [isShown, path]);
  return room;
}

export function NetworkBar(): ReactElement {
  const connectivity = useConnectivity();
  const device = useStore(deviceState);
  const isShown = connectivity !== 'online';
  const isWell = device === 'ok';
  return (
    <div ref={useBarRoom(isShown || !isWell)} className={css['room']}>
      {isShown && <Bar of={connectivity} />}
      {!isWell && <DeviceLine of={device} />}
    </div>
  );
}
