import type { ReactElement } from 'react';
import smartphoneIcon from 'lucide/dist/esm/icons/smartphone.mjs';
import { REGIONS, type RegionKey } from '../../../../contract/region-table.ts';
import { readAirtime } from '../../../../local/queries/money.ts';
import type { AirtimeRow } from '../../../../local/rows.ts';
import { PurchaseSheet } from '../purchases/purchase-sheet.tsx';
import { ShopForm } from '../purchases/shop-form.tsx';
import { ShopPage } from '../purchases/shop-page.tsx';
import type { Shop } from '../purchases/use-shop.ts';
import { formatExact } from '../../../ui/text/format-money.ts';
import { AirtimeFields } from './airtime-fields.tsx';
import { dialled, groupDigits, networkOf, totalOf, type AirtimeOrder } from './airtime-form.ts';
import { useBuyAirtime } from './use-buy-airtime.ts';
import type { RecentAirtime } from '../../../../contract/purchases.ts';
import { RecentPurchases } from '../purchases/recent-purchases.tsx';

/** /airtime: airtime and data for a phone, from the wallet. */
export default function AirtimePage(): ReactElement {
  return (
    <ShopPage
      title="Airtime"
      readRow={readAirtime}
      refreshRow={(worker, region) => worker.refreshAirtime(region)}
    >
      {(shop, row) => <BuyAirtime shop={shop} row={row} />}
    </ShopPage>
  );
}

const factsOf = ({ network, phone, amount, bundle, currency }: AirtimeOrder) =>
  [
    ['For', groupDigits(phone)],
    ['Network', network.name],
    ...(bundle ? ([['Data plan', bundle.name]] as const) : []),
    ['Amount', formatExact(amount, currency)],
    ['Fee', 'None'],
  ] as const;

function BuyAirtime({
  shop,
  row,
}: {
  readonly shop: Shop<AirtimeRow>;
  readonly row: AirtimeRow;
}): ReactElement {
  const { region, balance, held } = shop;
  const { currency } = REGIONS[region];
  const { facts, form, purchase } = useBuyAirtime(shop, row);
  const { values } = form;
  const action = values.kind === 'data' ? 'Buy data' : 'Buy airtime';
  return (
    <>
      <ShopForm
        form={form}
        currency={currency}
        balance={balance}
        isPartHeld={held.length > 0}
        total={totalOf(values, networkOf(values, facts))}
        action={action}
        recent={
          <RecentNumbers
            row={row}
            region={region}
            onChoose={({ network, phone, amount, bundle }) =>
              form.change({
                network,
                phone: groupDigits(dialled(phone, region) ?? phone),
                kind: bundle === null ? 'airtime' : 'data',
                amount: bundle === null ? String(amount) : '',
                bundle: bundle ?? '',
              })
            }
          />
        }
      >
        <AirtimeFields facts={facts} form={form} />
      </ShopForm>
      <PurchaseSheet
        title={action}
        purchase={purchase}
        factsOf={factsOf}
        totalOf={({ amount }) => formatExact(amount, currency)}
        statementHref="/transactions?type=airtime"
      />
    </>
  );
}

export interface RecentNumbersProps {
  readonly row: AirtimeRow;
  readonly region: RegionKey;
  readonly onChoose: (recent: RecentAirtime) => void;
}

/** Numbers that were topped up before; one tap fills the form. */
function RecentNumbers({ row, region, onChoose }: RecentNumbersProps): ReactElement {
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
