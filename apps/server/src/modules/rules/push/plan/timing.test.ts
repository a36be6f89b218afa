import { describe, expect, it } from 'vitest';
import { maskUrl } from '../../../../core/notify/outbound';
import { maskRecipient } from '../setting/mask';
import {
  type Concern,
  countToTake,
  followupsOf,
  laneWindowMs,
  nextTime,
  retryAt,
  type Setting,
  settingApplies,
  smsParts,
  whenToTell,
} from './timing';

const zone = 'Asia/Shanghai';
/** A moment of the company's wall clock. */
const at = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}+08:00`);

const setting: Setting = {
  id: '1',
  name: '质量',
  kinds: ['temperatureAlarm'],
  minLevel: 2,
  scope: 1,
  targetIds: [],
  channels: [1],
  userIds: ['7'],
  roleIds: [],
  manager: false,
  driver: false,
  contacts: [],
  endpointIds: [],
  period: { weekdays: [], spans: [] },
  quiet: null,
  quietMode: 1,
  quietPassLevel: 3,
  repeatMin: 0,
  maxTimes: 3,
  notifyEnd: false,
  escalation: [],
  template: '',
};
const concern: Concern = {
  kind: 'temperatureAlarm',
  level: 2,
  vehicleId: '100',
  fleetId: '5',
  orgPath: ['1', '2'],
  groupIds: ['7', '8'],
};
const noon = at('2026-11-20 12:00:00'); // a Friday

describe('a setting is about an alarm', () => {
  it.each<[string, Partial<Setting>, Partial<Concern>, boolean]>([
    ['of its kind and level', {}, {}, true],
    ['of any kind, when none is named', { kinds: [] }, { kind: 'doorAlarm' }, true],
    ['not of another kind', {}, { kind: 'doorAlarm' }, false],
    ['not below its level', {}, { level: 1 }, false],
    ['of a department, and of those below it', { scope: 2, targetIds: ['1'] }, {}, true],
    ['not of another department', { scope: 2, targetIds: ['3'] }, {}, false],
    ['of a fleet', { scope: 3, targetIds: ['5'] }, {}, true],
    ['not of a vehicle without a fleet', { scope: 3, targetIds: ['5'] }, { fleetId: null }, false],
    ['of a vehicle', { scope: 4, targetIds: ['100'] }, {}, true],
    ['not of another vehicle', { scope: 4, targetIds: ['101'] }, {}, false],
    ['of a vehicle in a group', { scope: 5, targetIds: ['8'] }, {}, true],
    ['not of a vehicle in another group', { scope: 5, targetIds: ['9'] }, {}, false],
    ['on its weekdays', { period: { weekdays: [5], spans: [] } }, {}, true],
    ['not on others', { period: { weekdays: [6, 7], spans: [] } }, {}, false],
    ['not outside its hours', { period: { weekdays: [], spans: [{ from: '22:00', to: '06:00' }] } }, {}, false],
  ])('%s', (_, s, c, expected) => {
    expect(settingApplies({ ...setting, ...s }, { ...concern, ...c }, noon, zone)).toBe(expected);
  });

  it('by the company’s day: 17:00 UTC on Friday is Saturday in Shanghai', () => {
    const s = { ...setting, period: { weekdays: [6], spans: [] } };
    expect(settingApplies(s, concern, Date.parse('2026-11-20T17:00:00Z'), zone)).toBe(true);
    expect(settingApplies(s, concern, Date.parse('2026-11-20T15:59:59Z'), zone)).toBe(false);
  });
});

describe('quiet hours', () => {
  const quiet = { ...setting, quiet: { from: '22:00', to: '07:00' } };
  it.each([
    ['2026-11-20 21:59:59', '2026-11-20 21:59:59'],
    ['2026-11-20 22:00:00', '2026-11-21 07:00:00'],
    ['2026-11-20 23:30:20', '2026-11-21 07:00:00'],
    ['2026-11-21 00:00:00', '2026-11-21 07:00:00'],
    ['2026-11-21 06:59:59', '2026-11-21 07:00:00'],
    ['2026-11-21 07:00:00', '2026-11-21 07:00:00'],
  ])('over midnight: what happens at %s is told at %s', (now, told) => {
    expect(whenToTell(quiet, 2, at(now), zone)).toEqual({ at: at(told), suppressed: '' });
  });
  it('within a day', () => {
    const midday = { ...setting, quiet: { from: '12:00', to: '13:30' } };
    expect(whenToTell(midday, 1, at('2026-11-20 12:10:00'), zone).at).toBe(at('2026-11-20 13:30:00'));
    expect(whenToTell(midday, 1, at('2026-11-20 11:59:00'), zone).at).toBe(at('2026-11-20 11:59:00'));
  });
  it('do not hold back what is urgent; what is less is told later, or only written down', () => {
    const now = at('2026-11-20 23:00:00');
    expect(whenToTell(quiet, 3, now, zone)).toEqual({ at: now, suppressed: '' });
    expect(whenToTell({ ...quiet, quietPassLevel: 2 }, 2, now, zone).at).toBe(now);
    expect(whenToTell({ ...quiet, quietMode: 2 }, 2, now, zone).suppressed).toBe('免打扰时段，按设置只记录不发送');
  });
});

describe('what follows', () => {
  const tier = { ...setting, afterMin: 15, repeatMin: 10, times: 2 };
  it('is the repetition and every tier of the escalation', () => {
    const s = { ...setting, repeatMin: 30, escalation: [tier, { ...tier, afterMin: 60 }] } as unknown as Setting;
    expect(followupsOf(s, noon).map(({ tier: t, at: when }) => [t, (when - noon) / 60_000])).toEqual([
      [0, 30],
      [1, 15],
      [2, 60],
    ]);
    expect(followupsOf({ ...setting, repeatMin: 30, maxTimes: 1 }, noon)).toEqual([]);
  });
  it('ends after so many times, the first notice counted', () => {
    const s = { ...setting, repeatMin: 5, maxTimes: 3, escalation: [tier] } as unknown as Setting;
    expect([1, 2].map((n) => nextTime(s, 0, n, noon))).toEqual([noon + 300_000, null]);
    expect([1, 2].map((n) => nextTime(s, 1, n, noon))).toEqual([noon + 600_000, null]);
    expect(nextTime({ ...s, escalation: [{ ...tier, repeatMin: 0 }] } as unknown as Setting, 1, 1, noon)).toBe(null);
  });
  it('of a failure are four further tries', () => {
    expect([1, 2, 3, 4, 5].map((n) => retryAt(n, 0))).toEqual([30_000, 120_000, 600_000, 1_800_000, null]);
  });
});

describe('a lane that takes 20 a minute', () => {
  /** Notices that come at the given seconds, taken each second; answers how many were in each message and when it left. */
  function run(arrivals: readonly number[]): Array<[second: number, notices: number]> {
    const messages: Array<[number, number]> = [];
    let waiting = 0;
    for (let second = 0; second < 400; second++) {
      waiting += arrivals.filter((s) => s === second).length;
      for (;;) {
        const now = second * 1000;
        const used = messages.filter(([s]) => now - s * 1000 < laneWindowMs).length;
        const last = messages.at(-1);
        const n = countToTake({ perMinute: 20, used, lastAt: last ? last[0] * 1000 : null }, waiting, now);
        if (n === 0) break;
        messages.push([second, n]);
        waiting -= n;
      }
    }
    expect(waiting).toBe(0);
    return messages;
  }
  const most = (messages: Array<[number, number]>): number =>
    Math.max(...messages.map(([s]) => messages.filter(([t]) => t >= s && t < s + 60).length));

  it('gets few notices one by one', () => {
    expect(run([0, 1, 1, 30])).toEqual([
      [0, 1],
      [1, 1],
      [1, 1],
      [30, 1],
    ]);
  });
  it('gets a storm merged: none lost, never more than 20 messages in any minute', () => {
    const storm = run(Array.from({ length: 120 }, (_, i) => Math.floor(i / 2)));
    expect(storm.reduce((sum, [, n]) => sum + n, 0)).toBe(120);
    expect(most(storm)).toBeLessThanOrEqual(20);
    expect(storm.some(([, n]) => n > 1)).toBe(true);
    // the last of them waited less than a minute
    expect(storm.at(-1)?.[0]).toBeLessThan(120);
  });
  it('of one message a minute merges all that waits', () => {
    expect(countToTake({ perMinute: 1, used: 0, lastAt: null }, 7, 0)).toBe(7);
    expect(countToTake({ perMinute: 1, used: 1, lastAt: 0 }, 7, 30_000)).toBe(0);
  });
});

it('texts of 70 characters are one message, longer ones are cut into 67', () => {
  expect([1, 70, 71, 134, 135].map((n) => smsParts('字'.repeat(n)))).toEqual([1, 1, 2, 2, 3]);
});

it('numbers and keys are masked', () => {
  expect(['13816502213', 'zhangsan@qq.com', 'user:7'].map(maskRecipient)).toEqual(['138****2213', 'zh***@qq.com', '']);
  expect(maskUrl('https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4')).toBe(
    'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?****4bc4',
  );
  expect(maskUrl('https://open.feishu.cn/open-apis/bot/v2/hook/0123-456789')).toBe(
    'https://open.feishu.cn/open-apis/bot/v2/hook/****6789',
  );
});
