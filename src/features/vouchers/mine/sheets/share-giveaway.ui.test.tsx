import { expect, test, vi } from 'vitest';

import { sampleCreated } from '../../../../../local/testing/samples.ts';
import { render } from '../../../../ui/test-render.ts';
import { ShareGiveaway } from './share-giveaway.tsx';

vi.mock('../../../../shared/accounts/user.ts', () => ({ useUser: () => undefined }));

const noop = (): void => undefined;
const sheetOf = (changes: Parameters<typeof sampleCreated>[0]) => {
  const voucher = { ...sampleCreated({ purpose: 'giveaway', ...changes }), fetchedAt: 0 };
  return <ShareGiveaway voucher={voucher} onDone={noop} onClose={noop} />;
};

test('a giveaway that was won while it was shown is not to be shared any more', () => {
  const { container, rerender } = render(sheetOf({}));
  expect(container.textContent).toContain('Share it, so that people find it.');
  rerender(sheetOf({ status: 'completed' }));
  expect(container.textContent).toBe('This giveaway is over.');
});
