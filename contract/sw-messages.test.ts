import { expect, it } from 'vitest';
import { isToServiceWorker } from './sw-messages.ts';

it.each([{ type: 'skip-waiting' }, { type: 'cache-document', path: '/v/1' }])(
  'knows %j',
  (message) => {
    expect(isToServiceWorker(message)).toBe(true);
  },
);

it.each([undefined, 'skip-waiting', { type: 'something-newer' }, { type: 'cache-document' }])(
  'leaves %j alone',
  (message) => {
    expect(isToServiceWorker(message)).toBe(false);
  },
);
