import { cpSync } from 'node:fs';
import { type Plugin, defineConfig } from 'vite';

const OUT_DIR = 'dist/server';

const FOLDERS = { migrations: 'server/db/migrations', covers: 'server/sandbox/demo/covers' };

const isRead = (file: string): boolean => !file.endsWith('_snapshot.json');

const copyFolders: Plugin = {
  name: 'goodies-copy-folders',
  writeBundle({ dir = OUT_DIR }) {
    for (const [name, source] of Object.entries(FOLDERS))
      cpSync(source, `${dir}/${name}`, { recursive: true, filter: isRead });
  },
};

/** Bundling this package halves the number of files that a start reads. */
const BUILT_IN = ['typebox'];

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
        tracing: 'server/tracing.ts',
        books: 'server/ledger/books-cli.ts',
        migrate: 'server/db/migrate-cli.ts',
        admin: 'server/admin/admin-cli.ts',
        'resend-mails': 'server/notifications/mail/resend-cli.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  plugins: [copyFolders],
});
