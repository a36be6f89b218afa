import { expect, it } from 'vitest';
import { fromHex, toHex } from '../bytes';
import { decodeLockAsk, decodeLockTold, encodeLockAsk, encodeLockTold, type LockAsk, type LockTold } from './frame';

const mac = 'C4:5B:BE:10:2A:10';

it('reads what it writes, byte by byte', () => {
  const open: LockAsk = { mac, serial: 1001, what: 'open' };
  expect(toHex(encodeLockAsk(open))).toBe('01c45bbe102a10000003e9');
  const code: LockAsk = { mac, serial: 1002, what: 'setCode', code: '042317', minutes: 30 };
  expect(toHex(encodeLockAsk(code))).toBe('02c45bbe102a10000003ea001e06303432333137');
  for (const ask of [open, code]) expect(decodeLockAsk(encodeLockAsk(ask))).toEqual(ask);
  const answer: LockTold = { mac, state: 2, batteryPct: 81, what: 'answer', serial: 1001, result: 0 };
  expect(toHex(encodeLockTold(answer))).toBe('81c45bbe102a100251000003e900');
  const at = 1_795_000_000_000;
  const event: LockTold = { mac, state: 1, batteryPct: 81, what: 'event', serial: 0, isOpen: false, way: 1, at };
  for (const told of [answer, event]) expect(decodeLockTold(encodeLockTold(told))).toEqual(told);
});

it('takes no message that is cut, too long or of another kind, and writes no code that a lock cannot take', () => {
  for (const hex of ['', '01', '01c45bbe102a10000003', '01c45bbe102a10000003e900', '05c45bbe102a10000003e9'])
    expect(decodeLockAsk(fromHex(hex)), hex).toBeNull();
  for (const hex of ['', '81c45bbe102a10025100', '01c45bbe102a10000003e9'])
    expect(decodeLockTold(fromHex(hex)), hex).toBeNull();
  expect(() => encodeLockAsk({ mac, serial: 1, what: 'setCode', code: '12a456', minutes: 5 })).toThrow('6 to 8 digits');
  expect(() => encodeLockAsk({ mac: 'C4:5B', serial: 1, what: 'open' })).toThrow('no MAC');
});
