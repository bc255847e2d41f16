import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REPOSITORY_ROOT } from '../lib/repository.ts';

export type Files = Readonly<Record<string, string>>;

export function inRepository<T>(files: Files, run: (root: string) => T): T {
  const root = mkdtempSync(path.join(tmpdir(), 'goodies-check-'));
  try {
    symlinkSync(path.join(REPOSITORY_ROOT, 'node_modules'), path.join(root, 'node_modules'));
    for (const [file, source] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), source);
    }
    return run(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const configuration = (file: string): Files => ({
  [file]: readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8'),
});

const askTool = (files: Files, tool: string, ...args: readonly string[]): unknown =>
  inRepository(files, (cwd) => {
    const program = path.join(REPOSITORY_ROOT, 'node_modules', '.bin', tool);
    return JSON.parse(spawnSync(program, args, { cwd, encoding: 'utf8' }).stdout);
  });

export interface Diagnostic {
  readonly filename: string;
  readonly code: string;
  readonly help?: string;
}

export const lint = (files: Files, config: string): readonly Diagnostic[] =>
  (
    askTool({ ...configuration(config), ...files }, 'oxlint', '-c', config, '--format=json') as {
      diagnostics: Diagnostic[];
    }
  ).diagnostics;
