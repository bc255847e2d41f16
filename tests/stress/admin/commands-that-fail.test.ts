import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { setUpScene } from '../scene.ts';

const scene = setUpScene();

/** Runs a command of the built server. */
function run(name: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const file = fileURLToPath(new URL(`../../../dist/server/${name}.js`, import.meta.url));
  return spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...scene.env, ...env },
  });
}

const find = (login: string, env: Readonly<Record<string, string>> = {}) =>
  run('admin', ['find', login, '--by', 'Chidi', '--why', 'ticket 812'], env);

describe('a command that fails', () => {
  const away = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };

  it.each([
    ['admin', () => find('ada', away)],
    ['resend-mails', () => run('resend-mails', [], away)],
  ])('says why in its last line: %s', (_name, fail) => {
    const { status, stderr } = fail();
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^goodies: .*ECONNREFUSED/);
    expect(status).toBe(1);
  });

  it('writes nothing of whom it was about', async () => {
    await scene.deps.database.executeSql('alter table users rename to people');
    const { status, stderr } = find('ada@goodies.test');
    await scene.deps.database.executeSql('alter table people rename to users');
    expect(stderr).toMatch(/^goodies: .*relation "users" does not exist$/m);
    expect(stderr).not.toContain('ada@goodies.test');
    expect(status).toBe(1);
  });
});
