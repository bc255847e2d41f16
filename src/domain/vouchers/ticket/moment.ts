/** Formats a moment in a time zone of its own, so that the server and the browser can agree on it. */
const formatter = (options: Intl.DateTimeFormatOptions, timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-GB', { ...options, ...(timeZone && { timeZone }) });

/** '28 Nov' @param timeZone IANA name; the person's own without it */
export const momentDay = (at: Date, timeZone?: string): string =>
  formatter({ day: 'numeric', month: 'short' }, timeZone).format(at);

/** '20:00' */
export const momentTime = (at: Date, timeZone?: string): string =>
  formatter({ hour: '2-digit', minute: '2-digit' }, timeZone).format(at);

/** '18 November 2026' */
export const momentDate = (at: Date, timeZone?: string): string =>
  formatter({ day: 'numeric', month: 'long', year: 'numeric' }, timeZone).format(at);
