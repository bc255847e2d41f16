import { lazyPart } from '../../lib/lazy-part.tsx';

/** The code with a mark on every digit that keeps its promise; what checks it comes once the page has been taken over. */
export const ProvedCode = lazyPart(async () => (await import('./proved-code.tsx')).ProvedCode);
