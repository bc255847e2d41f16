import type { Seed } from '../contract/document/seed.ts';

export interface Renderer {
  readonly renderPage: (request: {
    readonly path: string;
    readonly seed: Seed;
    readonly origin: string;
  }) => Promise<{ readonly body: string; readonly head: string; readonly keypad: string }>;
  readonly serializeSeed: (seed: Seed) => string;
  readonly isKnownPath: (path: string) => boolean;
}
