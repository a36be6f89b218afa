import { type CalcSettings, calcDefaults } from '@tongda/contract/base/org/calc';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';

interface CalcPeriod {
  /** epoch ms; open ends infinite */
  from: number;
  to: number;
  value: CalcSettings;
}

/** A period as the database tells it: epoch ms, null without an end. */
interface CalcRow {
  from: number | null;
  to: number | null;
  params: Partial<CalcSettings>;
}

/** An SQL expression for the rows of a company, `client` being the column with its id; null for one that set no constants. {@link readCalcPeriods} reads it. */
export const calcPeriodsOf = (client: string): RawBuilder<CalcRow[] | null> =>
  sql`(select jsonb_agg(jsonb_build_object('from', (extract(epoch from lower(during)) * 1000)::float8, 'to', (extract(epoch from upper(during)) * 1000)::float8, 'params', params) order by version)
    from calc_setting where client_id = ${sql.ref(client)} and not isempty(during))`;

/** The periods that {@link calcPeriodsOf} told. */
export const readCalcPeriods = (rows: readonly CalcRow[] | null): CalcPeriod[] =>
  (rows ?? []).map(({ from, to, params }) => ({
    from: from ?? Number.NEGATIVE_INFINITY,
    to: to ?? Number.POSITIVE_INFINITY,
    // what the figures of an older version do not name holds by its standard
    value: { ...calcDefaults, ...params },
  }));

/** Constants of the calculation that companies set, with their periods; a company that set none is absent. */
export async function loadCalcPeriods(
  db: Kysely<DB>,
  clientIds: readonly string[],
): Promise<Map<string, CalcPeriod[]>> {
  const { rows } = await sql<{ id: string; calc: CalcRow[] | null }>`
    select c.id::text, ${calcPeriodsOf('c.id')} as calc from unnest(${[...clientIds]}::bigint[]) c(id)`.execute(db);
  return new Map(rows.flatMap(({ id, calc }) => (calc ? [[id, readCalcPeriods(calc)]] : [])));
}
