/**
 * Attribute of a document's style with the fonts. A document from the network leaves them out: a font that
 * comes after its first layout would move text. The service worker takes the attribute away in the pages
 * that it caches, which have the font beside them, and the app does so for the pages after the first.
 */
export const FONTS_OFF = 'media="not all"';
