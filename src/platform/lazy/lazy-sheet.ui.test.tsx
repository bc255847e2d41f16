import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';

import { currentToasts, dismissToast } from '../toast-store.ts';
import { lazySheet } from './lazy-sheet.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

const TopUp = ({ open }: Props): ReactElement => <p>{open ? 'Top up' : 'closed'}</p>;

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

/** A sheet whose code fails so many times, each of them twice, as a page shows it that opens and closes it. */
function setUp(failures: number) {
  const load = vi.fn(async () => TopUp);
  for (let at = 0; at < 2 * failures; at += 1) load.mockRejectedValueOnce(new Error('no network'));
  const Sheet = lazySheet<Props>(load);
  const container = document.createElement('div');
  const root = createRoot(container);
  const onClose = vi.fn();
  const show = (open: boolean): Promise<void> =>
    act(async () => root.render(<Sheet open={open} onClose={onClose} />));
  return { load, container, onClose, show };
}

it('tries again as it is opened', async () => {
  const { container, onClose, show } = setUp(1);
  await show(false);
  expect(container.textContent).toBe('');
  await show(true);
  await vi.waitFor(() => expect(container.textContent).toBe('Top up'));
  expect(onClose).not.toHaveBeenCalled();
});

it('says that it could not be opened and closes, and opens with the next tap', async () => {
  const { container, onClose, show } = setUp(2);
  await show(false);
  await show(true);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(currentToasts().map(({ message }) => message)).toEqual(['Network error occurred']);
  await show(false);
  await show(true);
  await vi.waitFor(() => expect(container.textContent).toBe('Top up'));
});

it('asks for its code once, however often it is opened', async () => {
  const { load, onClose, show } = setUp(0);
  await show(true);
  await show(false);
  await show(true);
  expect(load).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
});
