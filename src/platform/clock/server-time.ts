let aheadMs = 0;

/** Stores how many ms this device's clock is ahead of the server's. */
export const noteClock = (ms: number): void => void (aheadMs = ms);

export const isClockOff = (): boolean => aheadMs !== 0;

/** The server's time in ms since the epoch, or the device's time while it is unknown. */
export const serverNow = (): number => Date.now() - aheadMs;
