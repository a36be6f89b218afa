import { forwardCrs } from '@tongda/contract/rules/forwarding/enums';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { LinkTarget } from '../link/shape';

/** A target that works now, as the worker uses it. */
export interface ActiveTarget extends LinkTarget {
  clientId: string;
  name: string;
  version: number;
  retries: number;
}

interface Row extends Omit<ActiveTarget, 'shifted'> {
  crs: number;
}

/** SQL: the day of the company that a target `t` belongs to (client `c`). */
const today = sql`(now() at time zone c.time_zone)::date`;
/** SQL condition: target `t` of client `c` is to work today. */
export const isActive = sql<boolean>`(t.deleted_at is null and t.enabled and c.status = 1
  and (t.valid_from is null or t.valid_from <= ${today}) and (t.valid_until is null or t.valid_until >= ${today}))`;
/** SQL query: the vehicles that target `t` tells of. Only its company's own: what is shared with it is not its to tell. */
export const vehiclesOfTarget = sql`select v.id, v.plate_no, v.vehicle_color from vehicle v where v.client_id = t.client_id and v.deleted_at is null
  and case t.scope when 1 then true when 3 then v.fleet_id = any(t.target_ids) when 4 then v.id = any(t.target_ids)
    else exists (select from org o where o.id = v.org_id and o.path && t.target_ids) end`;

const columns = sql`t.id::text, t.client_id::text as "clientId", t.name, t.version, t.protocol, t.address, t.account, t.secret, t.options, t.crs, t.retries`;
const toTarget = ({ crs, ...row }: Row): ActiveTarget => ({ ...row, shifted: crs === forwardCrs.gcj02 });

/** Targets of all companies that are to work now and were not given up. */
export async function listActive(db: Kysely<DB>): Promise<ActiveTarget[]> {
  const { rows } = await sql<Row>`select ${columns} from forward_target t join client c on c.id = t.client_id
    left join forward_state s on s.target_id = t.id where ${isActive} and s.paused_at is null order by t.id`.execute(
    db,
  );
  return rows.map(toTarget);
}

/** One target of a company, whether it works or not. */
export async function readTarget(db: Kysely<DB>, clientId: string, id: string): Promise<ActiveTarget | undefined> {
  const { rows } = await sql<Row>`select ${columns} from forward_target t
    where t.id = ${id} and t.client_id = ${clientId} and t.deleted_at is null`.execute(db);
  return rows.map(toTarget)[0];
}
