import { onCLS, onINP, onLCP } from 'web-vitals';

import type { PageVitalsBody } from '../../contract/devices/page-vitals.ts';

/**
 * Sends how fast this page was when it is hidden for the first time, which is when most pages end.
 * @param installed when a first installation is ready for offline use; undefined where it was installed before
 */
export function sendPageVitals(installed?: Promise<unknown>): void {
  const vitals: PageVitalsBody = {};
  // Each change is noted, because a page that is hidden may not run another listener afterwards.
  const all = { reportAllChanges: true };
  onLCP(({ value }) => (vitals.lcp_ms = Math.round(value)), all);
  onINP(({ value }) => (vitals.inp_ms = Math.round(value)), all);
  onCLS(({ value }) => (vitals.cls_ten_thousandths = Math.round(value * 10_000)), all);
  void installed?.then(() => (vitals.offline_ready_ms = Math.round(performance.now())));
  const send = (): void => {
    if (document.visibilityState !== 'hidden') return;
    removeEventListener('visibilitychange', send, true);
    if (!navigator.onLine) return;
    void fetch('/api/v1/page-vitals', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(vitals),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => undefined);
  };
  addEventListener('visibilitychange', send, true);
}
