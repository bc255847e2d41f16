import { Suspense, useCallback, useEffect, useRef, type ReactElement } from 'react';

import type { RegionKey } from '../../../../contract/region-table.ts';
import { RegionChoice } from '../region-choice.tsx';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { readDetectedRegion } from '../../../../local/queries/user-and-region.ts';

interface DetectedRegionProps {
  readonly onDetect: (region: RegionKey) => void;
}

function DetectedRegion({ onDetect }: DetectedRegionProps): null {
  const detected = useLive(readDetectedRegion, []);
  useRefresh((worker) => worker.detectRegion(), []);
  const region = detected.phase === 'ready' ? detected.data : undefined;
  useEffect(() => {
    if (region) onDetect(region);
  }, [region, onDetect]);
  return null;
}

/** Uncontrolled, so that a choice made before hydration stays. */
export function RegionCards(): ReactElement {
  const cards = useRef<HTMLDivElement>(null);
  const isGuessed = useRef(false);
  const choose = useCallback((region: RegionKey) => {
    const inputs = [...(cards.current?.querySelectorAll('input') ?? [])];
    const guessed = inputs.find(({ value }) => value === region);
    if (!guessed || (!isGuessed.current && inputs.some(({ checked }) => checked))) return;
    guessed.checked = true;
    isGuessed.current = true;
  }, []);
  return (
    <>
      <RegionChoice
        legend="Country"
        cardsRef={cards}
        onChoose={() => {
          isGuessed.current = false;
        }}
      />
      <Suspense>
        <DetectedRegion onDetect={choose} />
      </Suspense>
    </>
  );
}
