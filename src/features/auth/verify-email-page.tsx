import type { ReactElement } from 'react';

import { Page } from '../../ui/layout.tsx';

export default function VerifyEmailPage(): ReactElement {
  return (
    <Page>
      <h1>Verify your e-mail</h1>
    </Page>
  );
}
