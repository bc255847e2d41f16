import type { ReactElement } from 'react';
import smartphoneIcon from 'lucide/dist/esm/icons/smartphone.mjs';

import type { RecentAirtime } from '../../../contract/purchases.ts';
import type { RegionKey } from '../../../contract/region-table.ts';
import type { AirtimeRow } from '../../../local/rows.ts';
import { RowIcon } from '../../ui/display/row-icon.tsx';
import { Row, Rows } from '../../ui/display/rows.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SectionHead } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/text/money.tsx';
import { dialled, groupDigits } from './airtime-form.ts';

export interface RecentNumbersProps {
  readonly row: AirtimeRow;
  readonly region: RegionKey;
  readonly onChoose: (recent: RecentAirtime) => void;
}

/** Numbers that were topped up before; one tap fills the form. */
export function RecentNumbers({ row, region, onChoose }: RecentNumbersProps): ReactElement | null {
  const { recent, networks, currency } = row;
  if (recent.length === 0) return null;
  const noteOf = ({ network, bundle }: RecentAirtime): string => {
    const found = networks.find(({ id }) => id === network);
    const plan = found?.bundles.find(({ id }) => id === bundle)?.name;
    const what = bundle === null ? 'Airtime' : (plan ?? 'Data');
    return `${found?.name ?? network} · ${what}`;
  };
  return (
    <Card>
      <div className="stack g1">
        <SectionHead>
          <h2>Recent</h2>
        </SectionHead>
        <Rows>
          {recent.map((one) => (
            <li key={one.phone}>
              <Row
                start={
                  <RowIcon>
                    <Icon of={smartphoneIcon} size="md" />
                  </RowIcon>
                }
                title={groupDigits(dialled(one.phone, region) ?? one.phone)}
                note={noteOf(one)}
                value={<Money amount={one.amount} currency={currency} />}
                onSelect={() => onChoose(one)}
              />
            </li>
          ))}
        </Rows>
      </div>
    </Card>
  );
}
