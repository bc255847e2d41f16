import { expect, it } from 'vitest';

import { setUpScene } from './scene.ts';

const scene = setUpScene();

it('scratch databases are as durable as in production', async () => {
  const { rows } = await scene.deps.database.executeSql('show fsync');
  expect(rows).toEqual([{ fsync: 'on' }]);
});
