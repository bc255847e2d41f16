import { lazyPart } from '../../platform/lazy/lazy-component.tsx';

/* What explains a giveaway and pays for it: the form is there and can be filled in before any of it. */
export const GiveawayPreview = lazyPart(
  async () => (await import('./giveaway-preview.tsx')).GiveawayPreview,
);
export const SafetyCard = lazyPart(async () => (await import('./safety-card.tsx')).SafetyCard);
export const PaymentPicker = lazyPart(
  async () => (await import('../../domain/payments/payment-picker.tsx')).PaymentPicker,
);
