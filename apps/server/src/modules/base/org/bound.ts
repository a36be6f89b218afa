import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';

/** Which bindings of vehicles to customers (车辆绑定) are meant: those of a customer, of a code, or both. */
export interface BoundTo {
  customerId?: string | undefined;
  extCode?: string | undefined;
}

const same = (column: string, value: string | undefined): RawBuilder<unknown> =>
  value === undefined ? sql`` : sql` and b.${sql.ref(column)} = ${value}`;

/** SQL `from` with the bindings of a vehicle that hold at a moment and that the caller may know: for the program of a customer those to him. */
const bindingsAt = (
  who: Pick<Ctx, 'clientId' | 'customerId'>,
  vehicle: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  { customerId, extCode }: BoundTo = {},
): RawBuilder<unknown> => sql`from vehicle_binding b where b.client_id = ${who.clientId} and b.vehicle_id = ${vehicle} and b.during @> ${at}
  ${same('customer_id', who.customerId)}${same('customer_id', customerId)}${same('ext_code', extCode)}`;

/** SQL condition: the vehicle (a column) is bound so at a moment. */
export const isBoundAt = (
  who: Pick<Ctx, 'clientId' | 'customerId'>,
  vehicle: string,
  at: RawBuilder<unknown>,
  to?: BoundTo,
): RawBuilder<boolean> => sql<boolean>`exists (select ${bindingsAt(who, sql.ref(vehicle), at, to)})`;

/** The code of each vehicle at a moment (epoch ms), in the order of the list; '' where it has none, or several customers have one each. */
export async function codesAt(
  trx: Trx,
  ctx: Pick<Ctx, 'clientId' | 'customerId'>,
  list: ReadonlyArray<{ vehicleId: string; at: number }>,
  to?: BoundTo,
): Promise<string[]> {
  if (list.length === 0) return [];
  const ids = list.map(({ vehicleId }) => vehicleId);
  const times = list.map(({ at }) => new Date(at).toISOString());
  const { rows } = await sql<{ code: string }>`select coalesce((select case when count(*) = 1 then min(b.ext_code) end
      ${bindingsAt(ctx, sql`x.id`, sql`x.at`, to)}), '') as code
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) with ordinality x(id, at, n) order by x.n`.execute(trx);
  return rows.map(({ code }) => code);
}

/** Of a customer's program: when the binding that holds for each vehicle at a moment begins and ends (epoch ms), in the order of the list; null without one. */
export async function bindingsOf(
  trx: Trx | Kysely<DB>,
  ctx: Pick<Ctx, 'clientId' | 'customerId'>,
  list: ReadonlyArray<{ vehicleId: string; at: number }>,
): Promise<Array<{ from: number; until: number } | null>> {
  const ids = list.map(({ vehicleId }) => vehicleId);
  const times = list.map(({ at }) => new Date(at).toISOString());
  const { rows } = await sql<{
    from: number | null;
    until: number | null;
  }>`select (extract(epoch from lower(k.during)) * 1000)::float8 as "from", (extract(epoch from upper(k.during)) * 1000)::float8 as until
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) with ordinality x(id, at, n)
      left join lateral (select b.during ${bindingsAt(ctx, sql`x.id`, sql`x.at`)} limit 1) k on true order by x.n`.execute(
    trx,
  );
  return rows.map(({ from, until }) => (from === null ? null : { from, until: until ?? Number.POSITIVE_INFINITY }));
}

/** Whether a call is a program's: programs are told customers' codes beside the vehicles, people find them in 车辆绑定. */
export const isProgram = ({ terminalKind }: Pick<Ctx, 'terminalKind'>): boolean => terminalKind === 'open';
