import { describe, expect, it } from 'vitest';

import type { OfflineBundle } from '../contract/document/offline-bundle.ts';
import { readOfflineBundle } from './offline-bundle.ts';

const BUNDLE: OfflineBundle = {
  'login.html': {
    text: '<p>₦</p>',
    headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'self'" },
  },
};

describe('the bundle of a first installation', () => {
  it('holds files with their headers', async () => {
    const files = await readOfflineBundle(
      async () => Response.json(BUNDLE),
      '/assets/offline.json',
    );
    const page = files.get('login.html');
    expect(await page?.text()).toBe('<p>₦</p>');
    expect(page?.headers.get('content-security-policy')).toBe("default-src 'self'");
  });

  it.each([
    ['is not there', async () => new Response('Not found', { status: 404 })],
    ['is cut off', async () => new Response('{"login.html":{"te')],
    [
      'does not come',
      async (): Promise<Response> => {
        throw new TypeError('failed to fetch');
      },
    ],
  ])('is empty when it %s', async (_case, fetch) => {
    expect((await readOfflineBundle(fetch, '/assets/offline.json')).size).toBe(0);
  });
});
