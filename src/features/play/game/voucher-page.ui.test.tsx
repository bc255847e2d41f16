import { expect, test } from 'vitest';

import { AppRouter } from '../../../platform/routing/router.tsx';
import { render } from '../../../ui/test-render.ts';
import { VoucherFailed } from './voucher-page.tsx';

test('who logs in or signs up for a private voucher comes back to it', () => {
  history.replaceState(null, '', '/v/7');
  const failure = {
    code: 'unauthenticated',
    message: 'Please log in to claim this voucher',
  } as const;
  const { container } = render(
    <AppRouter path="/v/7">
      <VoucherFailed failure={failure} onRetry={() => undefined} />
    </AppRouter>,
  );
  const ways = [...container.querySelectorAll('a')].map((way) => way.getAttribute('href'));
  expect(ways).toEqual(['/login?next=%2Fv%2F7', '/signup?next=%2Fv%2F7', '/']);
});
