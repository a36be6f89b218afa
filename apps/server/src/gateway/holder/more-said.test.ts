import { expect, it } from 'vitest';
import { pause, until } from '../../../test/gateway-kit';
import type { Gateway, Terminal } from '../server';
import { Holders } from './holders';
import type { Hold, HolderStore } from './store';

/** Holders of a process `a`, with a store that gives every terminal and lets `meanwhile` happen while it does. */
function scene(meanwhile: () => void | Promise<void>) {
  const arrived: string[] = [];
  const claimed: Array<[string[], boolean]> = [];
  const store: HolderStore = {
    seen: async () => false,
    clock: async () => 0,
    earlier: async () => [],
    forget: async () => undefined,
    claim: async (_name, holds: readonly Hold[], insists) => {
      const ids = holds.map(({ deviceId }) => deviceId);
      claimed.push([ids, insists]);
      await meanwhile();
      return ids;
    },
    release: async () => undefined,
    elsewhere: async () => [],
  };
  const trouble = (): void => undefined;
  const gateway = { name: 'a', sessions: new Map(), commands: { arrived: (id: string) => arrived.push(id) }, trouble };
  // holders use no more of a gateway than this
  return { holders: new Holders(gateway as unknown as Gateway, store), arrived, claimed };
}

const terminalOf = (deviceId: string, spoken: boolean): { -readonly [K in keyof Terminal]: Terminal[K] } => {
  const terminal = { deviceId, spoken, since: 0, connection: { remote: 'x', gone: false } };
  // and no more of a terminal than this
  return terminal as unknown as Terminal;
};

it('what waits for a terminal goes out, also when it says more while the claims of others are written', async () => {
  const late = terminalOf('2', false);
  const { holders, arrived, claimed } = scene(() => {
    late.spoken = true;
  });
  holders.claim(terminalOf('1', true));
  holders.claim(late);
  await until(() => arrived.length >= 2);
  expect(arrived).toEqual(['1', '2']);
  expect(claimed).toEqual([
    [['1'], true],
    [['2'], false],
  ]);
  await holders.stop();
});

it('while the database is away it is asked once a second, however many terminals come', async () => {
  const { holders, claimed } = scene(async () => {
    await pause(15);
    throw new Error('away');
  });
  const began = performance.now();
  for (let id = 1; id <= 60; id++) {
    holders.claim(terminalOf(String(id), true));
    await pause(10);
  }
  const seconds = (performance.now() - began) / 1_000;
  expect(claimed.length).toBeGreaterThan(0);
  expect(claimed.length).toBeLessThanOrEqual(1 + Math.floor(seconds));
  await holders.stop();
});
