import { countedDays } from '@tongda/contract/base/message/calls';
import { msgType } from '@tongda/contract/base/system-enums';
import type { MenuKey } from '@tongda/contract/shell/menus';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { notifyMessages } from '../../../core/watch/messages';
import { audienceSql, companyHasMenu, isConcernedSql } from '../org/door';

export type MessageCategory = 11 | 12 | 13 | 14 | 15;

export interface NewMessage {
  clientId: string;
  category: MessageCategory;
  type: number;
  /** word of the type; the platform's own types bring theirs */
  typeName?: string;
  /** `vehicle:{id}`, `alarm:{id}`, `device:{id}`, `terminal:{terminal number}`, `order:{id}`; several joined by `|` */
  objTag?: string;
  /** what the object is called: plate, terminal number */
  objName?: string;
  title: string;
  content: string;
  /** about this vehicle: it goes to those who see it, and only as long as they do */
  vehicleId?: string | null;
  /** goes to those only who hold this menu */
  menu?: MenuKey;
  /** goes to these departments and those below only */
  orgIds?: readonly string[] | null;
  /** user who wrote it (公告) */
  publishedBy?: string;
  /** 1 or 2, of an alarm */
  level?: number | null;
  /** not counted and not popped up any more from then on */
  expireAt?: Date | null;
  /** when it happened; now unless said otherwise */
  at?: Date;
  /** the same incident has the same key: a company is told once of each */
  onceKey: string;
}

/**
 * Writes a message and hands it to everybody concerned, once per company and `onceKey`: a job may run twice, a detector may see the same
 * incident again. Answers its id, or null when it was told before. Browsers hear of it when the transaction commits.
 */
export async function createMessage(db: Kysely<DB>, message: NewMessage): Promise<{ id: string } | null> {
  if (db.isTransaction) return writeMessage(db, message);
  return db.transaction().execute((trx) => writeMessage(trx, message));
}

const rowOf = (m: NewMessage) => ({
  client_id: m.clientId,
  category: m.category,
  type: m.type,
  type_name: m.typeName ?? msgType.label(m.type),
  level: m.level ?? null,
  obj_tag: m.objTag ?? '',
  obj_name: m.objName ?? '',
  title: m.title,
  content: m.content,
  vehicle_id: m.vehicleId ?? null,
  once_key: m.onceKey,
  menu: m.menu ?? null,
  org_ids: m.orgIds ? [...m.orgIds] : null,
  published_by: m.publishedBy ?? null,
  expire_at: m.expireAt ?? null,
  ...(m.at ? { created_at: m.at } : {}),
});

async function writeMessage(db: Kysely<DB>, m: NewMessage): Promise<{ id: string } | null> {
  const row = await db
    .insertInto('message')
    .values(rowOf(m))
    .onConflict((c) => c.columns(['client_id', 'once_key']).doNothing())
    .returning(['id', 'created_at'])
    .executeTakeFirst();
  if (!row) return null;
  await sql`insert into message_user (client_id, message_id, user_id, category, type, vehicle_id, created_at, expire_at)
    select ${m.clientId}, ${row.id}, who.id, ${m.category}, ${m.type}, ${m.vehicleId ?? null}, ${row.created_at}, ${m.expireAt ?? null}
    from (${audienceSql(m)}) who`.execute(db);
  await notifyMessages(db, { clientId: m.clientId, userId: null });
  return { id: row.id };
}

/** Categories whose open messages are handed to users who join later; past alarms are not. */
const lastingCategories: readonly MessageCategory[] = [11, 12, 14];

/**
 * Gives users what is still open and concerns them now: people who are new, or who got other roles or another department. What they have
 * already stays as it is.
 */
export async function giveOpenMessages(db: Kysely<DB>, clientId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const columns = { vehicleId: sql`m.vehicle_id`, menu: sql`m.menu`, orgIds: sql`m.org_ids` };
  const done =
    await sql`insert into message_user (client_id, message_id, user_id, category, type, vehicle_id, created_at, expire_at)
    select m.client_id, m.id, u.id, m.category, m.type, m.vehicle_id, m.created_at, m.expire_at
    from message m join app_user u on u.client_id = m.client_id
    where m.client_id = ${clientId} and u.id = any(${[...userIds]}::bigint[]) and m.category = any(${[...lastingCategories]}::smallint[])
      and m.withdrawn_at is null and (m.expire_at is null or m.expire_at > now())
      and m.created_at > now() - make_interval(days => ${countedDays}) and ${isConcernedSql(columns)}
    on conflict (message_id, user_id) do nothing`.execute(db);
  if (Number(done.numAffectedRows ?? 0) === 0) return;
  for (const userId of userIds) await notifyMessages(db, { clientId, userId });
}

