import type { ReactElement } from 'react';

export default function VerifyEmailPage(): ReactElement {
  return (
    <div className="stack">
      <h1>Verify your e-mail</h1>
    </div>
  );
}
