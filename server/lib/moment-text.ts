/** As messages tell it, e.g. '29 Nov 2026, 14:05' where the reader is. @param timeZone e.g. 'Africa/Lagos' */
export const momentText = (moment: Date, timeZone: string): string =>
  moment.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
