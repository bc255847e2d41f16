import type { ReactElement } from 'react';

import { Page } from '../../ui/layout.tsx';

export default function LoginPage(): ReactElement {
  return (
    <Page>
      <h1>Welcome back</h1>
    </Page>
  );
}
