import type { ReactElement } from 'react';

import { Page } from '../../ui/layout.tsx';

export default function HomePage(): ReactElement {
  return (
    <Page>
      <h1>Home</h1>
    </Page>
  );
}
