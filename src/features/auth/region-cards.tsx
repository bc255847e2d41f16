import { Suspense, useCallback, useEffect, useRef, type ReactElement } from 'react';

import {
  DEFAULT_REGION,
  REGION_KEYS,
  REGIONS,
  type RegionKey,
} from '../../../contract/region-table.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { Flag } from '../../ui/display/flag.tsx';
import { readDetectedRegion } from '../../../local/queries/user-and-region.ts';
import css from './region-cards.module.css';

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
    <fieldset className="stack g2">
      <legend className={css['legend']}>Country</legend>
      <div ref={cards} className={css['cards']}>
        {REGION_KEYS.map((key) => (
          <label key={key} className={css['card']}>
            <input
              className="vh"
              type="radio"
              name="region"
              value={key}
              defaultChecked={key === DEFAULT_REGION}
              onChange={() => {
                isChosen.current = true;
              }}
            />
            <span aria-hidden="true">
              <Flag region={key} />
            </span>
            <span className="semi">{REGIONS[key].name}</span>
            <span className="xs muted">{REGIONS[key].currency}</span>
          </label>
        ))}
      </div>
      <Suspense>
        <DetectedRegion onDetect={choose} />
      </Suspense>
    </fieldset>
  );
}
