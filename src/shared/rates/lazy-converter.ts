import { lazyComponent } from '../../platform/lazy/lazy-component.tsx';

/** Few convert, so its code comes when it is opened. */
export const Converter = lazyComponent(async () => (await import('./converter.tsx')).Converter);
