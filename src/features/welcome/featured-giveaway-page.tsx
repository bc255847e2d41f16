import type { ReactElement } from 'react';

import { Page } from '../../ui/layout.tsx';

export default function FeaturedGiveawayPage(): ReactElement {
  return (
    <Page>
      <h1>Featured giveaway</h1>
    </Page>
  );
}
