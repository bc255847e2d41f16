import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';

import { lazyComponent } from './lazy-component.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const Hello = ({ name }: { readonly name: string }): ReactElement => <b>Hello {name}</b>;

it('is not in what the server renders', async () => {
  const Part = lazyComponent(async () => Hello);
  await Part.preload();
  expect(renderToString(<Part name="Ada" before="Wait" />)).toBe('Wait');
});

it('appears once its code is here, and is fetched once', async () => {
  const load = vi.fn(async () => Hello);
  const Part = lazyComponent(load);
  const container = document.createElement('div');
  const root = createRoot(container);
  await act(async () => root.render(<Part name="Ada" before="Wait" />));
  await vi.waitFor(() => expect(container.textContent).toBe('Hello Ada'));
  await act(async () => root.render(<Part key="second" name="Kofi" />));
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
  const container = document.createElement('div');
  const root = createRoot(container);
  await act(async () => root.render(<Part name="Ada" before="Wait" />));
  expect(container.textContent).toBe('Wait');
  await act(async () => root.render(<Part key="second" name="Ada" before="Wait" />));
  await vi.waitFor(() => expect(container.textContent).toBe('Hello Ada'));
  expect(load).toHaveBeenCalledTimes(3);
});

it('tries again when the network returns', async () => {
  const load = failing();
  const Part = lazyComponent(load);
  const container = document.createElement('div');
  await act(async () => createRoot(container).render(<Part name="Ada" before="Wait" />));
  expect(container.textContent).toBe('Wait');
  await act(async () => void dispatchEvent(new Event('online')));
  await vi.waitFor(() => expect(container.textContent).toBe('Hello Ada'));
});
