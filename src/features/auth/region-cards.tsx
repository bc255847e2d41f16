import { Suspense, useState, type ReactElement } from 'react';

import {
  DEFAULT_REGION,
  REGION_KEYS,
  REGIONS,
  type RegionKey,
} from '../../../contract/region-table.ts';
import { readDetectedRegion } from '../../../local/queries/read-regions.ts';
import { useLive } from '../../lib/use-live.ts';
import { useRefresh } from '../../lib/use-refresh.ts';
import { Flag } from '../../ui/flag.tsx';
import css from './region-cards.module.css';

interface CardsProps {
  readonly region: RegionKey;
  readonly onChoose?: (region: RegionKey) => void;
}

const Cards = ({ region, onChoose }: CardsProps): ReactElement => (
  <div className={css['cards']}>
    {REGION_KEYS.map((key) => (
      <label key={key} className={css['card']}>
        <input
          className="vh"
          type="radio"
          name="region"
          value={key}
          checked={key === region}
          onChange={() => onChoose?.(key)}
        />
        <span aria-hidden="true">
          <Flag region={key} />
        </span>
        <span className="semi">{REGIONS[key].name}</span>
        <span className="xs muted">{REGIONS[key].currency}</span>
      </label>
    ))}
  </div>
);

function DetectedCards(): ReactElement {
  const [chosen, setChosen] = useState<RegionKey>();
  const detected = useLive(readDetectedRegion, []);
  useRefresh((worker) => worker.detectRegion(), []);
  const guessed = detected.phase === 'ready' ? detected.data : undefined;
  return <Cards region={chosen ?? guessed ?? DEFAULT_REGION} onChoose={setChosen} />;
}

/** Where somebody lives, which is the currency of their wallet. Begins with where the network seems to be. */
export function RegionCards(): ReactElement {
  return (
    <fieldset className="stack g2">
      <legend className={css['legend']}>Country</legend>
      <Suspense fallback={<Cards region={DEFAULT_REGION} />}>
        <DetectedCards />
      </Suspense>
    </fieldset>
  );
}
