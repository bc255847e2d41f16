import type { ReactElement } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import { fill } from '../../../../contract/plain-text.ts';
import { ACCOUNT_MESSAGES } from '../../../../contract/accounts/account-messages.ts';
import {
  DEFAULT_REGION,
  normaliseRegion,
  REGIONS,
  type RegionKey,
} from '../../../../contract/region-table.ts';
import { readUser } from '../../../../local/queries/user-and-region.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useFailure, useOptimistic } from '../../../platform/form/use-command.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { RegionChoice } from '../region-choice.tsx';

export function RegionSwitch({ legend = 'Region' }: { readonly legend?: string }): ReactElement {
  const read = useLive(readUser, []);
  const [failure, setFailure] = useFailure();
  const isOffline = useConnectivity() === 'offline';
  const known = read.phase === 'ready' ? read.data?.user.region : undefined;
  const current = known === undefined ? DEFAULT_REGION : normaliseRegion(known);

  const [optimistic, choose] = useOptimistic(async (region: RegionKey) => {
    setFailure(undefined);
    const result = await callWorker((worker) => worker.setRegion(region));
    if (result.ok)
      toast(fill(ACCOUNT_MESSAGES.regionChanged, { name: REGIONS[region].name }), {
        kind: 'success',
      });
    else {
      setFailure(result.error);
      // The server may have saved it, and only its answer was lost.
      void callWorker((worker) => worker.refreshUser({ force: true }));
    }
  });
  const chosen = optimistic ?? current;
  return (
    <div className="stack g2">
      <RegionChoice
        legend={legend}
        chosen={chosen}
        isDisabled={isOffline || read.phase === 'loading'}
        onChoose={(region) => {
          if (region !== chosen) choose(region);
        }}
      />
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
    </div>
  );
}
