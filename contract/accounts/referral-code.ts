import { withoutInvisible } from '../plain-text.ts';

const CODE = /^\s*([A-Z0-9]{4,16})(?![A-Z0-9])/;

/** The code in a link's `ref`, in capitals as users have it; undefined where there is none. */
export const readReferralCode = (text: string): string | undefined =>
  CODE.exec(withoutInvisible(text).toUpperCase())?.[1];
