import { expect, it } from 'vitest';
import { isToServiceWorker } from './sw-messages.ts';

it.each([
  { type: 'skip-waiting' },
  { type: 'cache-document', path: '/v/1' },
  { type: 'cache-theme', theme: 'dark' },
])('knows %j', (message) => {
  expect(isToServiceWorker(message)).toBe(true);
});

it.each([
  undefined,
  'skip-waiting',
  { type: 'something-newer' },
  { type: 'cache-document' },
  { type: 'cache-theme' },
  // It would be written into every cached page.
  { type: 'cache-theme', theme: '"><script>' },
])('leaves %j alone', (message) => {
  expect(isToServiceWorker(message)).toBe(false);
});
