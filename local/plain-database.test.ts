import { describe, expect, it } from 'vitest';

import { readFollowed } from './plain-database.ts';
import { freshDatabase } from './testing/fresh-device.ts';
import { ULID_A, ULID_B, sampleVoucher } from './testing/samples.ts';

describe('what is followed here', () => {
  it('are open vouchers, those seen last first', async () => {
    const db = freshDatabase();
    const followed = (ulid: string, id: number, fetchedAt: number, changes = {}) =>
      db.vouchers.put({
        ...sampleVoucher({ ulid, id, is_following: true, ...changes }),
        fetchedAt,
      });
    await followed(ULID_A, 1, 10);
    await followed(ULID_B, 2, 20);
    await followed(`${ULID_B.slice(0, -1)}X`, 3, 30, { is_following: false });
    await followed(`${ULID_B.slice(0, -1)}Y`, 4, 40, { status: 'completed' });
    expect(await readFollowed(db.name)).toEqual([ULID_B, ULID_A]);
  });

  it('are none where the app was never opened', async () => {
    expect(await readFollowed('no-such-database')).toEqual([]);
  });
});
