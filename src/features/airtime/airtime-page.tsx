import { Suspense, type ReactElement } from 'react';
import arrowLeftIcon from 'lucide/dist/esm/icons/arrow-left.mjs';

import { errorMessage } from '../../../contract/errors.ts';
import { REGIONS } from '../../../contract/region-table.ts';
import { readAirtime } from '../../../local/queries/money.ts';
import type { AirtimeRow } from '../../../local/rows.ts';
import { PayBar } from '../../domain/purchases/pay-bar.tsx';
import { PurchaseSheet } from '../../domain/purchases/purchase-sheet.tsx';
import { ShopColumns } from '../../domain/purchases/shop-columns.tsx';
import { ShopGate, ShopPlaceholder } from '../../domain/purchases/shop-gate.tsx';
import { useShop, type Shop } from '../../domain/purchases/use-shop.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { IconLink } from '../../ui/action/icon-link.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, PageHead } from '../../ui/layout/layout.tsx';
import { formatExact } from '../../ui/text/format-exact.ts';
import { AirtimeFields } from './airtime-fields.tsx';
import { dialled, groupDigits, networkOf, totalOf, type AirtimeOrder } from './airtime-form.ts';
import { RecentNumbers } from './recent-numbers.tsx';
import { useBuyAirtime } from './use-buy-airtime.ts';

const FORM_ID = 'airtime';

/** /airtime: airtime and data for a phone, from the wallet. */
export default function AirtimePage(): ReactElement {
  return (
    <Page>
      <PageHead>
        <IconLink href="/" label="Back">
          <Icon of={arrowLeftIcon} />
        </IconLink>
        <h1>Airtime</h1>
      </PageHead>
      <Suspense fallback={<ShopPlaceholder />}>
        <LiveAirtime />
      </Suspense>
    </Page>
  );
}

function LiveAirtime(): ReactElement {
  const view = useShop(readAirtime, (worker, region) => worker.refreshAirtime(region));
  return <ShopGate {...view}>{(shop, row) => <BuyAirtime shop={shop} row={row} />}</ShopGate>;
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
  const { region, balance } = shop;
  const { currency } = REGIONS[region];
  const { facts, form, formErrors, purchasing, change, submit } = useBuyAirtime(shop, row);
  const { ref, failure } = formErrors;
  const isOffline = useConnectivity() === 'offline';
  return (
    <>
      <ShopColumns
        form={
          <form
            id={FORM_ID}
            ref={ref}
            className="stack g5"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <AirtimeFields facts={facts} form={form} formErrors={formErrors} onChange={change} />
            {failure && <Alert tone="bad">{failure.message}</Alert>}
            {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
          </form>
        }
        recent={
          <RecentNumbers
            row={row}
            region={region}
            onChoose={({ network, phone, amount, bundle }) =>
              change({
                network,
                phone: groupDigits(dialled(phone, region) ?? phone),
                kind: bundle === null ? 'airtime' : 'data',
                amount: bundle === null ? String(amount) : '',
                bundle: bundle ?? '',
              })
            }
          />
        }
        pay={
          <PayBar
            currency={currency}
            balance={balance}
            total={totalOf(form, networkOf(form, facts))}
            action={form.kind === 'data' ? 'Buy data' : 'Buy airtime'}
            disabled={isOffline}
            form={FORM_ID}
          />
        }
      />
      <PurchaseSheet
        title={form.kind === 'data' ? 'Buy data' : 'Buy airtime'}
        purchasing={purchasing}
        factsOf={factsOf}
        totalOf={({ amount }) => formatExact(amount, currency)}
        statementHref="/transactions?type=airtime"
      />
    </>
  );
}
