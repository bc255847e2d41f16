import { cpSync } from 'node:fs';
import { type Plugin, defineConfig } from 'vite';

const OUT_DIR = 'dist/server';

/** The server reads these from beside its code, in the source tree as well as in the build. */
const FOLDERS = { migrations: 'server/db/migrations', covers: 'server/sandbox/demo/covers' };

/** All but what the next migration is made from. */
const isRead = (file: string): boolean => !file.endsWith('_snapshot.json');

const copyFolders: Plugin = {
  name: 'goodies-copy-folders',
  writeBundle({ dir = OUT_DIR }) {
    for (const [name, source] of Object.entries(FOLDERS))
      cpSync(source, `${dir}/${name}`, { recursive: true, filter: isRead });
  },
};

/** Half of all files that a start would read are this package's, which no other package shares. */
const BUILT_IN = ['typebox'];

/** Builds the server to plain JavaScript for Node; other installed packages stay outside. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: BUILT_IN },
  build: {
    ssr: true,
    target: 'node20',
    outDir: OUT_DIR,
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        books: 'server/ledger/books-cli.ts',
        admin: 'server/admin/admin-cli.ts',
        'resend-mails': 'server/notifications/mail/resend-cli.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  plugins: [copyFolders],
});
