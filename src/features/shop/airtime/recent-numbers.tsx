import type { ReactElement } from 'react';
import smartphoneIcon from 'lucide/dist/esm/icons/smartphone.mjs';

import type { RecentAirtime } from '../../../../contract/purchases.ts';
import type { RegionKey } from '../../../../contract/region-table.ts';
import type { AirtimeRow } from '../../../../local/rows.ts';
import { RecentPurchases } from '../purchases/recent-purchases.tsx';
import { dialled, groupDigits } from './airtime-form.ts';

export interface RecentNumbersProps {
  readonly row: AirtimeRow;
  readonly region: RegionKey;
  readonly onChoose: (recent: RecentAirtime) => void;
}

/** Numbers that were topped up before; one tap fills the form. */
export function RecentNumbers({ row, region, onChoose }: RecentNumbersProps): ReactElement {
  const { recent, networks, currency } = row;
  const noteOf = ({ network, bundle }: RecentAirtime): string => {
    const found = networks.find(({ id }) => id === network);
    const plan = found?.bundles.find(({ id }) => id === bundle)?.name;
    const what = bundle === null ? 'Airtime' : (plan ?? 'Data');
    return `${found?.name ?? network} · ${what}`;
  };
  return (
    <RecentPurchases
      recent={recent}
      icon={smartphoneIcon}
      currency={currency}
      namesOf={(one) => ({
        key: one.phone,
        title: groupDigits(dialled(one.phone, region) ?? one.phone),
        note: noteOf(one),
      })}
      onChoose={onChoose}
    />
  );
}
