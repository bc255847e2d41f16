import { useEffect, type ReactElement } from 'react';

import {
  DEFAULT_REGION,
  normaliseRegion,
  REGIONS,
  type RegionKey,
} from '../../../contract/region-table.ts';
import { EVENTS } from '../../../contract/storage-keys.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { Flag } from '../../ui/display/flag.tsx';
import { readDetectedRegion, readUser } from '../../../local/queries/user-and-region.ts';
import css from './header.module.css';
import { Quiet } from '../../platform/lazy/quiet.tsx';

async function readShownRegion(db: GoodiesDatabase): Promise<RegionKey> {
  const user = await readUser(db);
  return normaliseRegion(user?.user.region ?? (await readDetectedRegion(db)));
}

function Badge({ region }: { readonly region: RegionKey }): ReactElement {
  return (
    <span className={css['region']} title="Region">
      <Flag region={region} />
      <span className={css['currency']}>{REGIONS[region].currency}</span>
    </span>
  );
}

function LiveBadge(): ReactElement {
  const read = useLive(readShownRegion, []);
  const region = read.phase === 'ready' ? read.data : undefined;
  useEffect(() => {
    if (region) dispatchEvent(new CustomEvent(EVENTS.regionUpdated, { detail: region }));
  }, [region]);
  return <Badge region={region ?? DEFAULT_REGION} />;
}

export function RegionBadge(): ReactElement {
  return (
    <Quiet fallback={<Badge region={DEFAULT_REGION} />}>
      <LiveBadge />
    </Quiet>
  );
}
