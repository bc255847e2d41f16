import type { ReactElement } from 'react';

import { Page } from '../../ui/layout.tsx';

export default function VoucherPage(): ReactElement {
  return (
    <Page>
      <h1>Voucher</h1>
    </Page>
  );
}
