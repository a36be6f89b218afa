import { expect, it } from 'vitest';
import { Gate } from './gate';

it('two run, three wait in order, the next is refused at once; a failure frees its slot', async () => {
  const gate = new Gate(2, 3);
  const open: Array<() => void> = [];
  let atOnce = 0;
  let most = 0;
  const done: number[] = [];
  const work = (name: number) =>
    gate.run(async () => {
      most = Math.max(most, ++atOnce);
      await new Promise<void>((go) => open.push(go));
      atOnce--;
      done.push(name);
      if (name === 0) throw new Error('broken');
    });
  const all = [0, 1, 2, 3, 4].map((name) => work(name).catch((error: Error) => error.message));
  await expect(work(5)).rejects.toMatchObject({ code: 4029, message: '当前登录人数过多，请稍后再试' });
  while (done.length < 5) {
    open.shift()?.();
    await Promise.resolve();
  }
  expect(await Promise.all(all)).toEqual(['broken', undefined, undefined, undefined, undefined]);
  expect([most, done]).toEqual([2, [0, 1, 2, 3, 4]]);
  const again = work(6);
  open.shift()?.();
  await again;
});
