const PART = /\/assets\/[\w.-]+\.(?:js|css)\b/g;

/** The scripts and style sheets that a page names. */
export const partsIn = (html: string): string[] => [...new Set(html.match(PART) ?? [])];
