/** Attribute of a document's style with the fonts, which so are left out. */
export const FONTS_OFF = 'media="not all"';
/** What a link to a font is in such a document: nothing that a browser knows. */
const UNUSED = 'rel="font"';

/** A link to a font for a document that leaves the fonts out. @param href its address */
export const fontLink = (href: string): string =>
  `<link ${UNUSED} as="font" type="font/woff2" crossorigin href="${href}">`;

/**
 * A document from the network leaves its fonts out: one that comes after the first layout would move text.
 * Where they are on the device a browser waits for those that are preloaded, a few milliseconds.
 */
export const withFonts = (html: string): string =>
  html.replace(` ${FONTS_OFF}`, '').replaceAll(UNUSED, 'rel="preload"');
