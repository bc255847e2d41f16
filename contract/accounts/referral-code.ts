import { withoutInvisible } from '../plain-text.ts';

const CODE = /^\s*([A-Z0-9]{4,16})(?![A-Z0-9])/;

/** A referral code as an API takes it: in either case, and with what a sentence or a tracker has put behind it. */
export const REFERRAL_CODE_PATTERN = '^\\s*[A-Za-z0-9]{4,16}(?![A-Za-z0-9])';

/** The code in a link's `ref`, in capitals as users have it; undefined where there is none. */
export const readReferralCode = (text: string): string | undefined =>
  CODE.exec(withoutInvisible(text).toUpperCase())?.[1];
