import { expect, it } from 'vitest';
import { handedOver } from './handover';

const order: string[] = [];
/** Gives 1 to 3 and notes what it does. */
const three = async (give: (n: number) => Promise<void>): Promise<void> => {
  order.length = 0;
  try {
    for (const n of [1, 2, 3]) {
      order.push(`give ${n}`);
      await give(n);
    }
  } finally {
    order.push('end');
  }
};

it('is made as it is taken', async () => {
  for await (const n of handedOver(three)) order.push(`take ${n}`);
  expect(order).toEqual(['give 1', 'take 1', 'give 2', 'take 2', 'give 3', 'take 3', 'end']);
});

it('ends with who takes no more', async () => {
  for await (const n of handedOver(three)) if (n === 2) break;
  expect(order).toEqual(['give 1', 'give 2', 'end']);
});

it('throws what the work throws, after what it gave', async () => {
  const taken: number[] = [];
  const all = async (): Promise<void> => {
    const given = handedOver<number>(async (give) => {
      await give(1);
      throw new Error('away');
    });
    for await (const n of given) taken.push(n);
  };
  await expect(all()).rejects.toThrow('away');
  expect(taken).toEqual([1]);
});

it('gives nothing when there is nothing', async () => {
  const given = handedOver<number>(async () => undefined);
  expect((await given.next()).done).toBe(true);
});
