import type { ReactElement } from 'react';

import { Page } from '../../ui/layout.tsx';

export default function WelcomePage(): ReactElement {
  return (
    <Page>
      <h1>Guess the digits. Win the voucher.</h1>
    </Page>
  );
}
