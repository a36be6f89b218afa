import { maskedPhone, maskOf } from '@tongda/contract/core/field/hidden';
import { isMasked, maskPhone } from '@tongda/contract/core/field/mask';
import { sql } from 'kysely';
import { isGone } from '../db/rows';
import type { Ctx } from '../http/ctx';
import { invalid } from '../http/errors';
import { knownPhones } from './known-phones';

type Path = readonly (string | number)[];
interface Hidden {
  path: Path;
  kind: 'phone' | 'cost';
  value: unknown;
}

/** The fields of an input that may hold a hidden value, wherever they are. */
function fieldsIn(value: unknown, path: Path = []): Hidden[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => fieldsIn(one, [...path, i]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const kind = maskOf(field);
    const at = [...path, field];
    return kind === null ? fieldsIn(inner, at) : [{ path: at, kind, value: inner }];
  });
}

function valueAtPath(value: unknown, path: Path): unknown {
  let here = value;
  // a value without the key gives undefined
  for (const key of path) here = (here as Record<string | number, unknown> | null | undefined)?.[key];
  return here;
}

/** Puts a value into an input of its own; the path was found by walking through this very input. */
function setAtPath(input: unknown, path: Path, what: unknown): void {
  const last = path.at(-1);
  // as above
  const holder = valueAtPath(input, path.slice(0, -1)) as Record<string | number, unknown>;
  if (last !== undefined) holder[last] = what;
}

const isMaskedAs = (stored: unknown, given: string): stored is string =>
  typeof stored === 'string' && !isMasked(stored) && maskPhone(stored) === given;

/** Hidden numbers of one input that are looked for in the registers; a form has one or two beside those of its record. */
const maxLookups = 50;

/**
 * Puts the values back that a caller could not see into his input: a masked phone number becomes the stored number of the record, else the only number in the
 * company's registers that looks like it; a cost that arrives blank keeps its value. `stored` reads the record that is changed; null for a new
 * one.
 */
export async function restoreMaskedFields(
  ctx: Ctx,
  input: unknown,
  stored: (() => Promise<unknown>) | null,
): Promise<unknown> {
  const { masks } = ctx.rights;
  const gaps = fieldsIn(input).filter(({ kind, value }) => {
    if (!masks.has(kind)) return false;
    return kind === 'phone' ? typeof value === 'string' && maskedPhone.test(value) : value === null || value === '';
  });
  if (gaps.length === 0) return input;
  const record = stored ? await stored() : null;
  const known = byMaskedNumber(fieldsIn(record));
  const lookUp = lookUpEachOnce(ctx);
  const whole = structuredClone(input);
  for (const { path, kind, value } of gaps) {
    const own = valueAtPath(record, path);
    if (kind === 'cost') {
      if (typeof own === 'number') setAtPath(whole, path, own);
      continue;
    }
    const given = String(value);
    // hidden by a right of that page as well: its service keeps the stored one
    if (own === given) continue;
    const found = isMaskedAs(own, given) ? own : (onlyOne(known.get(given) ?? []) ?? (await lookUp(given)));
    if (found === null) throw invalid([{ field: path.join('.'), msg: `${given} 是脱敏后的号码，请输入完整的号码` }]);
    setAtPath(whole, path, found);
  }
  return whole;
}

const onlyOne = (found: Iterable<string>): string | null => {
  const [one, ...more] = new Set(found);
  return one !== undefined && more.length === 0 ? one : null;
};

/** The full numbers of a record by what is shown in their place. */
function byMaskedNumber(fields: readonly Hidden[]): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  for (const { value } of fields) {
    if (typeof value !== 'string' || isMasked(value)) continue;
    const masked = maskPhone(value);
    known.set(masked, (known.get(masked) ?? new Set()).add(value));
  }
  return known;
}

/** `findKnownPhone` that asks the database once for each number, and for no more than a form has. Throws AppError 4000 above that. */
function lookUpEachOnce(ctx: Ctx): (given: string) => Promise<string | null> {
  const answers = new Map<string, Promise<string | null>>();
  return (given) => {
    const answer = answers.get(given) ?? findKnownPhone(ctx, given);
    answers.set(given, answer);
    if (answers.size > maxLookups)
      throw invalid([{ field: '请求内容', msg: `脱敏号码最多${maxLookups}个，请输入完整的号码` }]);
    return answer;
  };
}

/** Finds the full phone number behind a masked one that a picker filled in: the only number of the company with this mask, else null. */
function findKnownPhone(ctx: Ctx, given: string): Promise<string | null> {
  const like = given.replaceAll('*', '_');
  const sources = knownPhones.parts();
  if (sources.length === 0) return Promise.resolve(null);
  return ctx.db(async (trx) => {
    const selects = sources.map(
      ({
        table,
        phone,
        each,
      }) => sql`select ${phone} as phone from ${sql.table(table)} t ${each ? sql`, ${each}` : sql``}
        where ${phone} like ${like} and not ${isGone(table)} and t.client_id = ${ctx.clientId}`,
    );
    const { rows } = await sql<{
      phone: string;
    }>`select distinct phone from (${sql.join(selects, sql` union all `)}) known
      limit 2`.execute(trx);
    return rows.length === 1 ? (rows[0]?.phone ?? null) : null;
  });
}
