import { sql } from 'kysely';
import type { Database } from '../../core/db/database';

export type Db = Database['systemDb'];
export type Refused = (facts: object, message: string) => void;

/** SQL expressions for the ends of a version's period (columns `during`, or `since` and `until`) in epoch ms; open ends are infinite. */
export const from = sql.raw(`coalesce(extract(epoch from lower(during)) * 1000, '-infinity')::float8`);
export const to = sql.raw(`coalesce(extract(epoch from upper(during)) * 1000, 'infinity')::float8`);
export const since = sql.raw(`(extract(epoch from since) * 1000)::float8`);
export const until = sql.raw(`coalesce(extract(epoch from until) * 1000, 'infinity')::float8`);
