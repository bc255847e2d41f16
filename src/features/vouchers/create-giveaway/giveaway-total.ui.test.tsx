import { expect, test } from 'vitest';

import type { ErrorCode } from '../../../../contract/errors.ts';
import { render } from '../../../ui/test-render.ts';
import { PostOutcome } from './giveaway-total.tsx';

const saidAfter = (code: ErrorCode): string | null =>
  render(
    <PostOutcome
      state={{ phase: 'editing', isMade: true }}
      failure={{ code, message: 'It failed.' }}
      hasCover={false}
      isOffline={false}
    />,
  ).container.textContent;

test('one whose payment was refused is not live', () => {
  expect(saidAfter('insufficient_funds')).toContain('saved, not live');
});

test('of one whose payment was not answered nobody says that it is not live', () => {
  for (const code of ['network', 'timeout'] as const) {
    expect(saidAfter(code)).not.toContain('not live');
    expect(saidAfter(code)).toContain('may be live already: see My Vouchers');
  }
});
