import { type RawBuilder, sql } from 'kysely';
import { extension, onlyPart } from '../run/extension';

/** Says, as SQL, the ids of a department and of every one below it. The module of departments adds it. */
export const orgsBelow = extension<(orgId: string) => RawBuilder<unknown>>();

/** Whether a column (`alias.column`) names this department or one below it. */
export const isBelowOrg = (column: string, orgId: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (${onlyPart(orgsBelow, 'the tree of departments')(orgId)})`;
