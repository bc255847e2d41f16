import { useEffect } from 'react';

export const PRODUCT_NAME = 'Goodies';

export const documentTitle = (title: string): string =>
  title === PRODUCT_NAME ? PRODUCT_NAME : `${title} · ${PRODUCT_NAME}`;

export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = documentTitle(title);
  }, [title]);
}
