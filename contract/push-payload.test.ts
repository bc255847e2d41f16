import { describe, expect, it } from 'vitest';

import { parsePushPayload } from './push-payload.ts';

const BARE = {
  title: 'You won',
  body: '',
  url: '/',
  tag: 'goodies',
  id: '',
  voucher: '',
  unread: undefined,
};

describe('push payloads', () => {
  it('reads title, body and data.url, as the specification has them', () => {
    const payload = { title: 'You won', body: '₦5,000', data: { url: '/v/7' } };
    const expected = { ...BARE, body: '₦5,000', url: '/v/7' };
    expect(parsePushPayload(payload)).toEqual(expected);
    const { title, body, data } = payload;
    expect(parsePushPayload({ notification: { title, body }, data })).toEqual(expected);
  });

  it("reads plain data and the push service's envelope alike", () => {
    const expected = { ...BARE, url: '/v/1' };
    expect(parsePushPayload({ title: 'You won', url: '/v/1' })).toEqual(expected);
    expect(parsePushPayload({ from: '1', data: { title: 'You won', url: '/v/1' } })).toEqual(
      expected,
    );
  });

  it('takes no voucher and no count that is none, and no more of a text than fits', () => {
    const data = { title: 'x'.repeat(9_000), voucher: '../../evil', unread: '1e9', id: 7 };
    expect(parsePushPayload({ data })).toEqual({ ...BARE, title: 'x'.repeat(500) });
    const good = { title: 'You won', voucher: '01ARZ3NDEKTSV4RRFFQ69G5FAV', unread: '3', id: '9' };
    expect(parsePushPayload({ data: good })).toEqual({
      ...BARE,
      voucher: good.voucher,
      unread: 3,
      id: '9',
    });
  });

  it.each([null, 'text', 7, {}, { title: 3 }, { data: {} }])('shows nothing for %j', (raw) => {
    expect(parsePushPayload(raw)).toBeUndefined();
  });
});
