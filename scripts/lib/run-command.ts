import { spawn } from 'node:child_process';
import path from 'node:path';
import { REPOSITORY_ROOT } from './repository.ts';

export interface CommandOutcome {
  readonly exitCode: number;
  readonly output: string;
  readonly durationMs: number;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly show?: boolean;
  readonly collect?: boolean;
}

const LOCAL_BIN = path.join(REPOSITORY_ROOT, 'node_modules', '.bin');

export function runCommand(
  command: string,
  args: readonly string[],
  { env = {}, show = false, collect = !show }: CommandOptions = {},
): Promise<CommandOutcome> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: REPOSITORY_ROOT,
      env: {
        ...process.env,
        ...env,
        PATH: `${LOCAL_BIN}${path.delimiter}${process.env['PATH'] ?? ''}`,
      },
      stdio: ['ignore', collect ? 'pipe' : 'inherit', collect ? 'pipe' : 'inherit'],
    });
    let output = '';
    const take = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk.toString();
      if (show) to.write(chunk);
    };
    child.stdout?.on('data', take(process.stdout));
    child.stderr?.on('data', take(process.stderr));
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ exitCode: code ?? 1, output, durationMs: performance.now() - startedAt });
    });
  });
}

export const inSeconds = (durationMs: number): string => `${(durationMs / 1000).toFixed(1)} s`;
