import { describe, expect, it } from 'vitest';
import sharp from 'sharp';

import { storeAvatar } from '../../../server/accounts/profile.ts';
import type { CoverStore } from '../../../server/media/cover-store.ts';
import { signUp } from '../../fixtures/api/accounts.ts';
import { filePart, rawForm } from '../../fixtures/api/raw-form.ts';
import { refusalOf } from '../../fixtures/api/refusal.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { flatPicture } from '../../fixtures/cover-files.ts';

const test = setUpApp();

const dataOf = ({ body }: Reply): unknown => body['data'];
const avatarIn = (reply: Reply): string => (dataOf(reply) as { avatar: string }).avatar;
const userOf = (token: string) => test.call('GET', '/api/user', { token });
const read = () => flatPicture('png');

describe('a picture', () => {
  const send = (token: string, bytes: Buffer) =>
    test.call('POST', '/user/avatar', { token, ...rawForm([filePart('avatar', 'me.png', bytes)]) });

  it('is stored as a small square, and takes the place of the one before', async () => {
    const user = await signUp(test);
    const picture = sharp({ create: { width: 600, height: 300, channels: 3, background: '#f80' } });
    const bytes = await picture.jpeg().toBuffer();
    const first = avatarIn(await send(user.token, bytes));
    const { rawPayload } = await test.app.inject(first);
    expect(await sharp(rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    });
    const second = avatarIn(await send(user.token, bytes));
    expect(second).not.toBe(first);
    expect((await test.call('GET', `root:${first}`)).status).toBe(404);
  });

  it('stays where the commit that gave it to its user got no answer', async () => {
    const user = await signUp(test);
    const lost = new Error('no answer');
    const db = new Proxy(test.deps.db, {
      get: (target, name) =>
        name === 'transaction'
          ? async (...work: Parameters<typeof target.transaction>) => {
              await target.transaction(...work);
              throw lost;
            }
          : (Reflect.get(target, name) as unknown),
    });
    await expect(storeAvatar({ ...test.deps, db }, user.id, { read })).rejects.toBe(lost);
    const shown = String((await userOf(user.token)).body['avatar']);
    expect((await test.app.inject(shown)).statusCode).toBe(200);
  });

  it('is not left behind in a store that took it and answered too late', async () => {
    const user = await signUp(test);
    const late = new Error('did not answer in time');
    const taken: string[] = [];
    const covers: CoverStore = {
      ...test.deps.covers,
      async put(path, content) {
        await test.deps.covers.put(path, content);
        taken.push(test.deps.covers.urlOf(path));
        throw late;
      },
    };
    await expect(storeAvatar({ ...test.deps, covers }, user.id, { read })).rejects.toBe(late);
    expect(taken).toHaveLength(1);
    expect((await test.app.inject(String(taken[0]))).statusCode).toBe(404);
  });

  it('that is none is refused', async () => {
    const user = await signUp(test);
    const refused = await send(user.token, Buffer.from('<svg onload="alert(1)"/>'));
    expect(refusalOf(refused)).toEqual([415, 'avatar_invalid']);
    expect((await userOf(user.token)).body['avatar']).toBeNull();
  });
});
