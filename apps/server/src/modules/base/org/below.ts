import { sql } from 'kysely';
import { orgsBelow } from '../../../core/record/below-org';

// every register can be narrowed to a department; its tree is ours
orgsBelow.add(
  (orgId) => sql`with recursive below(id) as (
    select ${orgId}::bigint union select o.id from org o join below on o.parent_id = below.id) select id from below`,
);
