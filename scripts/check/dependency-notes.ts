import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const NOTES = 'docs/dependencies.md';

/** Names in code style at the start of a table row or list item. */
const namesIn = (markdown: string): Set<string> =>
  new Set([...markdown.matchAll(/^\s*[|*-]\s*`([^`]+)`/gm)].flatMap(([, name]) => name ?? []));

/** Runtime dependencies without a reason on record, and reasons for what is no longer there. */
export function findUnexplainedDependencies(root: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const dependencies =
    typeof manifest === 'object' && manifest !== null && 'dependencies' in manifest
      ? Object.keys(manifest.dependencies ?? {})
      : [];
  const file = path.join(root, NOTES);
  const explained = existsSync(file) ? namesIn(readFileSync(file, 'utf8')) : new Set<string>();
  return [
    ...dependencies
      .filter((name) => !explained.has(name))
      .map((name) => `${NOTES} has no line for \`${name}\`: say why it is there`),
    ...[...explained]
      .filter((name) => !dependencies.includes(name))
      .map((name) => `${NOTES} still explains \`${name}\`, which is no runtime dependency`),
  ];
}
