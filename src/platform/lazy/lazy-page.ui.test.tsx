import { act, Component, Suspense, type ReactElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';

import { render } from '../../ui/test-render.ts';
import { lazyPage } from './lazy-page.tsx';

function Hello(): ReactElement {
  return <h1>Hello</h1>;
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? 'failed' : this.props.children;
  }
}

it('renders without suspending once preloaded, on the server too', async () => {
  const Page = lazyPage(async () => ({ default: Hello }));
  await Page.preload();
  expect(renderToString(<Page />)).toBe('<h1>Hello</h1>');
});

it('fetches once, however often it is asked', async () => {
  const load = vi.fn(async () => ({ default: Hello }));
  const Page = lazyPage(load);
  await Promise.all([Page.preload(), Page.preload()]);
  expect(load).toHaveBeenCalledTimes(1);
});

it('shows a download that fails twice as an error, and fetches again when told to', async () => {
  const load = vi
    .fn<() => Promise<{ default: typeof Hello }>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue({ default: Hello });
  const Page = lazyPage(load);
  const page = (key: string): ReactElement => (
    <Boundary key={key}>
      <Suspense fallback="loading">
        <Page />
      </Suspense>
    </Boundary>
  );
  const { container, rerender } = await act(async () =>
    render(page('first'), { onCaughtError: vi.fn() }),
  );
  await vi.waitFor(() => expect(container.textContent).toBe('failed'));
  expect(load).toHaveBeenCalledTimes(2);
  await Page.preload();
  await act(async () => rerender(page('second')));
  expect(container.textContent).toBe('Hello');
});
