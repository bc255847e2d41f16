import { cpSync } from 'node:fs';
import { type Plugin, defineConfig } from 'vite';

const OUT_DIR = 'dist/server';

/** The server reads these from beside its code, in the source tree as well as in the build. */
const FOLDERS = { migrations: 'server/db/migrations', covers: 'server/demo/covers' };

const copyFolders: Plugin = {
  name: 'goodies-copy-folders',
  writeBundle({ dir = OUT_DIR }) {
    for (const [name, source] of Object.entries(FOLDERS))
      cpSync(source, `${dir}/${name}`, { recursive: true });
  },
};

/** Packages that read files of their own: compiled code, the embedded database, the pages of the API. */
const OUTSIDE = [
  'sharp',
  '@node-rs/argon2',
  '@electric-sql/pglite',
  '@fastify/swagger-ui',
  'pg-native',
];

/** Builds the server to plain JavaScript for Node. Packages are built in: reading their 2,300 files is a third of a start. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: OUTSIDE },
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
        'resend-mails': 'server/mail/resend-cli.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  plugins: [copyFolders],
});
