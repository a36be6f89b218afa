import { type RawBuilder, sql } from 'kysely';

/** A `numeric` column as a number, which the driver would answer as text; `floatOrNull` for one that may be null. */
export const floatOf = (column: string): RawBuilder<number> => sql<number>`${sql.ref(column)}::float8`;
export const floatOrNull = (column: string): RawBuilder<number | null> =>
  sql<number | null>`${sql.ref(column)}::float8`;

/** A text column, '' where it is null. */
export const orEmpty = (column: string): RawBuilder<string> => sql<string>`coalesce(${sql.ref(column)}, '')`;
