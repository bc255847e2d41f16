import type { ReactElement } from 'react';

export default function ForgotPasswordPage(): ReactElement {
  return (
    <div className="stack">
      <h1>Forgot password</h1>
    </div>
  );
}
