import type { Browser, TestInfo } from '@playwright/test';

import { openSlowLink } from '../../bench/slow-link.ts';
import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { findFreePort } from '../../scripts/lib/free-port.ts';
import { expectSound } from '../fixtures/e2e/screen.ts';
import { walkToRedeemed } from '../fixtures/e2e/flows/hand-over-flow.ts';
import { walkToShared } from '../fixtures/e2e/flows/post-flow.ts';
import { untilStill, type Walk } from '../fixtures/e2e/flows/walk.ts';
import { walkToTheMoney } from '../fixtures/e2e/flows/win-flow.ts';
import { reportShifts } from '../fixtures/e2e/layout-shift.ts';
import { pickUpSlowPhone, type SlowPhone } from '../fixtures/e2e/slow-phone.ts';
import { expect, test as base } from '../fixtures/e2e/test.ts';

const SHIFT_LIMIT = 0.02;

/** With `POOR_LINE=1` the app is behind a line as slow as its phone, which takes minutes. */
const test = base.extend<{ readonly address: string }>({
  sharing: 'making',
  address: async ({ url, servers }, provide) => {
    if (!process.env['POOR_LINE']) return provide(url);
    const port = await findFreePort();
    const link = await openSlowLink(`http://localhost:${port}`);
    const { dataDir, env } = await servers.copyData();
    const server = await startBuiltServer({
      port,
      dataDir,
      env: { ...env, PUBLIC_ORIGIN: link.url },
    });
    await provide(link.url);
    await server.kill();
    return link.stop();
  },
});

// One in some hundred of them stands still for a reason that is not known: what was under way then is kept.
test.use({ trace: 'retain-on-first-failure' });

/** Sends somebody through a flow on a slow phone: after each step it is accessible, and nothing moves by itself on the way. */
async function send(
  { browser, url }: { readonly browser: Browser; readonly url: string },
  info: TestInfo,
  flow: (walk: Walk) => Promise<void>,
): Promise<void> {
  const phones: SlowPhone[] = [];
  const pickUp = async (): Promise<SlowPhone> => {
    const phone = await pickUpSlowPhone(browser, url);
    phones.push(phone);
    return phone;
  };
  try {
    await flow({
      page: (await pickUp()).page,
      url,
      openPhone: async () => (await pickUp()).page,
      look: async (page) => {
        await untilStill(page);
        const phone = phones.find((one) => one.page === page);
        await phone?.lookAt(async () => {
          await expectSound(page);
        });
      },
    });
    const { sum, worstWindow, lines } = reportShifts(phones.flatMap(({ shifts }) => shifts.all()));
    const said = `sum ${sum.toFixed(4)}, worst window ${worstWindow.toFixed(4)}`;
    info.annotations.push({ type: 'layout shift', description: said });
    if (process.env['SHOW_SHIFTS']) console.log([said, ...lines].join('\n'));
    expect(sum, lines.join('\n')).toBeLessThanOrEqual(SHIFT_LIMIT);
    expect(phones.flatMap(({ faults }) => faults)).toEqual([]);
  } finally {
    for (const phone of phones) await phone.close();
  }
}

for (const { title, walk } of [
  { title: 'from a shared link to money in the bank', walk: walkToTheMoney },
  { title: 'from a payment voucher to its redemption by another person', walk: walkToRedeemed },
  { title: 'from an empty form to a giveaway that is live and shared', walk: walkToShared },
]) {
  test(title, async ({ browser, address }, info) => {
    await send({ browser, url: address }, info, walk);
  });
}
