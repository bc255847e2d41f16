import { expect, it } from 'vitest';
import { isToServiceWorker } from './sw-messages.ts';

it.each([
  { type: 'skip-waiting' },
  { type: 'keep-document', path: '/v/1' },
  { type: 'keep-theme', theme: 'dark' },
])('knows %j', (message) => {
  expect(isToServiceWorker(message)).toBe(true);
});

it.each([
  undefined,
  'skip-waiting',
  { type: 'something-newer' },
  { type: 'keep-document' },
  { type: 'keep-theme' },
  // It would be written into every kept page.
  { type: 'keep-theme', theme: '"><script>' },
])('leaves %j alone', (message) => {
  expect(isToServiceWorker(message)).toBe(false);
});
