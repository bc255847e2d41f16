import type { ReactElement } from 'react';

export default function HomePage(): ReactElement {
  return (
    <div className="stack">
      <h1>Home</h1>
    </div>
  );
}
