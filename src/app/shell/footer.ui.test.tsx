import { expect, test, vi } from 'vitest';

import { AppRouter } from '../../platform/routing/router.tsx';
import { click, one, render } from '../../ui/test-render.ts';
import { Footer, socialName } from './footer.tsx';

vi.stubGlobal('__APP_VERSION__', '1');
vi.mock('../../platform/live/use-live.ts', () => ({ useLive: () => ({ phase: 'loading' }) }));

const footerOn = (path: string): HTMLElement => {
  history.replaceState(null, '', path);
  return render(
    <AppRouter path={path}>
      <Footer />
    </AppRouter>,
  ).container;
};

test('a signed-in user’s page ends with one line, which opens the rest', () => {
  const footer = footerOn('/wallet');
  const line = one(footer, 'button');
  const isOpen = () => [
    line.getAttribute('aria-expanded'),
    document.getElementById(line.getAttribute('aria-controls') ?? '')?.dataset['open'],
  ];
  expect(isOpen()).toEqual(['false', 'false']);
  click(line);
  expect(isOpen()).toEqual(['true', 'true']);
});

test('a page for everybody has the whole footer', () => {
  expect(footerOn('/welcome').querySelector('button')).toBe(null);
});

test.each([
  ['https://x.com/goodies', 'X'],
  ['https://www.instagram.com/goodies/', 'Instagram'],
  ['https://m.facebook.com/goodies', 'Facebook'],
  ['https://goodies.example/news', 'goodies.example'],
  // Another host that only ends in the same letters.
  ['https://notx.com/goodies', 'notx.com'],
])('%s is called %s', (href, name) => {
  expect(socialName(href)).toBe(name);
});
