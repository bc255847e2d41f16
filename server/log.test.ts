import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const LOG = fileURLToPath(new URL('log.ts', import.meta.url));

/** A process with the server's log, which ends when it is told to. */
function startLogger(work: string) {
  const code = `
    import { createLog, openLogOutput } from ${JSON.stringify(LOG)};
    const log = createLog('info', openLogOutput());
    ${work}
    process.stdin.on('data', () => process.exit());
    process.stdout.write('done');`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', code],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return {
    child,
    done: once(child.stdout, 'data'),
    messages: () => [...text.matchAll(/"msg":"(\w+)"/g)].map(([, message]) => message),
  };
}

it('leaves with the next error, at once, in order', async () => {
  const { child, done, messages } = startLogger(`log.info('one');
    log.error('two');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300);`);
  await done;
  await once(child, 'close');
  expect(messages()).toEqual(['one', 'two']);
});

it('leaves within a second or so, whatever follows', async () => {
  const { child, done, messages } = startLogger(`log.info('one');`);
  await done;
  await expect.poll(messages, { timeout: 10_000 }).toEqual(['one']);
  child.kill('SIGKILL');
});

it('leaves when the process ends', async () => {
  const { child, done, messages } = startLogger(
    `for (const word of ['one', 'two']) log.info(word);`,
  );
  await done;
  child.stdin.write('end');
  await once(child, 'close');
  expect(messages()).toEqual(['one', 'two']);
});
