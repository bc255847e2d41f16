import type { ReactElement } from 'react';

export default function FeaturedGiveawayPage(): ReactElement {
  return (
    <div className="stack">
      <h1>Featured giveaway</h1>
    </div>
  );
}
