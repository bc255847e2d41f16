// `npx tsx scripts/verify-proof.ts proof.json [seal]` checks a proof without the server.
// The seal is the commitment (64 hexadecimal digits) that was noted when the voucher was new.
// Exits 0 when no check failed, 1 when one did, 2 when the file is no proof.
import { readFile } from 'node:fs/promises';

import { readProofFile, type Check } from '../contract/fairness/proof-file.ts';
import { verifyProof } from '../contract/fairness/verify-proof.ts';

const MARKS: Readonly<Record<Check['outcome'], string>> = { pass: '✓', fail: '✗', open: '·' };
const SEAL = /^[0-9a-f]{64}$/;

function refuse(reason: string): void {
  console.error(`${reason}\nusage: npx tsx scripts/verify-proof.ts proof.json [seal]`);
  process.exitCode = 2;
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}

async function main([file, seal]: readonly string[]): Promise<void> {
  if (file === undefined) return refuse('Which file?');
  const text = await readText(file);
  if (text === undefined) return refuse(`${file} cannot be read.`);
  const proof = readProofFile(text);
  if (!proof) return refuse(`${file} is not a proof, or was damaged.`);
  if (seal !== undefined && !SEAL.test(seal))
    return refuse('A seal has 64 hexadecimal digits in lower case.');
  const { checks, hasFailed } = verifyProof(proof, { commitment: seal });
  console.log(`Voucher ${proof.ulid}\nSeal    ${proof.commitment}\n`);
  for (const { name, outcome, says } of checks)
    console.log(`${MARKS[outcome]} ${name.padEnd(8)} ${says}`);
  console.log(hasFailed ? '\nThis proof does not hold.' : '\nThis proof holds.');
  if (hasFailed) process.exitCode = 1;
}

await main(process.argv.slice(2));
