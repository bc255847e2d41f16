import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import '../ui/styles/shapes.css';

import { renderToString } from 'react-dom/server';

import type { Seed } from '../../contract/document/seed.ts';
import { earlyKeypad } from '../features/play/guess/early-keypad.tsx';
import { App } from './app.tsx';
import { pageHead, headHtml } from './page-head.ts';
import { routeFor } from './match-route.ts';
import { Footer } from './shell/shell.tsx';

export { isKnownPath } from './match-route.ts';
export { serializeSeed } from '../../contract/document/seed.ts';

export interface RenderRequest {
  readonly path: string;
  readonly seed?: Seed;
  /** Scheme and host, which link previews need. */
  readonly origin?: string;
}

export interface RenderedPage {
  readonly body: string;
  readonly head: string;
  /** Empty where nothing is guessed. */
  readonly keypad: string;
}

/** Renders for a signed-out visitor; the document must contain the same seed for hydration. */
export async function renderPage({
  path,
  seed = {},
  origin = '',
}: RenderRequest): Promise<RenderedPage> {
  const route = routeFor(path);
  await Promise.all([route.page.preload(), Footer.preload()]);
  const html = renderToString(<App path={path} seed={seed} />);
  return {
    // React adds preload links for pictures of the same document, which save nothing.
    body: html.replace(/^(?:<link rel="preload"[^>]*>)+/, ''),
    keypad: seed.voucher ? earlyKeypad(seed.voucher) : '',
    head: headHtml(pageHead({ path, title: route.title, seed, origin })),
  };
}
