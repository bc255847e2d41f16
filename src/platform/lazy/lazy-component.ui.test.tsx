import { act, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';

import { render, settle } from '../../ui/test-render.ts';
import { clearToasts, toasts } from '../toast-store.ts';
import { lazyComponent, lazySheet, useOnceTrue } from './lazy-component.tsx';

const Hello = ({ name }: { readonly name: string }): ReactElement => <b>Hello {name}</b>;

it('is not in what the server renders', async () => {
  const Part = lazyComponent(async () => Hello);
  await Part.preload();
  expect(renderToString(<Part name="Ada" before="Wait" />)).toBe('Wait');
});

it('appears once its code is here, and is fetched once', async () => {
  const load = vi.fn(async () => Hello);
  const Part = lazyComponent(load);
  const { container, rerender } = render(<Part name="Ada" before="Wait" />);
  await vi.waitFor(() => expect(container.textContent).toBe('Hello Ada'));
  rerender(<Part key="second" name="Kofi" />);
  expect(container.textContent).toBe('Hello Kofi');
  expect(load).toHaveBeenCalledTimes(1);
});

it('is fetched once more where that fails', async () => {
  const load = vi
    .fn<() => Promise<typeof Hello>>()
    .mockRejectedValueOnce(new Error('reset'))
    .mockResolvedValue(Hello);
  await lazyComponent(load).preload();
  expect(load).toHaveBeenCalledTimes(2);
});

const failing = () =>
  vi
    .fn<() => Promise<typeof Hello>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(Hello);

it('keeps what stood there when the download fails, and tries again in the next place', async () => {
  const load = failing();
  const Part = lazyComponent(load);
  const { container, rerender } = render(<Part name="Ada" before="Wait" />);
  expect(container.textContent).toBe('Wait');
  await settle();
  rerender(<Part key="second" name="Ada" before="Wait" />);
  await vi.waitFor(() => expect(container.textContent).toBe('Hello Ada'));
  expect(load).toHaveBeenCalledTimes(3);
});

it('tries again when the network returns', async () => {
  const load = failing();
  const Part = lazyComponent(load);
  const { container } = render(<Part name="Ada" before="Wait" />);
  await settle();
  expect(container.textContent).toBe('Wait');
  await act(async () => void dispatchEvent(new Event('online')));
  await vi.waitFor(() => expect(container.textContent).toBe('Hello Ada'));
});

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

const TopUp = ({ open }: Props): ReactElement => <p>{open ? 'Top up' : 'closed'}</p>;

afterEach(clearToasts);

/** A sheet whose code fails so many times, each of them twice, as a page opens and closes it. */
function setUp(failures: number) {
  const load = vi.fn(async () => TopUp);
  for (let at = 0; at < 2 * failures; at += 1) load.mockRejectedValueOnce(new Error('no network'));
  const Sheet = lazySheet<Props>(load);
  const onClose = vi.fn();
  const { container, rerender } = render(null);
  const show = (open: boolean): Promise<void> =>
    act(async () => rerender(<Sheet open={open} onClose={onClose} />));
  return { load, container, onClose, show };
}

it('a sheet tries again as it is opened', async () => {
  const { container, onClose, show } = setUp(1);
  await show(false);
  expect(container.textContent).toBe('');
  await show(true);
  await vi.waitFor(() => expect(container.textContent).toBe('Top up'));
  expect(onClose).not.toHaveBeenCalled();
});

it('a sheet says that it could not be opened and closes, and opens with the next tap', async () => {
  const { container, onClose, show } = setUp(2);
  await show(false);
  await show(true);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(toasts.get().map(({ message }) => message)).toEqual(['Network error occurred']);
  await show(false);
  await show(true);
  await vi.waitFor(() => expect(container.textContent).toBe('Top up'));
});

it('a sheet asks for its code once, however often it is opened', async () => {
  const { load, onClose, show } = setUp(0);
  await show(true);
  await show(false);
  await show(true);
  expect(load).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
});

const Shown = ({ holds }: { holds: boolean }): ReactElement => <p>{String(useOnceTrue(holds))}</p>;

it('what was true once stays so', () => {
  const { container, rerender } = render(<Shown holds={false} />);
  for (const [holds, shown] of [
    [false, 'false'],
    [true, 'true'],
    [false, 'true'],
  ] as const) {
    rerender(<Shown holds={holds} />);
    expect(container.textContent).toBe(shown);
  }
});
