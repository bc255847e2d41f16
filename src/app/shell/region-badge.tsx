import type { ReactElement } from 'react';

import {
  DEFAULT_REGION,
  normaliseRegion,
  REGIONS,
  type RegionKey,
} from '../../../contract/region-table.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { Flag } from '../../ui/display/flag.tsx';
import { readDetectedRegion, readUser } from '../../../local/queries/user-and-region.ts';
import css from './header.module.css';
import { Quiet } from './quiet.tsx';

/** The user's own region, else the one the network seems to be in. */
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
  return <Badge region={read.phase === 'ready' ? read.data : DEFAULT_REGION} />;
}

/** The flag of the region whose prices and processors are shown. */
export function RegionBadge(): ReactElement {
  return (
    <Quiet fallback={<Badge region={DEFAULT_REGION} />}>
      <LiveBadge />
    </Quiet>
  );
}
