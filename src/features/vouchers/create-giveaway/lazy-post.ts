import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';

/* What explains a giveaway and pays for it: the form is there and can be filled in before any of it. */
export const GiveawayPreview = lazyComponent(
  async () => (await import('./giveaway-preview.tsx')).GiveawayPreview,
);
export const SafetyCard = lazyComponent(
  async () => (await import('./reveal/safety-card.tsx')).SafetyCard,
);
