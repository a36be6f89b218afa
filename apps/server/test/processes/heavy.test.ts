import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { writeTableTask } from '../../src/core/export/write-table';
import { AppError } from '../../src/core/http/errors';
import { HeavyThreads } from '../../src/core/run/heavy';
import { scratchFolder } from '../scratch';
import { bundleServer } from './server';

it('the thread for users’ files says in words what it cannot read, and goes on', async () => {
  const thread = new Worker(join(dirname(await bundleServer()), 'heavy.mjs'));
  const ask = async (name: string, input: unknown): Promise<unknown> => {
    thread.postMessage({ name, input });
    const [said] = await once(thread, 'message');
    return said;
  };
  expect(await ask('read-places', { bytes: Buffer.from('<kml><Placemark>') })).toMatchObject({
    error: { code: 4000, message: expect.stringContaining('KML 文件第1行') },
  });
  expect(await ask('no-such-task', {})).toMatchObject({ error: null });
  const kml = '<kml><Placemark><name>甲</name><Point><coordinates>121.4,31.2</coordinates></Point></Placemark></kml>';
  expect(await ask('read-places', { bytes: Buffer.from(kml) })).toMatchObject({ part: [{ fields: { name: '甲' } }] });
  thread.postMessage('next');
  expect((await once(thread, 'message'))[0]).toEqual({ done: true });
  await thread.terminate();
});

it('the thread for exports writes the rows that it is fed, into a file of its owner', async () => {
  const folder = scratchFolder('heavy-export');
  const path = join(folder, 'a.csv');
  const program = join(dirname(await bundleServer()), 'heavy.mjs');
  const lane = new HeavyThreads({
    ...{ program, threads: 1, waiting: 0, memoryMb: 64, silentMs: 20_000 },
    tooMuch: () => new AppError(4000, ''),
  });
  async function* blocks() {
    for (let block = 0; block < 300; block++)
      yield Array.from({ length: 200 }, (_, i) => [`第${block * 200 + i}行`, i, null, true]);
  }
  const columns = ['名称', '数', '空', '是否'].map((header) => ({ header, width: 10 }));
  const file = { path, format: 'csv' as const, sheetName: '表', titles: ['标题'], columns };
  for await (const written of lane.run(writeTableTask, file, blocks()))
    expect(written).toEqual({ rows: 60_000, bytes: statSync(path).size });
  const lines = readFileSync(path, 'utf8').trimEnd().split('\r\n');
  expect([lines.length, lines.at(-1)]).toEqual([60_002, '第59999行,199,,是']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const nowhere = lane.run(writeTableTask, { ...file, path: join(folder, 'none', 'a.xlsx') }, blocks());
  await expect(nowhere.next()).rejects.toMatchObject({ code: 'ENOENT' });
  rmSync(folder, { recursive: true, force: true });
});
