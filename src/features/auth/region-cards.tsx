import { Suspense, useCallback, useEffect, useRef, type ReactElement } from 'react';

import { DEFAULT_REGION, type RegionKey } from '../../../contract/region-table.ts';
import { RegionChoice } from '../../domain/regions/region-choice.tsx';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { readDetectedRegion } from '../../../local/queries/user-and-region.ts';

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

/**
 * Where the new user lives, which is the currency of their wallet. Begins with where the network seems to be,
 * unless a country was chosen before that was known. The inputs keep their own values, so that one chosen
 * before the app was running stays.
 */
export function RegionCards(): ReactElement {
  const cards = useRef<HTMLDivElement>(null);
  const isChosen = useRef(false);
  const choose = useCallback((region: RegionKey) => {
    const inputs = [...(cards.current?.querySelectorAll('input') ?? [])];
    const isUntouched = inputs.some(({ checked, value }) => checked && value === DEFAULT_REGION);
    const guessed = inputs.find(({ value }) => value === region);
    if (guessed && isUntouched && !isChosen.current) guessed.checked = true;
  }, []);
  return (
    <>
      <RegionChoice
        legend="Country"
        initial={DEFAULT_REGION}
        cardsRef={cards}
        onChoose={() => {
          isChosen.current = true;
        }}
      />
      <Suspense>
        <DetectedRegion onDetect={choose} />
      </Suspense>
    </>
  );
}
