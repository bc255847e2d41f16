declare const __APP_VERSION__: string;
declare const __BUILD__: string;

/** Icons are imported one by one, because the index would load all of them at once. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  import type { IconNode } from 'lucide';
  const node: IconNode;
  export default node;
}
