import { decodeLockTold, encodeLockAsk, lockType } from '@tongda/protocol/lock/frame';
import { expect, it } from 'vitest';
import { LockUnit } from './locks';

const mac = 'C4:5B:BE:10:2B:10';

function unit(near: readonly string[] | null = null) {
  const waiting: Array<{ work: () => void; ms: number }> = [];
  const told: unknown[] = [];
  const locks = new LockUnit(
    near,
    (work, ms) => waiting.push({ work, ms }),
    () => 1_795_000_000_000,
  );
  return {
    told,
    waiting,
    ask: (data: Uint8Array, type: number = lockType) =>
      locks.asked({ type, data }, (answer) => told.push(decodeLockTold(answer.data))),
  };
}

it('opens when it is asked to, tells it, and tells when somebody has closed it', () => {
  const { ask, told, waiting } = unit();
  ask(encodeLockAsk({ mac, serial: 7, what: 'open' }));
  waiting.shift()?.work();
  const event = { mac, batteryPct: 82, what: 'event', way: 2, at: 1_795_000_000_000 };
  expect(told).toEqual([
    { mac, state: 2, batteryPct: 82, serial: 7, what: 'answer', result: 0 },
    { ...event, state: 2, serial: 7, isOpen: true },
    { ...event, state: 1, serial: 0, isOpen: false, way: 1 },
  ]);
});

it('keeps a code until somebody types it, within its time', () => {
  const { ask, told, waiting } = unit();
  ask(encodeLockAsk({ mac, serial: 9, what: 'setCode', code: '042317', minutes: 5 }));
  expect(told).toEqual([{ mac, state: 1, batteryPct: 82, serial: 9, what: 'answer', result: 0 }]);
  expect(waiting[0]?.ms).toBeLessThan(5 * 60_000);
  waiting.shift()?.work();
  expect(told[1]).toMatchObject({ what: 'event', isOpen: true, way: 3, serial: 9, state: 2 });
});

it('says that a lock is out of reach, and nothing to data of other devices', () => {
  const { ask, told } = unit(['C4:5B:BE:10:2A:11']);
  ask(encodeLockAsk({ mac, serial: 7, what: 'open' }), 0x41);
  expect(told).toEqual([]);
  ask(encodeLockAsk({ mac, serial: 7, what: 'open' }));
  expect(told).toMatchObject([{ what: 'answer', result: 2 }]);
});

it('answers with its own charge, which falls slowly with the openings', () => {
  const { ask, told } = unit();
  const weak = 'C4:5B:BE:10:2A:14';
  ask(encodeLockAsk({ mac: weak, serial: 1, what: 'setCode', code: '042317', minutes: 5 }));
  expect(told).toMatchObject([{ batteryPct: 14 }]);
  for (let serial = 2; serial < 22; serial++) ask(encodeLockAsk({ mac: weak, serial, what: 'open' }));
  expect(told.at(-1)).toMatchObject({ batteryPct: 13 });
});
