import type { ReactElement } from 'react';

export default function WelcomePage(): ReactElement {
  return (
    <div className="stack">
      <h1>Guess the digits. Win the voucher.</h1>
    </div>
  );
}
