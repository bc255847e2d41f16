import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useDocumentTitle } from '../../platform/document.ts';
import { AppRouter, navigate, useAppLocation } from '../../platform/routing/router.tsx';
import { render, pass } from '../../ui/test-render.ts';
import { usePageArrival } from './use-page-arrival.ts';

vi.stubGlobal('scrollTo', () => undefined);

interface PageProps {
  readonly title?: string | undefined;
  readonly heading: string;
  readonly hasButton?: boolean;
}

function Page({ title, heading, hasButton = false }: PageProps): ReactElement {
  useDocumentTitle(title);
  return (
    <main id="main" tabIndex={-1}>
      <h1 key={heading}>{heading}</h1>
      {hasButton && <button type="button">Retry</button>}
    </main>
  );
}

function Frame(props: PageProps): ReactElement {
  const { path } = useAppLocation();
  usePageArrival(path === '/' ? 'Home' : 'Voucher');
  if (path !== '/' && props.heading === '') return <p>On its way</p>;
  return path === '/' ? <Page heading="Home" /> : <Page {...props} />;
}

const frame = (props: PageProps): ReactElement => (
  <AppRouter path="/">
    <Frame {...props} />
  </AppRouter>
);
const focused = (): string | null | undefined => document.activeElement?.textContent;
const settle = (): Promise<void> => pass(100);

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/');
});
afterEach(() => vi.useRealTimers());

test('a page whose heading comes after it was gone to has the focus on it, and says in its title what it is about', async () => {
  const { rerender } = render(frame({ heading: 'Loading' }));
  await act(async () => navigate('/v/ABC'));
  expect(focused()).toBe('Loading');
  expect(document.title).toBe('Voucher · Goodies');
  rerender(frame({ heading: '₦500 voucher', title: 'Win ₦500 · @ada' }));
  await settle();
  expect(focused()).toBe('₦500 voucher');
  expect(document.title).toBe('Win ₦500 · @ada · Goodies');
  await act(async () => navigate('/'));
  expect([document.title, focused()]).toEqual(['Home · Goodies', 'Home']);
  await act(async () => navigate('/v/ABC'));
  expect(document.title).toBe('Win ₦500 · @ada · Goodies');
});

test('a page that comes after it was gone to has the focus on its heading', async () => {
  const { rerender } = render(frame({ heading: '' }));
  await act(async () => navigate('/v/ABC'));
  expect(document.activeElement).toBe(document.body);
  rerender(frame({ heading: '₦500 voucher' }));
  await settle();
  expect(focused()).toBe('₦500 voucher');
});

test('a focused button that disappears leaves the focus to the heading; a focus that was moved meanwhile stays', async () => {
  const shown = { heading: 'Could not open this voucher', hasButton: true };
  const { container, rerender } = render(frame(shown));
  await act(async () => navigate('/v/ABC'));
  act(() => container.querySelector('button')?.focus());
  rerender(frame({ ...shown, hasButton: false }));
  expect(document.activeElement).toBe(document.body);
  await settle();
  expect(focused()).toBe(shown.heading);

  rerender(frame(shown));
  act(() => container.querySelector('button')?.focus());
  rerender(frame({ ...shown, hasButton: false }));
  act(() => container.querySelector('main')?.focus());
  await settle();
  expect(document.activeElement?.id).toBe('main');
});
