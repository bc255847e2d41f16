import { expect, test } from 'vitest';

import { CACHES, SHARED_PICTURE } from '../contract/storage-keys.ts';
import { memoryCaches } from '../local/testing/fake-environment.ts';
import { receiveShare } from './share-target.ts';

const origin = 'https://goodies.test';

function share(fields: Readonly<Record<string, string | Blob>>) {
  const caches = memoryCaches();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return { caches, answer: receiveShare({ caches, origin }, { formData: async () => form }) };
}

test('a text goes to the page in its address', async () => {
  const { caches, answer } = share({ title: '', text: 'Guess: https://goodies.test/v/1', url: '' });
  const { status, headers } = await answer;
  expect(status).toBe(303);
  const to = new URL(headers.get('location') ?? '');
  expect(to.pathname).toBe('/share');
  expect([...to.searchParams]).toEqual([['text', 'Guess: https://goodies.test/v/1']]);
  expect(caches.contents.size).toBe(0);
});

test('a picture waits on the device', async () => {
  const picture = new File(['pixels'], 'poster.png', { type: 'image/png' });
  const { caches, answer } = share({ picture });
  expect((await answer).headers.get('location')).toBe(`${origin}/share?picture=1`);
  const waiting = await (await caches.open(CACHES.shared)).match(SHARED_PICTURE);
  expect(await waiting?.text()).toBe('pixels');
});

test('a share that cannot be read, and a full device, lead to the page without a picture', async () => {
  const caches = memoryCaches();
  const full = { open: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) };
  const form = new FormData();
  form.set('text', 'Hi');
  form.set('picture', new Blob(['pixels']));
  const broken = await receiveShare(
    { caches, origin },
    { formData: () => Promise.reject(new TypeError()) },
  );
  expect(broken.headers.get('location')).toBe(`${origin}/share`);
  const whole = await receiveShare({ caches: full, origin }, { formData: async () => form });
  expect(whole.headers.get('location')).toBe(`${origin}/share?text=Hi`);
});
