import { useState } from 'react';

import type { Scanned } from '../../../shared/payment-vouchers/read-scanned.ts';
import { scanVoucher, type NotScanned } from '../../../shared/payment-vouchers/scan-voucher.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';

/** Scans for a form with one field; the notice goes once another `text` stands in it. */
export function useScan(text: string, onScanned: (scanned: Scanned) => void) {
  const [failed, setFailed] = useState<NotScanned & { readonly text: string }>();
  const scan = async (): Promise<void> => {
    const scanned = await scanVoucher();
    setFailed(scanned?.kind === 'none' ? { ...scanned, text } : undefined);
    if (scanned && scanned.kind !== 'none') onScanned(scanned);
  };
  const isShown = failed?.text === text;
  return {
    scan: () => void scan(),
    notice: isShown && <Alert tone={failed.hasFailed ? 'bad' : 'info'}>{failed.message}</Alert>,
  };
}
