import { interfaceApplyStatus, publishStatus } from '@tongda/contract/base/system-enums';
import { openScope } from '@tongda/contract/company/openapi/enums';
import { forwardCrs, forwardInterface, forwardKind } from '@tongda/contract/rules/forwarding/enums';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { openSecrets } from '../../../company/openapi/door';
import type { LinkTarget } from '../link/shape';

/** Where targets stand, and the key that opens the secrets of programs. */
interface TargetDeps {
  db: Kysely<DB>;
  factorKey: Buffer;
}

/** A target that works now, as the worker uses it. */
export interface ActiveTarget extends LinkTarget {
  clientId: string;
  name: string;
  /** the program that subscribes, by id and name; null: none */
  program: { id: string; name: string } | null;
  /** changes with the target and with the program that subscribes */
  version: string;
  retries: number;
}

interface Row extends Omit<ActiveTarget, 'shifted' | 'app' | 'program'> {
  crs: number;
  appId: string | null;
  appName: string | null;
  appKey: string | null;
  appSecret: Buffer | null;
  appOldSecret: Buffer | null;
  appOldUntil: Date | null;
}

/** SQL: the day of the company that a target `t` belongs to (client `c`). */
const today = sql`(now() at time zone c.time_zone)::date`;
/** SQL: the open interface behind a kind `k`. */
const interfaceSql = sql`case k ${sql.join(
  Object.entries(forwardInterface).map(([kind, key]) => sql`when ${sql.lit(kind)} then ${sql.lit(key)}`),
  sql` `,
)} end`;
/** SQL query: kinds whose interface is not published, or not open for program `app` of client `client`. */
const closedKinds = (kinds: RawBuilder<unknown>, client: RawBuilder<unknown>, app: RawBuilder<unknown>) =>
  sql`select k from unnest(${kinds}) k where not exists (select from interface_apply g where g.client_id = ${client}
    and g.status = ${sql.lit(interfaceApplyStatus.opened)} and (g.app_id is null or g.app_id = ${app}) and g.interface_key = ${interfaceSql}
    and exists (select from open_interface i where i.key = g.interface_key and i.status = ${sql.lit(publishStatus.published)}))`;
/** SQL condition: target `t` of client `c` belongs to no program, or to one that may call today, and what it tells is open for that. */
export const mayTell = sql<boolean>`(t.app_id is null or (exists (select from open_app p where p.id = t.app_id and p.deleted_at is null and p.enabled
    and (p.valid_until is null or p.valid_until >= ${today})) and not exists (${closedKinds(sql`t.kinds`, sql`t.client_id`, sql`t.app_id`)})))`;
/** SQL condition: target `t` of client `c` is to work today. */
export const isActive = sql<boolean>`(t.deleted_at is null and t.enabled and c.status = 1 and ${mayTell}
  and (t.valid_from is null or t.valid_from <= ${today}) and (t.valid_until is null or t.valid_until >= ${today}))`;
/** The kinds that a program of a company may subscribe to. */
export async function listOpenKinds(db: Kysely<DB>, clientId: string, appId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ k: string }>`${closedKinds(
    sql`${forwardKind.codes}::text[]`,
    sql`${clientId}`,
    sql`${appId}`,
  )}`.execute(db);
  return new Set(forwardKind.codes.filter((kind) => !rows.some(({ k }) => k === kind)));
}

/** SQL condition: program `t.app_id`, if there is one, may see vehicle `v`. */
const seenByApp = sql`(t.app_id is null or exists (select from open_app p where p.id = t.app_id and case p.scope when ${sql.lit(openScope.company)} then true
    when ${sql.lit(openScope.vehicles)} then v.id = any(p.target_ids)
    else exists (select from org o where o.id = v.org_id and o.path && p.target_ids) end))`;
