import { type CalcSettings, calcDefaults } from '@tongda/contract/base/org/calc';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';

interface CalcPeriod {
  /** epoch ms; open ends infinite */
  from: number;
  to: number;
  value: CalcSettings;
}

/** Constants of the calculation that companies set, with their periods; a company that set none is absent. */
export async function loadCalcPeriods(
  db: Kysely<DB>,
  clientIds: readonly string[],
): Promise<Map<string, CalcPeriod[]>> {
  const { rows } = await sql<{ client_id: string; from: number; to: number; params: Partial<CalcSettings> }>`
    select client_id::text, coalesce(extract(epoch from lower(during)) * 1000, '-infinity')::float8 as from,
      coalesce(extract(epoch from upper(during)) * 1000, 'infinity')::float8 as to, params
    from calc_setting where client_id = any(${[...clientIds]}::bigint[]) and not isempty(during) order by client_id, version`.execute(
    db,
  );
  const byClient = new Map<string, CalcPeriod[]>();
  for (const { client_id: id, from, to, params } of rows) {
    // what the figures of an older version do not name holds by its standard
    const period = { from, to, value: { ...calcDefaults, ...params } };
    byClient.set(id, [...(byClient.get(id) ?? []), period]);
  }
  return byClient;
}
