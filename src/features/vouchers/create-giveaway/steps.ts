import { PAYMENT_FIELDS, type PaymentField } from '../../../shared/payments/payment-choice.ts';
import type { GiveawayField } from './giveaway-form.ts';

/** A giveaway is written in these steps where the screen is narrow, and all at once where it is wide. */
export const STEPS = ['prize', 'reveal', 'look', 'pay'] as const;
export type Step = (typeof STEPS)[number];

export const STEP_NAMES: Readonly<Record<Step, string>> = {
  prize: 'Prize',
  reveal: 'Reveal',
  look: 'Look',
  pay: 'Pay',
};

/** What each is about, over its fields. */
export const STEP_TITLES: Readonly<Record<Step, string>> = {
  prize: 'What is won',
  reveal: 'How it is won',
  look: 'How it looks',
  pay: 'How you pay',
};

/** Fields that can be wrong, by step, from top to bottom. */
export const STEP_FIELDS = {
  prize: ['amount', 'network'],
  reveal: ['code', 'firstViews', 'secondViews', 'opensAt', 'expiresAt'],
  look: ['cover', 'adUrl', 'adCopy'],
  pay: PAYMENT_FIELDS,
} as const satisfies Readonly<Record<Step, readonly (GiveawayField | PaymentField)[]>>;

/** The same width as in post-form.module.css. */
const NARROW = '(max-width: 61.9375rem)';

/** Whether the screen shows one step at a time. */
export const isInSteps = (): boolean => matchMedia(NARROW).matches;

/** From the query of the address; the first step where it names none. */
export const readStep = (query: URLSearchParams): Step =>
  STEPS.find((step) => step === query.get('step')) ?? 'prize';

export const stepPath = (path: string, step: Step): string =>
  step === 'prize' ? path : `${path}?step=${step}`;

export const nextStep = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? 'pay';
export const stepBefore = (step: Step): Step => STEPS[STEPS.indexOf(step) - 1] ?? 'prize';

export const stepOf = (field: string): Step =>
  STEPS.find((step) => STEP_FIELDS[step].some((one) => one === field)) ?? 'pay';
