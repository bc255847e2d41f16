/** A processor's address, if it is one that a browser may be sent to. */
export const checkoutAddress = (url: string): string | undefined =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;
