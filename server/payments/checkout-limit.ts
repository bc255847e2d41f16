/** Checkouts that a user may start: far above what a person needs, far below what fills a table. */
export const CHECKOUT_LIMIT = { hits: 60, windowMs: 60 * 60 * 1000 };

export const checkoutLimitKey = (userId: number): string => `checkout:user:${userId}`;
