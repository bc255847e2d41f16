import { CODE_LENGTH } from '../constants.ts';

const CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`);

/** Whether a text is a whole code of a voucher, digits alone. */
export const isCode = (text: string): boolean => CODE.test(text);
