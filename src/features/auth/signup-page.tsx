import type { ReactElement } from 'react';

export default function SignupPage(): ReactElement {
  return (
    <div className="stack">
      <h1>Create your account</h1>
    </div>
  );
}
