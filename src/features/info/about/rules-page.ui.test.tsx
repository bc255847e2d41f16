import { expect, test } from 'vitest';

import { render } from '../../../ui/test-render.ts';
import RulesPage from './rules-page.tsx';

test('sharers read that their part is paid however a voucher ends, as the server pays it', () => {
  const text = render(<RulesPage />).container.textContent;
  expect(text).toContain('in equal parts, when the voucher ends, even if nobody has won.');
});
