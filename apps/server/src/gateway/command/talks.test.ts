import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Talks } from './talks';

const patienceMs = 1_000;
const areas = 0x8606;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['the first alone is enough: some terminals answer no other', [7], 'accepted'],
  ['the first twice is no more than that', [7, 7], 'accepted'],
  ['the second alone is not', [8], 'silent'],
  ['the first two are not: the terminal answers each, and has not had the last', [7, 8], 'silent'],
  ['whatever came before, the last one is the answer', [8, 9], 'accepted'],
])('of the packages of a message, acknowledged before nothing else comes, %s', async (_, serials, what) => {
  const talks = new Talks(patienceMs);
  const wish = { resultMs: patienceMs, accepted: () => undefined, late: () => undefined };
  const outcome = talks.begin(areas, { first: 7, count: 3 }, wish);
  for (const replySerial of serials) talks.replied({ replySerial, replyId: areas, result: 0 });
  vi.advanceTimersByTime(patienceMs);
  expect(await outcome).toMatchObject({ what, serial: 9 });
});

const upgrade = 0x8108;

it('a progress gives the result of an upgrade its whole time anew, however often it comes', async () => {
  const talks = new Talks(patienceMs);
  const wish = { answerId: 0x0108, resultMs: 10_000, accepted: vi.fn(), late: () => undefined };
  const outcome = talks.begin(upgrade, { first: 7, count: 3 }, wish);
  for (let i = 0; i < 3; i++) {
    talks.worksAt(upgrade, 8);
    vi.advanceTimersByTime(9_000);
  }
  expect(wish.accepted).toHaveBeenCalledOnce();
  talks.answered({ id: null, why: 'unknown' }, 9, { id: 0x0108 });
  expect(await outcome).toMatchObject({ what: 'answered' });
});

const control = 0x8105;
const CUT = 1 << 10;
const minute = 60_000;

/** A terminal that has accepted to cut off; `late` is what came after the patience. */
function cutting() {
  const talks = new Talks(patienceMs);
  const late: string[] = [];
  const ask = (serial: number, mask = CUT) => {
    const outcome = talks.begin(
      control,
      { first: serial, count: 1 },
      {
        until: { mask, on: true },
        resultMs: minute,
        accepted: () => undefined,
        late: ({ what }) => void late.push(`${serial} ${what}`),
      },
    );
    talks.replied({ replySerial: serial, replyId: control, result: 0 });
    return outcome;
  };
  return { talks, late, ask };
}

it('a report that is older than the order shows no result, whenever it comes', async () => {
  const { talks, late, ask } = cutting();
  const outcome = ask(1);
  const sentAt = Date.now();
  vi.advanceTimersByTime(5_000);
  talks.told(CUT, sentAt - 10 * minute);
  talks.told(CUT, null);
  vi.advanceTimersByTime(minute);
  expect(await outcome).toMatchObject({ what: 'silent' });
  talks.told(CUT, sentAt - 10 * minute);
  expect(late).toEqual([]);
});

it('one of now shows it, also by a clock that is some seconds slow', async () => {
  const { talks, ask } = cutting();
  const outcome = ask(1);
  talks.told(CUT, Date.now() - 10_000);
  expect(await outcome).toEqual({ what: 'followed', serial: 1 });
});

it('a terminal that reports every few minutes shows it late, of the last order only', async () => {
  const { talks, late, ask } = cutting();
  const [first, second] = [ask(1), ask(2)];
  vi.advanceTimersByTime(minute);
  expect([await first, await second]).toMatchObject([{ what: 'silent' }, { what: 'silent' }]);
  const third = ask(3);
  vi.advanceTimersByTime(minute);
  expect(await third).toMatchObject({ what: 'silent' });
  vi.advanceTimersByTime(3 * minute);
  talks.told(0, Date.now());
  expect(late).toEqual([]);
  talks.told(CUT, Date.now());
  talks.told(CUT, Date.now());
  expect(late).toEqual(['3 followed']);
});

it('an order to the doors leaves the late result of one to the fuel circuit awaited', async () => {
  const { talks, late, ask } = cutting();
  const LOCKED = 1 << 12;
  const cut = ask(1);
  vi.advanceTimersByTime(minute);
  expect(await cut).toMatchObject({ what: 'silent' });
  const locked = ask(2, LOCKED);
  talks.told(LOCKED, Date.now());
  expect(await locked).toMatchObject({ what: 'followed' });
  expect(talks.idle).toBe(false);
  talks.told(CUT, Date.now());
  expect(late).toEqual(['1 followed']);
  expect(talks.idle).toBe(true);
});
