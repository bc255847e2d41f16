import { expect, test } from 'vitest';

import { notKnown } from './use-tell-if-left.ts';

test.each([
  ['Network error occurred', 'Network error occurred. It may be done.'],
  ['Try again in a minute.', 'Try again in a minute. It may be done.'],
  ['Your session has expired!', 'Your session has expired! It may be done.'],
])('the reason %j is a sentence of its own', (message, text) => {
  expect(notKnown(message, 'It may be done.').text).toBe(text);
});
