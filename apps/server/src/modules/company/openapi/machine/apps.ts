import { interfaceApplyStatus, publishStatus } from '@tongda/contract/base/system-enums';
import { openScope } from '@tongda/contract/company/openapi/enums';
import type { FieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { unsealSecret } from '../../../base/identity/door';

/** A program as the gate knows it. Secrets are never logged and leave this folder only inside of signatures. */
export interface KnownApp {
  id: string;
  name: string;
  clientId: string;
  clientName: string;
  timeZone: string;
  provider: boolean;
  userId: string;
  /** the current secret, and the former one while it is good */
  secrets: { secret: string; until: number }[];
  ipList: string[];
  seesCompany: boolean;
  /** the customer that it belongs to; null: none */
  customerId: string | null;
  /** kinds of fields that it does not see */
  masks: FieldMask[];
  perMinute: number;
  /** false: switched off, or its company is */
  usable: boolean;
  /** its last day is over */
  over: boolean;
  /** what was granted of the interfaces that are open for it, by key */
  opened: ReadonlyMap<string, Granted>;
}

/** What a program may call of one interface; `perSecond` null: what the interface allows. */
interface Granted {
  daily: number;
  perSecond: number | null;
}

/** The program with this key, or null. */
export async function findApp(db: Kysely<DB>, factorKey: Buffer, appKey: string): Promise<KnownApp | null> {
  const row = await db
    .selectFrom('open_app as a')
    .innerJoin('client as c', 'c.id', 'a.client_id')
    .select(['a.id', 'a.name', 'a.client_id', 'a.user_id', 'a.secret', 'a.old_secret', 'a.old_until', 'a.ip_list'])
    .select([
      'a.customer_id',
      'a.scope',
      'a.per_minute',
      'a.enabled',
      'c.name as client_name',
      'c.time_zone',
      'c.kind',
      'c.status',
    ])
    .select(sql<FieldMask[]>`a.masks`.as('masks'))
    .select(sql<boolean>`coalesce(a.valid_until < (now() at time zone c.time_zone)::date, false)`.as('over'))
    .where('a.app_key', '=', appKey)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const grants = await listOpened(db, row.client_id, row.id);
  return {
    id: row.id,
    name: row.name,
    clientId: row.client_id,
    clientName: row.client_name,
    timeZone: row.time_zone,
    provider: row.kind === 'provider',
    userId: row.user_id,
    secrets: openSecrets(factorKey, row),
    ipList: row.ip_list,
    seesCompany: row.scope === openScope.company,
    customerId: row.customer_id,
    masks: row.masks,
    perMinute: row.per_minute,
    usable: row.enabled && row.status === 1,
    over: row.over,
    opened: new Map(grants.map(({ key, ...granted }) => [key, granted])),
  };
}

/** Interfaces that are open for a program, and for all of its company, with what was granted; of two grants the wider. */
async function listOpened(db: Kysely<DB>, clientId: string, appId: string): Promise<Array<Granted & { key: string }>> {
  return db
    .selectFrom('interface_apply')
    .select(['interface_key as key', sql<number>`max(coalesce(daily_limit, daily_calls))::int`.as('daily')])
    .select(
      sql<number | null>`case when bool_or(per_second is null) then null else max(per_second) end`.as('perSecond'),
    )
    .where('client_id', '=', clientId)
    .where('status', '=', interfaceApplyStatus.opened)
    .where((eb) => eb.or([eb('app_id', 'is', null), eb('app_id', '=', appId)]))
    .groupBy('interface_key')
    .execute();
}

/** What holds for an interface, whoever calls it. */
export interface Terms {
  isPublished: boolean;
  /** calls of one program in a second */
  perSecond: number;
  /** most calls of one program in a day; null: what was granted */
  dailyLimit: number | null;
}

/** The terms of every interface that was published once, by key. */
export async function listTerms(db: Kysely<DB>): Promise<ReadonlyMap<string, Terms>> {
  const rows = await db
    .selectFrom('open_interface')
    .select(['key', 'status', 'per_second as perSecond', 'daily_limit as dailyLimit'])
    .where('status', '<>', publishStatus.draft)
    .execute();
  return new Map(
    rows.map(({ key, status, ...limits }) => [key, { ...limits, isPublished: status === publishStatus.published }]),
  );
}

/** Notes the random text of a call; false when it was used before. */
export async function takeNonce(
  db: Kysely<DB>,
  { id, clientId }: Pick<KnownApp, 'id' | 'clientId'>,
  nonce: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('open_nonce')
    .values({ app_id: id, client_id: clientId, nonce })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The secrets of a program that are good now, the current one first; a former one until the moment it ends (ms since 1970). */
export const openSecrets = (
  factorKey: Buffer,
  row: { secret: Buffer; old_secret: Buffer | null; old_until: Date | null },
): KnownApp['secrets'] => {
  const old = row.old_secret && row.old_until ? [{ sealed: row.old_secret, until: row.old_until.getTime() }] : [];
  return [{ sealed: row.secret, until: Number.POSITIVE_INFINITY }, ...old].map(({ sealed, until }) => ({
    secret: unsealSecret(factorKey, sealed),
    until,
  }));
};
