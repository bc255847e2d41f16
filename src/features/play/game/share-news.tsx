import type { ReactElement } from 'react';

import { readSharers } from '../../../../local/queries/vouchers.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useStore } from '../../../platform/store.ts';
import { outcomeText, sharedUlids } from '../../../shared/vouchers/share-outcome.ts';

/** Under the user's points: what their link of this voucher has brought so far. */
export function ShareNews({ ulid }: { readonly ulid: string }): ReactElement | null {
  const { data: row } = useLive(readSharers, [ulid]);
  const text = outcomeText(row?.own, useStore(sharedUlids).has(ulid));
  return text === undefined ? null : <p className="sm muted">{text}</p>;
}
