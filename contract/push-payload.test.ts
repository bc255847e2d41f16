import { describe, expect, it } from 'vitest';

import { parsePushPayload } from './push-payload.ts';
import { isToServiceWorker } from './sw-messages.ts';

describe('push payloads', () => {
  it('reads title, body and data.url, as the specification has them', () => {
    const payload = { title: 'You won', body: '₦5,000', data: { url: '/v/7' } };
    const expected = { title: 'You won', body: '₦5,000', url: '/v/7', tag: 'goodies' };
    expect(parsePushPayload(payload)).toEqual(expected);
    const { title, body, data } = payload;
    expect(parsePushPayload({ notification: { title, body }, data })).toEqual(expected);
  });

  it("reads plain data and the push service's envelope alike", () => {
    const expected = { title: 'You won', body: '', url: '/v/1', tag: 'goodies' };
    expect(parsePushPayload({ title: 'You won', url: '/v/1' })).toEqual(expected);
    expect(parsePushPayload({ from: '1', data: { title: 'You won', url: '/v/1' } })).toEqual(
      expected,
    );
  });

  it.each([null, 'text', 7, {}, { title: 3 }, { data: {} }])('shows nothing for %j', (raw) => {
    expect(parsePushPayload(raw)).toBeUndefined();
  });
});

describe('messages to the service worker', () => {
  it('takes those it knows and refuses the rest', () => {
    expect(isToServiceWorker({ type: 'skip-waiting' })).toBe(true);
    expect(isToServiceWorker({ type: 'cache-document', path: '/v/1' })).toBe(true);
    expect(isToServiceWorker({ type: 'cache-document' })).toBe(false);
    expect(isToServiceWorker({ type: 'something-newer' })).toBe(false);
    expect(isToServiceWorker('skip-waiting')).toBe(false);
  });
});
