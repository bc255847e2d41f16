import { expect, it } from 'vitest';

import { countConnection, type WireCount } from './wire-count.ts';

const LENGTH_BYTES = 4;

function withLength(content: string): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(LENGTH_BYTES + Buffer.byteLength(content));
  return Buffer.concat([length, Buffer.from(content)]);
}
const message = (letter: string, content: string): Buffer =>
  Buffer.concat([Buffer.from(letter), withLength(content)]);
const START = withLength('user\0goodies\0\0');
const simple = (text: string): Buffer => message('Q', `${text}\0`);
const parse = (text: string, name = ''): Buffer => message('P', `${name}\0${text}\0\0\0`);
const run = (name = ''): Buffer =>
  Buffer.concat([message('B', `\0${name}\0`), message('E', '\0\0\0\0\0'), message('S', '')]);

function counted(): ReturnType<typeof countConnection> & { readonly count: WireCount } {
  const count: WireCount = { statements: 0, roundTrips: 0 };
  const connection = countConnection(count);
  connection.sent(START);
  return { ...connection, count };
}

it('counts begin and commit as round trips and not as statements', () => {
  const { sent, answered, count } = counted();
  for (const sending of [simple('begin'), parse('select 1'), run(), simple('COMMIT')])
    sent(sending);
  expect(count).toEqual({ statements: 1, roundTrips: 1 });
  for (const sending of [simple('begin'), Buffer.concat([parse('select 1'), run()])]) {
    answered();
    sent(sending);
  }
  expect(count).toEqual({ statements: 2, roundTrips: 3 });
});

it('counts a statement that was prepared long ago each time that it runs', () => {
  const { sent, answered, count } = counted();
  sent(parse('select 1', 'one'));
  answered();
  sent(run('one'));
  answered();
  sent(run('one'));
  expect(count).toEqual({ statements: 2, roundTrips: 2 });
});

it('takes what comes in pieces', () => {
  const { sent, count } = counted();
  for (const byte of Buffer.concat([parse('select 1'), run()])) sent(Buffer.from([byte]));
  expect(count).toEqual({ statements: 1, roundTrips: 1 });
});

it('leaves out what looks for jobs', () => {
  const { sent, answered, count } = counted();
  sent(Buffer.concat([parse('update jobs.job set state = 1'), run()]));
  answered();
  sent(Buffer.concat([parse('select 1'), run()]));
  expect(count).toEqual({ statements: 1, roundTrips: 1 });
});
