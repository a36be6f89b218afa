import { placeVisible } from '@tongda/contract/enums/place';
import { type RawBuilder, sql } from 'kysely';
import { type ScopeOf, seesAll, visibleResources } from '../org/org.scope';

/**
 * Data authorisation of places in one predicate, on the alias of the table `place`: everybody sees what is for the whole company, a place
 * of a department is seen by who has the department in his scope or was given the place, and everybody sees what he made himself.
 */
export function visiblePlaces(who: ScopeOf, alias: string): RawBuilder<boolean> {
  if (seesAll(who)) return sql<boolean>`true`;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column('visible')} = ${sql.lit(placeVisible.company)} or ${column('created_by')} = ${who.userId}
    or (${column('visible')} = ${sql.lit(placeVisible.org)} and (
      (${column('kind')} = 'region' and ${visibleResources(who, 'region', alias)})
      or (${column('kind')} = 'site' and ${visibleResources(who, 'site', alias)})
      or (${column('kind')} = 'line' and ${visibleResources(who, 'route', alias)}))))`;
}
