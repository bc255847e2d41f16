import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';

import { useOnceTrue } from './use-once-true.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const Shown = ({ holds }: { holds: boolean }): ReactElement => <p>{String(useOnceTrue(holds))}</p>;

it('stays true once it was', async () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  const seen: (string | null)[] = [];
  for (const holds of [false, true, false]) {
    await act(async () => root.render(<Shown holds={holds} />));
    seen.push(container.textContent);
  }
  expect(seen).toEqual(['false', 'true', 'true']);
});
