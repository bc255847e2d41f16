import type { ReactElement } from 'react';

export default function PostVoucherPage(): ReactElement {
  return (
    <div className="stack">
      <h1>Create voucher</h1>
    </div>
  );
}
