import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A plugin that works on what was built, after the service worker is written, which happens last. */
export function afterBuild(name: string, work: (outDir: string) => Promise<void>): Plugin {
  let outDir = '';
  return {
    name: `goodies:${name}`,
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(failure) {
        if (!failure) await work(outDir);
      },
    },
  };
}
