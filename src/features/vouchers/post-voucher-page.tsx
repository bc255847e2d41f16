import type { ReactElement } from 'react';

import { Page } from '../../ui/layout.tsx';

export default function PostVoucherPage(): ReactElement {
  return (
    <Page>
      <h1>Create voucher</h1>
    </Page>
  );
}
