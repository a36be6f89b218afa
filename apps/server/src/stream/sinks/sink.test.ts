import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { report } from '../../../test/stream-kit';
import { createState, type VehicleState } from '../../kernel/live/state';
import type { PositionRow } from './position-row';
import { Sink, type SinkOptions } from './sink';
import type { Batch } from './write-batch';

const who = { clientId: '1', vehicleId: 'v', deviceId: 'd' };
const row = (t: number): PositionRow => ({ message: report(who, t), jump: false, clockWrong: false, news: true });
const state = (vehicleId: string, at: number): VehicleState => createState({ ...who, vehicleId }, at);

function sinkWith(write: (batch: Batch) => Promise<void>, more: Partial<SinkOptions> = {}) {
  const seen = { refused: [] as number[], trouble: [] as number[], committed: [] as number[] };
  const sink = new Sink({
    write,
    committed: (states) => seen.committed.push(...states.map((s) => s.lastPacketAt)),
    untold: () => undefined,
    refused: (bad) => seen.refused.push(bad?.message.deviceTime ?? -1),
    trouble: (attempts) => seen.trouble.push(attempts),
    maxRows: 10,
    maxWaitMs: 5,
    maxRetryMs: 5,
    stored: new Set(),
    states: { atOnce: 100, everyMs: 1_000 },
    ...more,
  });
  return { sink, seen };
}
const times = (batch: Batch) => batch.rows.map((r) => r.message.deviceTime);

