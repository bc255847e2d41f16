import 'fake-indexeddb/auto';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '../../../../contract/durations.ts';
import { getDatabase } from '../../../../local/database.ts';
import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { NetworkBar } from './network-bar.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.mock('../../../platform/connectivity.ts', () => ({ useConnectivity: () => 'offline' }));
vi.mock('../../../platform/worker/data-worker.ts', () => ({ checkStorage: vi.fn() }));

let root: Root;
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.textContent = '';
});

it.each([
  ['/transactions', 'Saved 5 minutes ago.'],
  ['/wallet', 'Saved 3 hours ago.'],
])('says at %s how old what is shown there is', async (path, age) => {
  const now = Date.now();
  const { vouchers, wallets } = getDatabase();
  await vouchers.put({ ...sampleVoucher(), fetchedAt: now - 5 * MINUTE_MS });
  await wallets.put({ currency: 'NGN', amount: 5, fetchedAt: now - 3 * HOUR_MS });
  await wallets.put({ currency: 'GHS', amount: 5, fetchedAt: now });
  const container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  history.replaceState(null, '', path);
  const bar = (
    <AppRouter path={path} search="">
      <NetworkBar />
    </AppRouter>
  );
  await act(async () => root.render(bar));
  await vi.waitFor(
    async () => {
      await act(async () => undefined);
      expect(container.textContent).toContain(`You are offline. ${age}`);
    },
    { timeout: 10_000 },
  );
});
