import { useState, type ReactElement } from 'react';
import smartphoneIcon from 'lucide/dist/esm/icons/smartphone.mjs';

import type { AirtimeNetworksAnswer, RecentAirtime } from '../../../../contract/purchases.ts';
import type { RegionKey } from '../../../../contract/region-table.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { useOrderForm } from '../../../shared/wallet/money-order.ts';
import { formatExact } from '../../../ui/text/format-money.ts';
import { PurchaseSheet } from '../purchases/purchase-sheet.tsx';
import { purchaseSaid } from '../purchases/purchase.ts';
import { RecentPurchases, ShopForm, ShopPage, type Shop } from '../purchases/shop-page.tsx';
import { AirtimeFields } from './airtime-fields.tsx';
import {
  AIRTIME_FIELDS,
  bodyOf,
  checkAirtime,
  dialled,
  EMPTY_FORM,
  fieldErrors,
  groupDigits,
  networkOf,
  totalOf,
  type AirtimeOrder,
} from './airtime-form.ts';

const PATH = '/airtime/networks';

export default function AirtimePage(): ReactElement {
  return (
    <ShopPage title="Airtime" path={PATH}>
      {(shop, offer) => <BuyAirtime shop={shop} offer={offer} />}
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

export function useBuyAirtime(
  { region, balance, held }: Shop,
  { data: networks }: AirtimeNetworksAnswer,
) {
  const state = useState(EMPTY_FORM);
  // While the balance is not known the server is the judge of it.
  const facts = { region, networks, balance: balance ?? Number.POSITIVE_INFINITY, held };
  const { form, order: purchase } = useOrderForm(
    {
      fields: AIRTIME_FIELDS,
      state,
      check: checkAirtime(state[0], facts),
      // The number may bring another network, and that other amounts and plans.
      affectedBy: (changed) =>
        changed.includes('phone') || changed.includes('network') ? AIRTIME_FIELDS : changed,
      errorsOf: fieldErrors,
    },
    {
      what: 'Airtime',
      saying: ({ phone, amount, bundle, currency }: AirtimeOrder) =>
        `${bundle?.name ?? 'Airtime'} ${formatExact(amount, currency)} for ${groupDigits(phone)}`,
      send: (order: AirtimeOrder, proof) =>
        callWorker((worker) => worker.buyAirtime({ ...bodyOf(order), ...proof })),
      saidOf: purchaseSaid,
      // The number is among the recent ones now, or was refused for what this list says is sold.
      refresh: () =>
        callWorker((worker) => worker.refreshAnswer({ path: PATH, region }, { force: true })),
    },
  );
  return { facts, form, purchase };
}

interface AirtimeProps {
  readonly shop: Shop;
  readonly offer: AirtimeNetworksAnswer;
}

function BuyAirtime({ shop, offer }: AirtimeProps): ReactElement {
  const { region, currency } = shop;
  const { facts, form, purchase } = useBuyAirtime(shop, offer);
  const { values } = form;
  const action = values.kind === 'data' ? 'Buy data' : 'Buy airtime';
  return (
    <>
      <ShopForm
        form={form}
        shop={shop}
        total={totalOf(values, networkOf(values, facts))}
        action={action}
        recent={
          <RecentPurchases
            recent={offer.recent}
            icon={smartphoneIcon}
            currency={offer.currency}
            namesOf={(one) => ({
              key: one.phone,
              title: shownPhone(one.phone, region),
              note: noteOf(one, offer.data),
            })}
            onChoose={({ network, phone, amount, bundle }) =>
              form.change({
                network,
                phone: shownPhone(phone, region),
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

const shownPhone = (phone: string, region: RegionKey): string =>
  groupDigits(dialled(phone, region) ?? phone);

function noteOf(
  { network, bundle }: RecentAirtime,
  networks: AirtimeNetworksAnswer['data'],
): string {
  const found = networks.find(({ id }) => id === network);
  const plan = found?.bundles.find(({ id }) => id === bundle)?.name;
  const what = bundle === null ? 'Airtime' : (plan ?? 'Data');
  return `${found?.name ?? network} · ${what}`;
}
