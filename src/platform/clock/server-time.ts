let aheadMs = 0;

/** Notes how far this device's clock is ahead of the server's, ms. */
export const noteClock = (ms: number): void => void (aheadMs = ms);

export const isClockOff = (): boolean => aheadMs !== 0;

/** The server's time as far as it is known, else this device's; ms since the epoch. By this go waits and deadlines. */
export const serverNow = (): number => Date.now() - aheadMs;
