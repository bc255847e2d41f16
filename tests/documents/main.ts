/**
 * `tsx tests/documents/main.ts`: the Nu Html Checker, which needs Java, reads every prerendered page, the document of
 * each kind of voucher and other pages of a built server with demo data, and every mail. Exits 1 when it finds an
 * error. What it says of styles is left out: it does not know the CSS of these years, which the build compiles.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import type { LoginAnswer } from '../../contract/accounts.ts';
import type { CreatedAnswer } from '../../contract/payment-vouchers.ts';
import type { FeaturedAnswer } from '../../contract/vouchers.ts';
import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { onPath } from '../../scripts/lib/programs.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import * as letters from '../../server/notifications/mail/account-mails.ts';
import { layOut, type Letter } from '../../server/notifications/mail/layout.ts';

const CHECKER = createRequire(import.meta.url)('vnu-jar') as string;
const NOT_JUDGED = [
  'CSS: .*',
  // The standard has it; this version does not know it.
  'Bad value “username webauthn” for attribute “autocomplete”.*',
  // Mail programs as old as Word's engine read no styles for these.
  'The “(?:width|align|cellpadding|cellspacing)” attribute on the “(?:table|td)” element is obsolete.*',
];
const MAX_OUTPUT_BYTES = 50_000_000;

type Documents = Map<string, string>;

function readPrerendered(into: Documents): void {
  const folder = path.join(REPOSITORY_ROOT, 'dist/app');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.html')))
    into.set(name, readFileSync(path.join(folder, name), 'utf8'));
}

/** Names and words in them are the hardest that people may choose. */
function layOutMails(into: Documents): void {
  const lay = (name: string, letter: Letter): void =>
    void into.set(`mail-${name}.html`, layOut('https://goodies.test', `"O'<b>&`, letter).html);
  for (const [name, make] of Object.entries(letters)) {
    const write = make as (...words: readonly string[]) => Letter;
    lay(name, write(`"O'<b>&`, 'token+/=&', '123456'));
  }
  lay('with-unsubscribe', {
    ...letters.passwordChangedMail('token'),
    unsubscribeUrl: 'https://goodies.test/api/v1/notifications/unsubscribe?token=a&b=%22c%22',
  });
}

async function ask<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as T;
}

/** One voucher of each kind and state that the demo has, by what it is. */
async function findVouchers(url: string): Promise<Map<string, string>> {
  const credentials = { email: 'ada@goodies.test', password: 'goodies-demo' };
  const { token } = await ask<LoginAnswer>(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { data } = await ask<FeaturedAnswer>(`${url}/api/v1/vouchers/featured`);
  const { vouchers } = await ask<CreatedAnswer>(`${url}/api/v1/vouchers/created`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const kindOf = (voucher: (typeof data)[number] | (typeof vouchers)[number]): string =>
    [
      'purpose' in voucher ? voucher.purpose : 'giveaway',
      voucher.status,
      voucher.reveal_method,
      'is_private' in voucher && voucher.is_private && 'private',
      voucher.media_type,
    ]
      .filter(Boolean)
      .join('-');
  return new Map([...data, ...vouchers].map((voucher) => [kindOf(voucher), voucher.ulid]));
}

const OTHER_PAGES = [
  '/featured-giveaway',
  '/v/01JD7Q4KAAAAAAAAAAAAAAAAAA',
  '/no/such/page',
  '/sandbox/mail',
  '/admin/log-in',
  '/api/v1/notifications/unsubscribe?token=none',
] as const;

async function fetchPages(into: Documents): Promise<void> {
  const server = await startBuiltServer();
  try {
    const { url } = server;
    const vouchers = await findVouchers(url);
    const paths = [...vouchers].flatMap(([kind, ulid]): [string, string][] => [
      [`voucher-${kind}`, `/v/${ulid}`],
      [`live-${kind}`, `/lv/${ulid}`],
    ]);
    const others = OTHER_PAGES.map((at): [string, string] => [at.replaceAll(/\W+/g, '-'), at]);
    for (const [name, at] of [...paths, ...others]) {
      const response = await fetch(url + at, { headers: { accept: 'text/html' } });
      const type = response.headers.get('content-type');
      if (!type?.startsWith('text/html')) throw new Error(`${at} is no page but ${type}`);
      into.set(`page-${name}.html`, await response.text());
    }
  } finally {
    await server.stop();
  }
}

interface Message {
  readonly url: string;
  readonly message: string;
  readonly extract?: string;
}

async function check(java: string, documents: Documents): Promise<readonly Message[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-documents-'));
  try {
    for (const [name, html] of documents) writeFileSync(path.join(folder, name), html);
    const filter = NOT_JUDGED.join('|');
    const args = [
      '-jar',
      CHECKER,
      '--format',
      'json',
      '--stdout',
      '--errors-only',
      '--exit-zero-always',
    ];
    const { stdout } = await promisify(execFile)(
      java,
      [...args, '--filterpattern', filter, folder],
      { maxBuffer: MAX_OUTPUT_BYTES },
    );
    return (JSON.parse(stdout) as { messages: readonly Message[] }).messages;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const java = onPath('java');
if (java === undefined) throw new Error('Java is missing');
const documents: Documents = new Map();
readPrerendered(documents);
layOutMails(documents);
await fetchPages(documents);
const messages = await check(java, documents);
for (const { url, message, extract = '' } of messages)
  console.log(`${path.basename(url)}: ${message}\n    ${extract.replaceAll('\n', ' ')}`);
const wrong = new Set(messages.map(({ url }) => url)).size;
console.log(`documents: ${documents.size - wrong} passed, ${wrong} failed`);
process.exitCode = wrong === 0 ? 0 : 1;