/** SQL: joins the program that subscribes to target `t` as `own`; without one its columns are null. {@link boundAt} and {@link codeOfItem} read it. */
export const joinProgram = sql`left join open_app own on own.id = t.app_id`;
/** SQL condition: one binding of the vehicle (an id) to the customer of program `own` holds at all of these moments. True for who belongs to no customer. */
export const boundAt = (vehicle: RawBuilder<unknown>, ...moments: RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`(own.customer_id is null or exists (select from vehicle_binding b where b.client_id = own.client_id and b.customer_id = own.customer_id
    and b.vehicle_id = ${vehicle} and ${sql.join(
      moments.map((at) => sql`b.during @> ${at}`),
      sql` and `,
    )}))`;

const alarmTime = (body: RawBuilder<unknown>, field: 'start' | 'end'): RawBuilder<unknown> =>
  sql`to_timestamp((${body}->>${sql.lit(field)})::float8 / 1000)`;
/**
 * SQL: the moments that say whether the customer of a program is told of an event of an alarm (its body, and when it was written): the alarm's beginning, as in 报警记录,
 * and what the event tells of. A change is of when it was written, an end of the end itself.
 */
export const alarmMoments = (body: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<unknown>[] => [
  alarmTime(body, 'start'),
  sql`case when ${body}->>'event' in ('changed', 'ended') then coalesce(${alarmTime(body, 'end')}, ${at}) else ${alarmTime(body, 'start')} end`,
];

const isAlarm = sql`i.kind = 'alarm'`;
/** SQL: when what item `i` of the outbox tells of was: the report's time, or the alarm's beginning. */
const itemTime = sql`case when ${isAlarm} then ${alarmTime(sql`i.body->'alarm'`, 'start')} else i.at end`;
/** SQL condition: item `i` may be told to the program `own` as it is now: its customer and his bindings may have changed since it was put into the outbox. */
export const mayTellItem = sql<boolean>`case when ${isAlarm} then ${boundAt(sql`i.vehicle_id`, ...alarmMoments(sql`i.body->'alarm'`, sql`i.at`))}
  else ${boundAt(sql`i.vehicle_id`, sql`i.at`)} end`;
/** SQL: `{extCode}` of item `i` for who subscribes as a program, the vehicle's code at that time as the open interfaces tell it; nothing for other targets. */
export const codeOfItem = sql`(case when own.id is null then '{}'::jsonb else jsonb_build_object('extCode', coalesce((select case when count(*) = 1 then min(b.ext_code) end
    from vehicle_binding b where b.client_id = own.client_id and b.vehicle_id = i.vehicle_id and b.during @> ${itemTime}
      and (own.customer_id is null or b.customer_id = own.customer_id)), '')) end)`;

/** The same vehicles whether or not the customer of the program has them now: what is told of them is cut by {@link boundAt}. */
export const vehiclesEver = sql`select v.id, v.plate_no, v.vehicle_color from vehicle v where v.client_id = t.client_id and v.deleted_at is null and ${seenByApp}
  and case t.scope when 1 then true when 3 then v.fleet_id = any(t.target_ids) when 4 then v.id = any(t.target_ids)
    else exists (select from org o where o.id = v.org_id and o.path && t.target_ids) end`;

/**
 * SQL query: the vehicles that target `t` tells of. Only its company's own: what is shared with it is not its to tell; of these only what its program sees now.
 */
export const vehiclesOfTarget = sql`select v.* from (${vehiclesEver}) v ${joinProgram} where ${boundAt(sql`v.id`, sql`now()`)}`;

const columns = sql`t.id::text, t.client_id::text as "clientId", t.name, t.version || '.' || coalesce(a.version, 0) as version, t.protocol, t.address, t.account,
  t.secret, t.options, t.crs, t.retries, a.id::text as "appId", a.name as "appName", a.app_key as "appKey", a.secret as "appSecret", a.old_secret as "appOldSecret", a.old_until as "appOldUntil"`;
function toTarget(
  { crs, appId, appName, appKey, appSecret, appOldSecret, appOldUntil, ...row }: Row,
  factorKey: Buffer,
): ActiveTarget {
  const app =
    appKey === null || appSecret === null
      ? null
      : {
          appKey,
          secrets: openSecrets(factorKey, { secret: appSecret, old_secret: appOldSecret, old_until: appOldUntil }),
        };
  const program = appId === null || appName === null ? null : { id: appId, name: appName };
  return { ...row, app, program, shifted: crs === forwardCrs.gcj02 };
}

/** Targets of all companies that are to work now and were not given up. */
export async function listActive({ db, factorKey }: TargetDeps): Promise<ActiveTarget[]> {
  const { rows } = await sql<Row>`select ${columns} from forward_target t join client c on c.id = t.client_id
    left join forward_state s on s.target_id = t.id left join open_app a on a.id = t.app_id
    where ${isActive} and s.paused_at is null order by t.id`.execute(db);
  return rows.map((row) => toTarget(row, factorKey));
}

/** One target of a company, whether it works or not. */
export async function readTarget(
  { db, factorKey }: TargetDeps,
  clientId: string,
  id: string,
): Promise<ActiveTarget | undefined> {
  const { rows } = await sql<Row>`select ${columns} from forward_target t left join open_app a on a.id = t.app_id
    where t.id = ${id} and t.client_id = ${clientId} and t.deleted_at is null`.execute(db);
  return rows.map((row) => toTarget(row, factorKey))[0];
}
