import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import {
  type AccessDetail,
  type deviceSetCode,
  type deviceSetPolicy,
  releaseHours,
} from '@tongda/contract/resources/device/access';
import type { DeviceFields } from '@tongda/contract/resources/device/calls';
import { deviceAccess, terminalPolicy } from '@tongda/contract/resources/device/enums';
import { type RawBuilder, sql } from 'kysely';
import { orEmpty } from '../../../core/db/columns';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { eachRecord, type Target } from '../../../core/record/register';
import { closeMessages } from '../../base/message/door';
import { deviceRegister } from './register';
import { accessSql, fromDevices, policySql } from './repo';

/** Key of the message about an alert of a terminal. */
export const alertKey = (alertId: string): string => `terminal ${alertId}`;

const nullableTime = (column: RawBuilder<Date | null>, ctx: Ctx): RawBuilder<string | null> =>
  sql<string | null>`${wireTimeSql(column, ctx.timeZone)}`;

/** How a terminal is let in and where it was; the latest 20 networks and alerts. The caller has checked that it is his to see. */
export async function loadAccess(trx: Trx, ctx: Ctx, id: string): Promise<AccessDetail> {
  const access = await trx
    .selectFrom('device as d')
    .innerJoin('client as c', 'c.id', 'd.client_id')
    .leftJoin('device_access as ac', 'ac.device_id', 'd.id')
    .select([
      accessSql.as('state'),
      policySql.as('policy'),
      // a check of the table keeps it to the codes of the enumeration
      sql<AccessDetail['ownPolicy']>`d.terminal_policy`.as('ownPolicy'),
      nullableTime(sql`d.registered_at`, ctx).as('registeredTime'),
      nullableTime(sql`case when d.register_until > now() then d.register_until end`, ctx).as('releasedUntil'),
      nullableTime(sql`ac.tried_at`, ctx).as('triedTime'),
      orEmpty('ac.tried_from').as('triedFrom'),
      // written by the gateway out of the same enumeration
      sql<AccessDetail['outcome']>`ac.outcome`.as('outcome'),
      nullableTime(sql`ac.accepted_at`, ctx).as('acceptedTime'),
      orEmpty('ac.accepted_from').as('acceptedFrom'),
    ])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow();
  const networks = await trx
    .selectFrom('device_network')
    .select(['network', 'address'])
    .select([
      wireTimeSql(sql<Date>`first_at`, ctx.timeZone).as('firstTime'),
      wireTimeSql(sql<Date>`last_at`, ctx.timeZone).as('lastTime'),
    ])
    .where('device_id', '=', id)
    .orderBy('last_at', 'desc')
    .limit(20)
    .execute();
  const alerts = await trx
    .selectFrom('device_alert')
    // a check of the table keeps the kind to the codes of the enumeration
    .select(['id', sql<AccessDetail['alerts'][number]['kind']>`kind`.as('kind'), 'times', 'address'])
    .select([
      wireTimeSql(sql<Date>`first_at`, ctx.timeZone).as('firstTime'),
      wireTimeSql(sql<Date>`last_at`, ctx.timeZone).as('lastTime'),
      orEmpty('before_address').as('beforeAddress'),
    ])
    .where('device_id', '=', id)
    .orderBy('first_at', 'desc')
    .limit(20)
    .execute();
  return { ...access, networks, alerts };
}

interface AccessTarget extends Target {
  state: (typeof deviceAccess.codes)[number];
  ownPolicy: AccessDetail['ownPolicy'];
  hasCode: boolean;
}
const loadTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  fromDevices(trx, ctx)
    .select(['d.id', 'd.terminal_no as name', 'd.version', accessSql.as('state')])
    .select([
      sql<AccessTarget['ownPolicy']>`d.terminal_policy`.as('ownPolicy'),
      sql<boolean>`d.auth_code is not null`.as('hasCode'),
    ])
    .where('d.id', 'in', ids)
    .execute();

/** 放行重新注册: for 72 hours the terminal may register once more. Messages that asked for it are done. */
export const releaseDevices = (ctx: Ctx, ids: string[]) =>
  eachRecord<DeviceFields, AccessTarget>(ctx, deviceRegister, ids, {
    load: loadTargets(ctx),
    action: '放行重新注册',
    refuse: (t) => (t.hasCode ? null : blockedByRule(`终端${t.name}还没有鉴权码，首次注册不需要放行`)),
    set: {},
    changes: (t) => [
      {
        field: 'access',
        label: '接入状态',
        before: deviceAccess.label(t.state),
        after: `${releaseHours}小时内可重新注册一次`,
      },
    ],
    also: async (trx, done) => {
      const devices = done.map(({ id }) => id);
      await sql`update device set register_until = now() + make_interval(hours => ${releaseHours}) where id = any(${devices}::bigint[])`.execute(
        trx,
      );
      await closeAlerts(trx, ctx, devices);
    },
  });

/** 设置鉴权码: from now on the terminal comes in with this code; what came in with another one is closed. The code is not kept in the history. */
export function setDeviceCode(
  ctx: Ctx,
  { id, code }: Parsed<typeof deviceSetCode>,
): Promise<Output<typeof deviceSetCode>> {
  return eachRecord<DeviceFields, AccessTarget>(ctx, deviceRegister, [id], {
    load: loadTargets(ctx),
    action: '设置鉴权码',
    refuse: () => null,
    set: { auth_code: code, register_until: null },
    changes: (t) => [
      {
        field: 'authCode',
        label: '鉴权码',
        before: t.hasCode ? '已设置' : '',
        after: t.hasCode ? '已重新设置' : '已设置',
      },
    ],
    also: async (trx) => {
      await sql`update device set registered_at = now() where id = ${id}`.execute(trx);
      await closeAlerts(trx, ctx, [id]);
    },
  }).then(() => ({ id }));
}

/** The terminals' own policy, or the company's again. */
export const setDevicePolicy = (ctx: Ctx, { ids, policy }: Parsed<typeof deviceSetPolicy>) =>
  eachRecord<DeviceFields, AccessTarget>(ctx, deviceRegister, ids, {
    load: loadTargets(ctx),
    action: '修改注册方式',
    refuse: () => null,
    set: { terminal_policy: policy },
    changes: (t) =>
      t.ownPolicy === policy
        ? []
        : [{ field: 'policy', label: '注册方式', before: policyWords(t.ownPolicy), after: policyWords(policy) }],
    onlyChanged: true,
  });

const policyWords = (policy: AccessDetail['ownPolicy']): string =>
  policy === null ? '跟随企业' : terminalPolicy.label(policy);

/** Messages that asked for a release or a code are done. */
async function closeAlerts(trx: Trx, ctx: Ctx, deviceIds: string[]): Promise<void> {
  const open = await trx
    .selectFrom('device_alert')
    .select('id')
    .where('device_id', 'in', deviceIds)
    .where('kind', 'in', ['register', 'code'])
    .where('told_at', '>', sql<Date>`now() - interval '2 days'`)
    .execute();
  await closeMessages(
    trx,
    ctx.clientId,
    open.map(({ id }) => alertKey(id)),
  );
}
