import { describe, expect, it } from 'vitest';

import { SINGLE } from '../../local/rows.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { sampleUser } from '../../local/testing/samples.ts';
import { lost, signedInFixture, tooSlow, workerFixture } from '../testing/worker-fixture.ts';

const answers = ({ path }: { readonly path: string }): Response => {
  if (path.endsWith('/user/region'))
    return json(200, { success: true, data: { key: 'ghana', code: 'GH' } });
  if (path.endsWith('/wallet/balances'))
    return json(200, { success: true, data: { wallets: { GHS: { amount: 0 } } } });
  return json(200, { success: true, data: { USD: { GHS: 12 } }, updated_at: '', source: 'live' });
};

describe('changing the region', () => {
  it('is refused for unknown ones and to visitors, before anything is sent', async () => {
    const { api, server } = workerFixture(answers);
    expect(await api.setRegion('mars')).toMatchObject({
      error: { message: 'Invalid region: mars' },
    });
    expect(await api.setRegion('ghana')).toMatchObject({
      error: { message: 'User is not authenticated. Please login first.' },
    });
    expect(server.requests).toHaveLength(0);
  });

  it('changes the user, and has rates and balances fetched anew', async () => {
    const { api, db } = await signedInFixture(answers);
    expect(await api.setRegion('ghana')).toMatchObject({ ok: true });
    expect((await db.user.get(SINGLE))?.user).toMatchObject({
      region: 'ghana',
      country_code: 'GH',
    });
    expect(await db.rates.count()).toBe(1);
    expect(await db.wallets.toArray()).toMatchObject([{ currency: 'GHS', amount: 0 }]);
  });

  it('stands also when rates and balances cannot be fetched', async () => {
    const { api, db } = await signedInFixture((request) =>
      request.path.endsWith('/user/region') ? answers(request) : json(500),
    );
    expect(await api.setRegion('ghana')).toMatchObject({ ok: true });
    expect((await db.user.get(SINGLE))?.user.region).toBe('ghana');
  });

  it('whose answer was lost has the user asked for anew, also where that fails at first', async () => {
    const { api, db, server, pass } = await signedInFixture(lost);
    pass(1);
    await api.setRegion('ghana');
    await api.refreshUser({ force: true });
    const user = sampleUser({ region: 'ghana' });
    server.answerBy(() => json(200, { success: true, data: user, subscription: null }));
    await api.refreshUser();
    expect((await db.user.get(SINGLE))?.user.region).toBe('ghana');
  });

  it('that takes too long says so, and changes nothing here', async () => {
    const { api, db } = await signedInFixture(tooSlow);
    const before = await db.user.get(SINGLE);
    expect(await api.setRegion('ghana')).toMatchObject({
      error: { code: 'region_timeout', message: 'Region update timed out' },
    });
    expect(await db.user.get(SINGLE)).toEqual(before);
  });
});
