import { useEffect } from 'react';

export const PRODUCT_NAME = 'Goodies';

/** The document title of a page. */
export const documentTitle = (title: string): string =>
  title === PRODUCT_NAME ? PRODUCT_NAME : `${title} · ${PRODUCT_NAME}`;

/** Says what the page is about where its route's title cannot: after the shell, which sets that one before effects. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = documentTitle(title);
  }, [title]);
}
