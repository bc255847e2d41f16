/** Addresses are compared and stored in lower case. */
export const normaliseEmail = (email: string): string => email.toLowerCase();
