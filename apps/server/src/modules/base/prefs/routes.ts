import * as prefs from '@tongda/contract/base/prefs/calls';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField, tooManyAtOnce } from '../../../core/http/errors';
import { route } from '../../../core/http/route';

const maxTags = 200;
const maxBytes = 65_536;

/** What a user set for himself: table columns, guide steps, browse settings. One JSON value a tag, the user's own only. */
export function prefsRoutes(app: FastifyInstance): void {
  route(
    app,
    prefs.fieldGet,
    async (ctx, { page, key }) => (await readPrefs(ctx, [`${page}.${key}`]))[`${page}.${key}`] ?? null,
  );
  route(app, prefs.fieldSave, async (ctx, { page, key, fields, expiry }) => {
    await savePrefs(ctx, { [`${page}.${key}`]: storableJson('fields', JSON.stringify(fields ?? null)) }, expiry);
    return null;
  });
  route(app, prefs.configBathGet, (ctx, { keys }) => readPrefs(ctx, keys));
  route(app, prefs.configBathSave, async (ctx, { saveMap }) => {
    const values = Object.entries(saveMap).map(([tag, json]) => [tag, storableJson(`saveMap.${tag}`, json)]);
    await savePrefs(ctx, Object.fromEntries(values));
    return null;
  });
}

function readPrefs(ctx: Ctx, tags: string[]): Promise<Record<string, string>> {
  if (tags.length === 0) return Promise.resolve({});
  return ctx.db(async (trx) => {
    const rows = await trx
      .selectFrom('frontend_config')
      .select(['tag', sql<string>`value::text`.as('value')])
      .where('user_id', '=', ctx.userId)
      .where('tag', 'in', tags)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
      .execute();
    return Object.fromEntries(rows.map((r) => [r.tag, r.value]));
  });
}

function savePrefs(ctx: Ctx, values: Record<string, string>, expirySec?: number): Promise<void> {
  return ctx.db(async (trx) => {
    for (const [tag, json] of Object.entries(values)) {
      await sql`insert into frontend_config (client_id, user_id, tag, value, expires_at)
        values (${ctx.clientId}, ${ctx.userId}, ${tag}, ${json}::jsonb, now() + make_interval(secs => ${expirySec ?? null}))
        on conflict (user_id, tag) do update set value = excluded.value, expires_at = excluded.expires_at, updated_at = now()`.execute(
        trx,
      );
    }
    const { count } = await trx
      .selectFrom('frontend_config')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_id', '=', ctx.userId)
      .executeTakeFirstOrThrow();
    if (Number(count) > maxTags) throw tooManyAtOnce(`偏好设置过多，最多${maxTags}项`);
  });
}

/** The value as the database can store it: valid JSON of at most 64 KB without the character U+0000 and without lone surrogates. Throws 4000 on `field` otherwise. */
function storableJson(field: string, json: string): string {
  if (Buffer.byteLength(json) > maxBytes) throw invalidField(field, '内容过大，最多64 KB');
  const text = normalJson(json);
  if (text === null || unstorable.test(text)) throw invalidField(field, '内容不是有效的JSON');
  return text;
}

/** Escapes that are left after JSON.stringify wrote a value: only these two kinds, and control characters. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89ab]|d[c-f])/iu;

function normalJson(json: string): string | null {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return null;
  }
}
