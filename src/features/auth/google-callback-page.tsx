import type { ReactElement } from 'react';

import { Page } from '../../ui/layout.tsx';

export default function GoogleCallbackPage(): ReactElement {
  return (
    <Page>
      <h1>Logging you in...</h1>
    </Page>
  );
}
