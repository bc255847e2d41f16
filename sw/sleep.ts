/** Settles after so many milliseconds, as long as the browser lets the service worker live. */
export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
