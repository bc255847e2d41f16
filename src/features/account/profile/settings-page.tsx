import { Suspense, type ReactElement } from 'react';
import bellIcon from 'lucide/dist/esm/icons/bell.mjs';
import scaleIcon from 'lucide/dist/esm/icons/scale.mjs';
import shieldIcon from 'lucide/dist/esm/icons/shield.mjs';

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
import { FormNotes } from '../../../shared/form-notes.tsx';
import { Fold } from '../../../ui/display/fold.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card, Narrow, SubPage } from '../../../ui/layout/layout.tsx';
import { RegionChoice } from '../region-choice.tsx';
import { AccountEnd } from './account-end.tsx';
import { DataMeter } from './data-meter.tsx';
import { DeviceSettings } from './device-settings.tsx';
import { LeadingRows } from './links.tsx';
import { PlayLimits } from './play-limits.tsx';
import { useProfile } from './use-profile.ts';

export default function SettingsPage(): ReactElement {
  return (
    <SubPage title="Settings" back="/profile">
      <Narrow className="stack g4">
        <Suspense fallback={<Skeleton height="20rem" />}>
          <Settings />
        </Suspense>
      </Narrow>
    </SubPage>
  );
}

function Settings(): ReactElement {
  const { row, account } = useProfile();
  if (!row) return <Skeleton height="20rem" />;
  return (
    <>
      <LeadingRows
        of={[
          {
            icon: bellIcon,
            title: 'Notification settings',
            note: 'What we tell you, where and when',
            to: '/profile/notifications',
          },
        ]}
      />
      <Card>
        <RegionSwitch />
      </Card>
      <DeviceSettings />
      <Fold title="Data used" isSection>
        <DataMeter />
      </Fold>
      {account && (
        <Fold title="Play limits" isSection>
          <PlayLimits limits={account.limits} />
        </Fold>
      )}
      <AccountEnd hasPassword={row.user.has_password !== false} />
      <LeadingRows
        of={[
          {
            icon: scaleIcon,
            title: 'Rules',
            note: 'How the game works, and its money',
            to: '/rules',
          },
          { icon: shieldIcon, title: 'Privacy', note: 'What we keep about you', to: '/privacy' },
        ]}
      />
    </>
  );
}

export function RegionSwitch(): ReactElement {
  const read = useLive(readUser, []);
  const [failure, setFailure] = useFailure();
  const isOffline = useConnectivity() === 'offline';
  const known = read.data?.user.region;
  const current = known === undefined ? DEFAULT_REGION : normaliseRegion(known);

  const [optimistic, choose] = useOptimistic(async (region: RegionKey) => {
    setFailure(undefined);
    const result = await callWorker((worker) => worker.setRegion(region));
    if (result.ok) toast(`Your region is now ${REGIONS[region].name}`, { kind: 'success' });
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
        legend="Region"
        chosen={chosen}
        isDisabled={isOffline || read.phase === 'loading'}
        onChoose={(region) => {
          if (region !== chosen) choose(region);
        }}
      />
      <FormNotes failure={failure} />
    </div>
  );
}
