import type { ReactElement } from 'react';

export default function GoogleCallbackPage(): ReactElement {
  return (
    <div className="stack">
      <h1>Logging you in...</h1>
    </div>
  );
}
