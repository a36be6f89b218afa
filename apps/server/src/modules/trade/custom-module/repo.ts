import {
  type CustomModule,
  type ModuleRow,
  moduleColumns,
  moduleFilters,
} from '@tongda/contract/trade/custom-module/calls';
import { type RawBuilder, sql } from 'kysely';
import { registerRows } from '../../../core/record/rows';

/** Companies with the modules that are switched off for them; the provider's own is not one of them. */
export const moduleRows = registerRows({
  filters: moduleFilters,
  columns: moduleColumns,
  alias: 'c',
  select: (trx) =>
    trx
      .selectFrom('client as c')
      .select(['c.id', 'c.name'])
      // the column holds nothing but what `moduleSwitch` takes
      .select(
        sql<ModuleRow['off']>`array(select m.module from module_off m where m.client_id = c.id order by m.at)`.as(
          'off',
        ),
      )
      .where('c.kind', '=', 'tenant'),
});

/** SQL condition: the company that the column `client` names has a module. For what needs no session, as links do: a session's rights know it. */
export const hasModule = (client: string, module: CustomModule): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from module_off m where m.client_id = ${sql.ref(client)} and m.module = ${sql.lit(module)})`;
