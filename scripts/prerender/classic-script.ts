import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

export interface ClassicScriptOptions {
  /** Source, from the root of the repository; the script has its name. */
  readonly entry: string;
  /** Files of the app, built before, whose content makes what the source calls `__SCRIPTS_REVISION__`. */
  readonly revisionOf?: readonly string[];
}

const REVISION_LENGTH = 10;

async function revisionOf(folder: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(join(folder, file)));
  return hash.digest('hex').slice(0, REVISION_LENGTH);
}

/** Builds a script for `importScripts`: one file without imports, at the root of the app. */
export function classicScript({ entry, revisionOf: files = [] }: ClassicScriptOptions): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'goodies:classic-script',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      // After the script with the list of files, which is written when the rest of the build is closed.
      order: 'post',
      sequential: true,
      async handler(failure) {
        if (failure) return;
        const outDir = join(config.root, config.build.outDir);
        const revision = await revisionOf(outDir, files);
        await build({
          configFile: false,
          root: config.root,
          logLevel: 'warn',
          publicDir: false,
          define: { __SCRIPTS_REVISION__: JSON.stringify(revision) },
          build: {
            outDir,
            emptyOutDir: false,
            target: config.build.target || false,
            rolldownOptions: {
              input: entry,
              output: { format: 'iife', entryFileNames: basename(entry, '.ts') + '.js' },
            },
          },
        });
      },
    },
  };
}
