import { lazyComponent } from '../../platform/lazy/lazy-component.tsx';

export const Converter = lazyComponent(async () => (await import('./converter.tsx')).Converter);
