import type { ReactElement } from 'react';

export default function VoucherPage(): ReactElement {
  return (
    <div className="stack">
      <h1>Voucher</h1>
    </div>
  );
}
