/** The version in package.json, put in by the build. */
declare const __APP_VERSION__: string;

/** One icon; the package's index would bring every icon that any page shows into the first load. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  import type { IconNode } from 'lucide';
  const node: IconNode;
  export default node;
}
