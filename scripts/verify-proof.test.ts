import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

import { commitTo, proveDigits } from '../contract/fairness/commitment.ts';
import { PROOF_FORMAT, writeProofFile, type ProofFile } from '../contract/fairness/proof-file.ts';
import { REPOSITORY_ROOT } from './lib/repository.ts';

// The vector that is published with the scheme.
const ULID = 'v_01TEST';
const CODE = '4829104467320';
const MASTER = Uint8Array.from({ length: 32 }, (_, index) => index);
const RULES = '{"amount":1000000,"currency":"NGN","feeBp":1000,"hidden":[9,10,11,12],"v":1}';
const SEAL = 'e0bffb15a3211309b7c3e56f41fa3838b3c093ab874e2f9f367ce94901ddc761';

const PROOF: ProofFile = {
  format: PROOF_FORMAT,
  ulid: ULID,
  commitment: commitTo(ULID, CODE, MASTER, RULES).commitment,
  rules: RULES,
  digits: proveDigits(ULID, CODE, MASTER, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
  master: null,
  code: null,
  entries_root: null,
  entries: null,
};

const folder = mkdtempSync(path.join(tmpdir(), 'goodies-proof-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/verify-proof.ts', ...args],
    { cwd: REPOSITORY_ROOT, encoding: 'utf8' },
  );
  return { status, text: stdout + stderr };
}

function save(text: string): string {
  const file = path.join(folder, 'proof.json');
  writeFileSync(file, text);
  return file;
}

it('passes a proof, a line for each check', () => {
  const { status, text } = run(save(writeProofFile(PROOF)), SEAL);
  expect(text).toContain('✓ voucher  The proof was made for this voucher.');
  expect(text).toContain('✓ seal ');
  expect(text).toContain('✓ digits   All 9 open digits');
  expect(text).toContain('This proof holds.');
  expect(status).toBe(0);
});

it('names what was forged, and exits 1', () => {
  const [first, ...rest] = PROOF.digits;
  const forged = { ...PROOF, digits: [{ ...first, digit: '5' }, ...rest] } as ProofFile;
  const { status, text } = run(save(writeProofFile(forged)));
  expect(text).toContain('✗ digits   Not what was sealed: digit 1 (it was 4).');
  expect(text).toContain('✓ rules ');
  expect(status).toBe(1);
});

it('refuses what is no proof, and exits 2', () => {
  for (const args of [[], [path.join(folder, 'none.json')], [save('{"format":1}')]])
    expect(run(...args), args.join(' ')).toMatchObject({ status: 2 });
  expect(run(save(writeProofFile(PROOF)), 'abc').status).toBe(2);
});
