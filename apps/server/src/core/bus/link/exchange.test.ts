import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PresenceMessage, Topics } from '@tongda/contract/core/topics';
import { afterEach, expect, it, vi } from 'vitest';
import type { Stop } from '../../run/app';
import { memoryBus } from '../memory';
import { joinProcesses } from './join';
import { listenForProcesses } from './listen';
import { decodeLinked, encodeLinked } from './wire';

const folder = mkdtempSync(join(tmpdir(), 'link-'));
const path = join(folder, 'bus.sock');
const stops: Stop[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const warn = (): void => undefined;
const presence = (at: number): PresenceMessage => ({
  deviceId: 'd1',
  clientId: '1',
  vehicleId: null,
  at,
  kind: 'heartbeat',
});
const command: Topics['commandChanged'] = { clientId: '1', vehicleId: null, commandId: '7', userId: null };

/** Resolves when the bus has heard that the link stands. */
const linkStands = (bus: ReturnType<typeof memoryBus>): Promise<void> =>
  new Promise((resolve) => {
    bus.subscribe('linked', () => resolve());
  });

async function listen() {
  const bus = memoryBus();
  const stop = await listenForProcesses({ bus, path, warn });
  stops.push(stop);
  return { bus, stop };
}

async function joined() {
  const bus = memoryBus();
  const stands = linkStands(bus);
  stops.push(joinProcesses({ bus, path, warn, againMs: 20 }));
  await stands;
  return bus;
}

it('carries messages both ways and between those that joined, in order, once, and not back to who said them', async () => {
  const gateway = (await listen()).bus;
  const [pages, worker] = [await joined(), await joined()];
  const heard = { gateway: [] as string[], pages: [] as string[], worker: [] as string[] };
  for (const [name, bus] of Object.entries({ gateway, pages, worker })) {
    const list = heard[name as keyof typeof heard];
    bus.subscribe('commandChanged', ({ commandId }) => void list.push(`command ${commandId}`));
    bus.subscribe('presence', ({ at }) => void list.push(`presence ${at}`));
    bus.subscribe('position', () => void list.push('position'));
  }
  for (const at of [1, 2, 3]) await gateway.publish('presence', 'd1', presence(at));
  await gateway.publish('position', 'd1', []);
  await pages.publish('commandChanged', 'd1', command);
  const inOrder = ['presence 1', 'presence 2', 'presence 3'];
  await vi.waitFor(() => expect(heard.worker).toEqual([...inOrder, 'command 7']));
  await vi.waitFor(() => expect(heard.gateway).toEqual([...inOrder, 'position', 'command 7']));
  await vi.waitFor(() => expect([...heard.pages].sort()).toEqual(['command 7', ...inOrder]));
});

it('joins again when the process with the gateway comes back', async () => {
  const first = await listen();
  const pages = await joined();
  await first.stop();
  const stands = linkStands(pages);
  const again = await listen();
  await stands;
  const heard: number[] = [];
  pages.subscribe('presence', ({ at }) => void heard.push(at));
  await again.bus.publish('presence', 'd1', presence(9));
  await vi.waitFor(() => expect(heard).toEqual([9]));
});

it('takes the place of a socket that a killed process left behind', async () => {
  await listen();
  await listen();
  expect(await joined()).toBeDefined();
});

it('reads its own lines, and nothing else', () => {
  const linked = { topic: 'presence', key: 'd1', message: presence(1) } as const;
  expect(decodeLinked(encodeLinked(linked))).toEqual(linked);
  for (const line of [
    '',
    '{}',
    '[',
    '["position","d1",[]]',
    '["presence",1,{}]',
    '["nothing","d1",{}]',
    '["presence","d1",null]',
    '["presence","d1",7]',
  ])
    expect(decodeLinked(line), line).toBeNull();
});

it('leaves nothing behind', () => {
  rmSync(folder, { recursive: true, force: true });
});
