import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';

/** The code with a mark on every digit that keeps its promise; what checks it is fetched after hydration. */
export const ProvedCode = lazyComponent(async () => (await import('./proved-code.tsx')).ProvedCode);
