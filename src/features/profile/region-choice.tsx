import { useState, type ReactElement } from 'react';

import { REGION_KEYS, REGIONS, type RegionKey } from '../../../contract/region-table.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { useFailure } from '../../platform/form/use-failure.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { Flag } from '../../ui/display/flag.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Card } from '../../ui/layout/card.tsx';
import css from './profile.module.css';

/** Where the user lives: their currency, and the ways to pay. The server has the last word. */
export function RegionChoice({ region }: { readonly region: RegionKey }): ReactElement {
  const [chosen, setChosen] = useState<RegionKey>();
  const [failure, setFailure] = useFailure();
  const isOffline = useConnectivity() === 'offline';
  const choose = async (next: RegionKey): Promise<void> => {
    setChosen(next);
    setFailure(undefined);
    const result = await callWorker((worker) => worker.setRegion(next));
    setChosen(undefined);
    if (!result.ok) setFailure(result.error);
  };
  return (
    <Card className="stack g3" aria-labelledby="region">
      <h2 id="region">Region</h2>
      <fieldset className={css['cards']} disabled={chosen !== undefined || isOffline}>
        <legend className="vh">Region</legend>
        {REGION_KEYS.map((key) => (
          <label key={key} className={css['region']}>
            <input
              className="vh"
              type="radio"
              name="region"
              checked={(chosen ?? region) === key}
              onChange={() => void choose(key)}
            />
            <span aria-hidden="true">
              <Flag region={key} />
            </span>
            <span className="semi">{REGIONS[key].name}</span>
            <span className="xs muted">{REGIONS[key].currency}</span>
          </label>
        ))}
      </fieldset>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
    </Card>
  );
}
