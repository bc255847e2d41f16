import { lazyPart } from '../../../platform/lazy/lazy-component.tsx';

/** The code with a mark on every digit that keeps its promise; what checks it comes once the page has been taken over. */
export const ProvedCode = lazyPart(async () => (await import('./proved-code.tsx')).ProvedCode);