/**
 * Hands a message to these users, once each: written when the incident (`onceKey`) has none yet. `popup` false = it is counted and lies in
 * the list only; a later call with true brings it up. `sound`: browsers play a tone for it. Nobody is handed one of a menu that is switched off for the company.
 */
export async function tellUsers(
  trx: Trx,
  m: NewMessage,
  userIds: readonly string[],
  popup: boolean,
  sound = false,
): Promise<void> {
  await trx
    .insertInto('message')
    .values(rowOf(m))
    .onConflict((c) => c.columns(['client_id', 'once_key']).doNothing())
    .execute();
  await sql`insert into message_user (client_id, message_id, user_id, category, type, vehicle_id, created_at, expire_at, popup, sound)
    select m.client_id, m.id, u.id, m.category, m.type, m.vehicle_id, m.created_at, m.expire_at, ${popup}, ${sound}
    from message m, app_user u where m.client_id = ${m.clientId} and m.once_key = ${m.onceKey} and u.id = any(${userIds}::bigint[])
      and u.client_id = m.client_id and ${companyHasMenu(sql`m.menu`)}
    on conflict (message_id, user_id) do update set popup = message_user.popup or excluded.popup, sound = message_user.sound or excluded.sound`.execute(
    trx,
  );
  for (const userId of userIds) await notifyMessages(trx, { clientId: m.clientId, userId });
}

/** Takes messages out of the counters of everybody when what they asked for was done (a fee paid, a certificate renewed). */
export async function closeMessages(db: Kysely<DB>, clientId: string, onceKeys: string[]): Promise<void> {
  if (onceKeys.length === 0) return;
  const closed = await db
    .updateTable('message')
    .set({ expire_at: sql<Date>`now()` })
    .where('client_id', '=', clientId)
    .where('once_key', 'in', onceKeys)
    .where((eb) => eb.or([eb('expire_at', 'is', null), eb('expire_at', '>', sql<Date>`now()`)]))
    .returning('id')
    .execute();
  if (closed.length === 0) return;
  const ids = closed.map(({ id }) => id);
  await db.updateTable('message_user').set({ expire_at: sql<Date>`now()` }).where('message_id', 'in', ids).execute();
  await notifyMessages(db, { clientId, userId: null });
}

/** The same for every message whose first object is one of `tags` (`alarm:7`), whoever wrote it. */
export async function closeMessagesAbout(db: Kysely<DB>, clientId: string, tags: string[]): Promise<void> {
  if (tags.length === 0) return;
  const { rows } = await sql<{ key: string }>`select once_key as key from message
    where client_id = ${clientId} and obj_tag like 'alarm:%' and split_part(obj_tag, '|', 1) = any(${tags})`.execute(
    db,
  );
  await closeMessages(
    db,
    clientId,
    rows.map(({ key }) => key),
  );
}

/** Changes title and content of an earlier message; users who have read it are not told again. */
export async function changeMessage(
  db: Kysely<DB>,
  {
    clientId,
    onceKey,
    title,
    content,
    level,
  }: Pick<NewMessage, 'clientId' | 'onceKey' | 'title' | 'content' | 'level'>,
): Promise<void> {
  await db
    .updateTable('message')
    .set({ title, content, level: level ?? null })
    .where('client_id', '=', clientId)
    .where('once_key', '=', onceKey)
    .execute();
}

export interface Announcement {
  type: number;
  title: string;
  content: string;
  at?: Date;
  expireAt?: Date | null;
  onceKey: string;
}

/** Publishes an announcement of the provider (category 14) in each of these companies, to all their users. */
export async function announceToCompanies(
  db: Kysely<DB>,
  clientIds: readonly string[],
  what: Announcement,
): Promise<void> {
  for (const clientId of clientIds) await createMessage(db, { ...what, clientId, category: 14 });
}

/** Sends a message (category 14) to the provider's own staff: what companies and visitors ask of the platform. */
export async function tellProvider(db: Kysely<DB>, what: Omit<NewMessage, 'clientId' | 'category'>): Promise<void> {
  const providers = await db
    .selectFrom('client')
    .select('id')
    .where('kind', '=', 'provider')
    .where('status', '=', 1)
    .execute();
  for (const { id } of providers) await createMessage(db, { ...what, clientId: id, category: 14 });
}
