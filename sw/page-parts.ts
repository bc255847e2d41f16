const PART = /\/assets\/[\w.-]+\.(?:js|css)\b/g;

/** The scripts and style sheets that a page names. */
export const partsIn = (html: string): string[] => [...new Set(html.match(PART) ?? [])];

/**
 * Whether a page is the app's and of this build: it names scripts and sheets, each of which the build has. The login
 * page of a network, which answers 200 to everything, names none of them.
 */
export function isPageOfBuild(html: string, has: (path: string) => boolean): boolean {
  const parts = partsIn(html);
  return parts.length > 0 && parts.every(has);
}
