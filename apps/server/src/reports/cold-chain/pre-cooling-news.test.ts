import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { append, storedAt } from '../../../test/point-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Cooled } from '../../kernel/temperature/pre-cooled';
import { newsOf, tellPreCoolings } from './pre-cooling-news';

const timeZone = 'Asia/Shanghai';

describe('what is told of a pre-cooling', () => {
  const now = Date.parse('2026-11-21T08:00:00+08:00');
  const task = { planLoadAt: now + hourMs, timeZone };
  const running: Cooled = {
    ...{ start: now - hourMs, startC: 6, status: 0, reachAt: null, end: null, why: '' },
    ...{ lastC: -8, lastTemps: [-8], rateCPerH: 14, doorOpens: 0, predictedAt: now + 30 * minuteMs },
  };
  it('nothing while it will be in time, and that it will be late', () => {
    expect(newsOf(running, task, now)).toBeNull();
    expect(newsOf({ ...running, predictedAt: now + 75 * minuteMs }, task, now)).toEqual({
      key: 'late',
      text: '预计09:15才达标，晚于计划装货09:00',
    });
  });
  it('that nobody has begun half an hour before loading', () => {
    const none = { ...running, start: null, status: null, predictedAt: null };
    expect(newsOf(none, task, now)).toBeNull();
    expect(newsOf(none, { ...task, planLoadAt: now + 29 * minuteMs }, now)?.text).toBe('尚未开始预冷，计划08:29装货');
  });
  it('that it has stopped or the box is cold, as long as that is news', () => {
    const stopped = { ...running, status: 2 as const, end: now - minuteMs, why: 'door' as const };
    expect(newsOf(stopped, task, now)?.text).toBe('预冷中断：开门过久');
    expect(newsOf({ ...stopped, end: now - hourMs }, task, now)).toBeNull();
    const cold = { ...running, status: 1 as const, reachAt: now - 11 * minuteMs, end: now - minuteMs };
    expect(newsOf(cold, task, now)?.text).toBe('预冷已达标（07:49）');
    expect(newsOf({ ...cold, end: now - hourMs }, task, now)).toBeNull();
  });
});

describe('people of a task', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  it('hear once that a box will be cold too late; nobody else may be named', async () => {
    const { token, clientId, userId } = await app.company('预冷通知');
    const vehicle = await makeVehicle(app.database, '预冷通知');
    await sql`insert into probe (client_id, vehicle_id, kind, channel, name, lower_limit, upper_limit)
      values (${clientId}, ${vehicle.vehicleId}, 'tem', 1, '后部', -25, -12)`.execute(app.database.systemDb);
    const now = Date.now();
    const add = (more: object) =>
      app.post(
        '/api/report/preCooling/add',
        {
          ...{ vehicleId: vehicle.vehicleId, targetC: -18, minutes: 30 },
          planLoadTime: wireTime(now + 40 * minuteMs, timeZone),
          ...more,
        },
        token,
      );
    expect(await add({ notifyIds: ['999999'] })).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'notifyIds', msg: '所选通知人不存在' }] },
    });
    expect((await add({ notifyIds: [userId] })).code).toBe(200);
    await sql`update pre_cooling set created_at = now() - interval '1 hour' where client_id = ${clientId}`.execute(
      app.database.systemDb,
    );
    // a tenth of a degree a minute from 6 ℃: cold in four hours
    const points = Array.from({ length: 50 }, (_, i) => {
      const t = Math.floor(now / 1000) * 1000 - (50 - i) * minuteMs;
      return storedAt(vehicle, t, { tempC: [6 - 0.1 * i], extra: { reeferOn: true } });
    });
    await append(app.database, points, now);
    await tellPreCoolings(app.database.systemDb, now);
    await tellPreCoolings(app.database.systemDb, now + minuteMs);
    const { rows } = await sql<{ title: string; user: string }>`select m.title, r.user_id::text as user from message m
      join message_user r on r.message_id = m.id where m.client_id = ${clientId} and m.type = 12013`.execute(
      app.database.systemDb,
    );
    // of a box that is cold everything has been said
    await sql`update message set once_key = replace(once_key, '-late', '-done') where client_id = ${clientId} and type = 12013`.execute(
      app.database.systemDb,
    );
    await tellPreCoolings(app.database.systemDb, now + 2 * minuteMs);
    const { rows: all } = await sql`select from message where client_id = ${clientId} and type = 12013`.execute(
      app.database.systemDb,
    );
    expect(all).toHaveLength(1);
    expect(rows).toEqual([{ title: expect.stringMatching(/^预计\d\d:\d\d才达标，晚于计划装货/u), user: userId }]);
  });
});
