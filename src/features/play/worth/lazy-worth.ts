import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';

/** What a foreign prize is worth: not what people look at first, so its code comes after hydration. */
export const PrizeWorth = lazyComponent(async () => (await import('./prize-worth.tsx')).PrizeWorth);
