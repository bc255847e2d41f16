import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it, onTestFinished } from 'vitest';

import { setUpApp } from '../../fixtures/api/set-up.ts';

const PROGRAM = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const CONFIG = fileURLToPath(new URL('redocly.yaml', import.meta.url));
const execute = promisify(execFile);

const test = setUpApp({ env: { PUBLIC_ORIGIN: 'https://goodies.test' } });

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** What Redocly has against a document, warnings included. */
async function findProblems(document: string): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, document);
  const args = [PROGRAM, 'lint', file, '--config', CONFIG, '--format', 'json'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  // It ends with 1 for errors, and has written what they are by then.
  const { stdout } = await execute(process.execPath, args, { env }).catch(
    (error: { stdout: string }) => error,
  );
  const { problems } = JSON.parse(stdout) as { problems: readonly Problem[] };
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  );
}

it('Redocly finds nothing wrong with the description of the API', async () => {
  const { body } = await test.app.inject('/api/openapi.json');
  expect(await findProblems(body)).toEqual([]);
  const broken = body.replace('"tags":["Accounts"]', '"tags":["Nobody"]');
  expect(await findProblems(broken)).toEqual([expect.stringMatching(/^operation-tag-defined: /)]);
});
