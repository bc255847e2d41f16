import type { ReactElement } from 'react';

export default function LoginPage(): ReactElement {
  return (
    <div className="stack">
      <h1>Welcome back</h1>
    </div>
  );
}