describe('the sink', () => {
  it('writes in order, never more than a batch at once, and resolves after the commit', async () => {
    const written: number[][] = [];
    let open = 0;
    const { sink } = sinkWith(async (batch) => {
      expect(++open).toBe(1);
      await pause(2);
      written.push(times(batch));
      open--;
    });
    const order: number[] = [];
    await Promise.all(Array.from({ length: 35 }, (_, i) => sink.add([row(i)], []).then(() => order.push(i))));
    expect(written.flat()).toEqual(Array.from({ length: 35 }, (_, i) => i));
    expect(Math.max(...written.map((batch) => batch.length))).toBeLessThanOrEqual(10);
    expect(order).toEqual(written.flat());
  });

  it('lets a report that has waited for a commit go with the next one, though others keep coming', async () => {
    const maxWaitMs = 60;
    let finish: () => void = () => undefined;
    let [came, writes, cameBefore] = [0, 0, 0];
    const { sink } = sinkWith(
      () => {
        if (++writes === 1) return new Promise((resolve) => (finish = resolve));
        if (writes === 2) cameBefore = came;
        return Promise.resolve();
      },
      { maxWaitMs, maxRows: 5_000 },
    );
    const first = sink.add([row(1)], []);
    while (writes === 0) await pause(1);
    const second = sink.add([row(2)], []);
    const since = performance.now();
    const others = setInterval(() => void sink.add([row(10 + ++came)], []), 1);
    while (performance.now() - since <= maxWaitMs) await pause(5);
    const cameThen = came;
    finish();
    await Promise.all([first, second]);
    clearInterval(others);
    // nothing was waited for in between
    expect(cameBefore).toBe(cameThen);
    await sink.stop(1_000);
  });

  it('does not store each few reports by themselves when many terminals pause by chance', async () => {
    let writes = 0;
    const { sink } = sinkWith(async () => void writes++, { maxWaitMs: 40 });
    const came: Array<Promise<void>> = [];
    for (let i = 0; i < 20; i++) {
      came.push(sink.add([row(2 * i)], []), sink.add([row(2 * i + 1)], []));
      // longer than what counts as nothing more coming
      await pause(7);
    }
    await Promise.all(came);
    expect(writes).toBeLessThanOrEqual(15);
    await sink.stop(1_000);
  });

  it('keeps the newest state of a vehicle, and stores it no sooner than its report', async () => {
    const batches: Batch[] = [];
    const { sink, seen } = sinkWith(async (batch) => void batches.push(batch), { maxRows: 2 });
    const all = [1, 2, 3].map((t) => sink.add([row(t)], [state('v', t)]));
    sink.addState(state('v', 4));
    sink.addState(state('w', 1));
    sink.addState(state('w', 2));
    await Promise.all(all);
    await sink.stored();
    expect(batches.map((batch) => [times(batch), batch.states.map((s) => `${s.vehicleId}${s.lastPacketAt}`)])).toEqual([
      [[1, 2], ['v2']],
      [[3], ['v4', 'w2']],
    ]);
    expect(seen.committed).toEqual([2, 4, 2]);
  });

  it('stores what is added while it falls asleep, a few ticks after the last acknowledgement', async () => {
    const { sink } = sinkWith(async () => undefined);
    for (let ticks = 0; ticks < 12; ticks++) {
      await sink.add([row(ticks)], []);
      for (let i = 0; i < ticks; i++) await null;
    }
    expect(sink.waiting).toBe(0);
  }, 5_000);

  it('tries the same batch again while the database is away, and heartbeats do not pile up', async () => {
    let away = true;
    const tried: number[][] = [];
    const { sink, seen } = sinkWith(async (batch) => {
      tried.push(times(batch));
      if (away) throw Object.assign(new Error('gone'), { code: '57P01' });
    });
    const stored = Promise.all([sink.add([row(1)], []), sink.add([row(2)], [])]);
    await pause(30);
    for (let i = 0; i < 1000; i++) sink.addState(state('v', i));
    away = false;
    await stored;
    await sink.stored();
    expect(tried.length).toBeGreaterThan(2);
    expect(new Set(tried.slice(0, -1).map(String))).toEqual(new Set(['1,2']));
    expect(seen.trouble.at(-1)).toBe(0);
    expect(seen.committed).toEqual([999]);
  });

  it('finds the one report that the database refuses; the others are stored', async () => {
    const written: number[] = [];
    const { sink, seen } = sinkWith(async (batch) => {
      if (times(batch).includes(7)) throw Object.assign(new Error('out of range'), { code: '22003' });
      written.push(...times(batch));
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => sink.add([row(i)], [])));
    expect(outcomes.map((o) => o.status).filter((s) => s === 'rejected')).toHaveLength(1);
    expect(outcomes[7]?.status).toBe('rejected');
    expect(seen.refused).toEqual([7]);
    expect(written).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 9]);
  });

  it('stores the reports of a frame together; of one that the database refuses the others stay, unacknowledged', async () => {
    const written: number[] = [];
    const { sink, seen } = sinkWith(async (batch) => {
      if (times(batch).includes(7)) throw Object.assign(new Error('out of range'), { code: '22003' });
      written.push(...times(batch));
    });
    const outcomes = await Promise.allSettled([
      sink.add([row(1), row(2)], [state('v', 2)]),
      sink.add([row(6), row(7), row(8)], [state('v', 8)]),
      sink.add([row(9)], [state('v', 9)]),
    ]);
    expect(outcomes.map((o) => o.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(seen.refused).toEqual([7]);
    expect(written).toEqual([1, 2, 6, 8, 9]);
    expect(seen.committed.at(-1)).toBe(9);
  });

  it('lets the states of many vehicles wait, never the first one, and stores them when nothing else comes and when it stops', async () => {
    const batches: Batch[] = [];
    const { sink, seen } = sinkWith(async (batch) => void batches.push(batch), {
      states: { atOnce: 2, everyMs: 60 },
      stored: new Set(['a', 'b', 'c']),
    });
    const report3 = (t: number) => sink.add([row(t)], [state('a', t), state('b', t), state('c', t)]);
    const states = (batch?: Batch) => batch?.states.map((s) => `${s.vehicleId}${s.lastPacketAt}`);
    // nothing was stored before: everything goes along
    await report3(1);
    expect(states(batches[0])).toEqual(['a1', 'b1', 'c1']);
    await report3(2);
    await sink.add([row(3)], [state('new', 3)]);
    expect(states(batches[1])).toEqual([]);
    expect(states(batches[2])).toEqual(['new3']);
    // what is shown does not wait
    expect(seen.committed).toEqual([1, 1, 1, 2, 2, 2, 3]);
    await vi.waitFor(() => expect(states(batches[3])).toEqual(['a2', 'b2', 'c2']));
    expect(batches[3]?.rows).toEqual([]);
    await report3(4);
    await sink.stop(1_000);
    expect(states(batches.at(-1))).toEqual(['a4', 'b4', 'c4']);
  });

  it('does not wait for the next states when it stops', async () => {
    const batches: Batch[] = [];
    const everyMs = 400;
    const { sink } = sinkWith(async (batch) => void batches.push(batch), { states: { atOnce: 2, everyMs } });
    for (let t = 1; t <= 2; t++) {
      const came = ['a', 'b', 'c'].map((id, i) => sink.add([row(3 * t + i)], [state(id, t)]));
      await Promise.all(came);
    }
    // the states of the second reports are stored beside them
    await vi.waitFor(() => expect(batches.at(-1)?.rows).toEqual([]));
    const from = performance.now();
    await sink.stop(1_000);
    expect(performance.now() - from).toBeLessThan(everyMs / 4);
  });

  it('stores reports alone once many come, however few at a time, and acknowledges them while states are stored beside', async () => {
    const batches: Batch[] = [];
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { sink } = sinkWith(
      async (batch) => {
        batches.push(batch);
        if (batch.rows.length === 0) await held;
      },
      { states: { atOnce: 3, everyMs: 300 }, stored: new Set(['v0', 'v1', 'v2', 'v3']) },
    );
    const add = (t: number) => sink.add([row(t)], [state(`v${t % 4}`, t)]);
    for (let t = 0; t < 8; t++) await add(t);
    // the first three are few
    expect(batches.map(({ states }) => states.length)).toEqual([1, 1, 1, 0, 0, 0, 0, 0]);
    await vi.waitFor(() => expect(batches.at(-1)?.rows).toEqual([]));
    const beside = batches.at(-1)?.states.map((s) => s.lastPacketAt);
    expect(beside?.sort()).toEqual([4, 5, 6, 7]);
    // the states are not stored yet
    for (let t = 8; t < 12; t++) await add(t);
    expect(batches.slice(9).map(({ rows, states }) => [rows.length, states.length])).toEqual(Array(4).fill([1, 0]));
    const stopped = sink.stop(1_000);
    go();
    await stopped;
    const last = batches.slice(13).flatMap(({ states }) => states.map((s) => s.lastPacketAt));
    expect(last.sort((a, b) => a - b)).toEqual([8, 9, 10, 11]);
  });

  it('stores reports whatever a state is like, and drops only the state that the database refuses', async () => {
    const written: number[] = [];
    const stored: string[] = [];
    const { sink, seen } = sinkWith(async (batch) => {
      if (batch.states.some(({ vehicleId }) => vehicleId === 'bad'))
        throw Object.assign(new Error('no such company'), { code: '23503' });
      written.push(...times(batch));
      stored.push(...batch.states.map((s) => s.vehicleId));
    });
    sink.addState(state('bad', 1));
    await Promise.all([
      sink.add([row(1)], [state('a', 1)]),
      sink.add([row(2)], [state('bad', 2)]),
      sink.add([row(3)], [state('c', 3)]),
    ]);
    await sink.stored();
    expect(written).toEqual([1, 2, 3]);
    expect(stored.sort()).toEqual(['a', 'c']);
    expect(seen.refused).toEqual([-1]);
    await sink.stop(1_000);
    expect(sink.waiting).toBe(0);
  });

  it('acknowledges what is stored also when passing it on fails, and says so', async () => {
    const untold: string[] = [];
    const { sink } = sinkWith(async () => undefined, {
      committed: () => {
        throw new Error('no map');
      },
      untold: ({ message }) => untold.push(message),
    });
    await sink.add([row(1)], [state('v', 1)]);
    expect(untold).toEqual(['no map']);
  });

  it('lets terminals with an alarm go first under overload, each in its own order, and nobody waits for ever', async () => {
    const written: string[][] = [];
    const { sink } = sinkWith(async (batch) => {
      written.push(batch.rows.map(({ message }) => `${message.deviceId}${message.deviceTime}`));
      await pause(1);
    });
    const from = (deviceId: string, t: number, alarmBits = 0): PositionRow => ({
      message: report({ ...who, deviceId }, t, { alarmBits }),
      jump: false,
      news: true,
      clockWrong: false,
    });
    const calm = Array.from({ length: 60 }, (_, i) => sink.add([from(`c${i}-`, 0)], []));
    const alarming = [1, 2, 3].map((t) => sink.add([from('a', t, t === 3 ? 2 : 0)], []));
    const endless = Array.from({ length: 40 }, (_, t) => sink.add([from('e', t, 1)], []));
    await Promise.all([...calm, ...alarming, ...endless]);
    const all = written.flat();
    const batchOf = (key: string) => written.findIndex((batch) => batch.includes(key));
    expect(batchOf('a3')).toBeLessThanOrEqual(1);
    expect(all.filter((key) => key.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
    expect(all.filter((key) => key.startsWith('e'))).toEqual(Array.from({ length: 40 }, (_, t) => `e${t}`));
    for (const batch of written.slice(1, 4)) expect(batch.some((key) => key.startsWith('c'))).toBe(true);
    expect(all).toHaveLength(103);
  });

  it('stored() ends though more keeps coming', async () => {
    const { sink } = sinkWith(() => pause(3));
    let going = true;
    let n = 0;
    const flood = (async () => {
      while (going) {
        void sink.add([row(n++)], []);
        await pause(1);
      }
    })();
    await pause(20);
    const mine = sink.add([row(1_000_000)], []).then(() => true);
    await sink.stored();
    expect(await Promise.race([mine, pause(0, false)])).toBe(true);
    going = false;
    await flood;
    await sink.stored();
  });

  it('stopping rejects what could not be stored', async () => {
    const { sink } = sinkWith(async () => {
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    });
    const outcome = sink.add([row(1)], []).catch(() => 'rejected');
    await pause(10);
    await sink.stop(20);
    expect(await outcome).toBe('rejected');
    await expect(sink.add([row(2)], [])).rejects.toThrow();
  });
});
