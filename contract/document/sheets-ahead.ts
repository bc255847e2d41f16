/**
 * Asks for a whole style sheet while the rest of the document is on its way: a slow line has nothing else to carry then.
 * @param href its address
 */
export const sheetAhead = (href: string): string =>
  `<link rel="preload" as="style" href="${href}">`;

const SHEET_AHEAD = /<link rel="preload" as="style"[^>]*>/g;

/** A document whose sheets are on the device, where asking for them would only take time from its first paint. */
export const withoutSheetsAhead = (html: string): string => html.replaceAll(SHEET_AHEAD, '');
