import { withoutInvisible } from '../plain-text.ts';

const CODE = /^\s*([A-Z0-9]{4,16})(?![A-Z0-9])/;

/** Reads the code from a link's `ref`, in upper case; undefined if there is none. */
export const readReferralCode = (text: string): string | undefined =>
  CODE.exec(withoutInvisible(text).toUpperCase())?.[1];
