import { expect, it } from 'vitest';

import type { Deps } from '../deps.ts';
import { type DueMail, notificationMail } from './send-notification-mails.ts';

const deps = {
  config: { publicOrigin: 'https://goodies.test' },
  secrets: { lookupHash: () => 'hash' },
} as unknown as Pick<Deps, 'config' | 'secrets'>;

it('ends each sentence once', () => {
  const mail = notificationMail(deps, {
    kind: 'digit_revealed',
    data: { amount: 500, currency: 'NGN', username: 'ada' },
    userId: 1,
    username: 'kofi',
  } as DueMail);
  expect(mail.text).toContain('A digit has been revealed!\n\n₦500 by @ada.\n\n');
});
