export const PRODUCT_NAME = 'Goodies';

/** The document title of a page. */
export const documentTitle = (title: string): string =>
  title === PRODUCT_NAME ? PRODUCT_NAME : `${title} · ${PRODUCT_NAME}`;
