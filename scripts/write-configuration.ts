/** `npx tsx scripts/write-configuration.ts` writes docs/configuration.md and .env.example. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { SETTING_GROUPS } from '../server/config/settings.ts';
import { REPOSITORY_ROOT } from './lib/repository.ts';

interface Setting {
  readonly description?: string;
  readonly default?: string | number | boolean;
  readonly otherwise?: string;
  readonly example?: string;
}

const HEAD = `# Configuration

Environment variables, all optional outside production; all are read at start, and each wrong one is named in a line of its own. This page and \`.env.example\` are written by \`npx tsx scripts/write-configuration.ts\` from \`server/config/settings.ts\`.
`;

const EXAMPLE_HEAD = `# Copy to .env beside compose.yaml and fill in. docs/configuration.md lists the settings; this file is written with it.
# Letters and digits only, since it stands in a URL: openssl rand -hex 32
POSTGRES_PASSWORD=
`;

const groups = Object.entries(SETTING_GROUPS).map(
  ([heading, settings]) => [heading, Object.entries(settings) as [string, Setting][]] as const,
);

function describeDefault({ default: value, otherwise = '' }: Setting): string {
  if (value === undefined) return otherwise;
  return `\`${typeof value === 'boolean' ? Number(value) : value}\``;
}

function renderTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

const renderPage = (): string =>
  [
    HEAD,
    ...groups.map(
      ([heading, settings]) =>
        `## ${heading}\n\n${renderTable([
          ['name', 'default', 'meaning'],
          ...settings.map(([name, setting]) => [
            `\`${name}\``,
            describeDefault(setting),
            setting.description ?? '',
          ]),
        ])}\n`,
    ),
  ].join('\n');

const withoutMarkdown = (text: string): string =>
  text.replaceAll(/:? \(?\[[^\]]*\]\([^)]*\)\)?/g, '').replaceAll('`', '');

const renderExample = (): string =>
  [
    EXAMPLE_HEAD,
    ...groups.map(
      ([heading, settings]) =>
        `# ${heading}\n${settings
          .map(([name, setting]) => {
            const { description = '', example } = setting;
            const value = example ?? withoutMarkdown(describeDefault(setting));
            const line = `${name}=${/^\S*$/.test(value) || example ? value : ''}`;
            return `# ${withoutMarkdown(description)}\n${example === undefined ? '#' : ''}${line}`;
          })
          .join('\n')}\n`,
    ),
  ].join('\n');

export const renderConfiguration = (): Readonly<Record<string, string>> => ({
  'docs/configuration.md': renderPage(),
  '.env.example': renderExample(),
});

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, text] of Object.entries(renderConfiguration()))
    writeFileSync(path.join(REPOSITORY_ROOT, file), text);
