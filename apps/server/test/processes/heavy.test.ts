import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
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
