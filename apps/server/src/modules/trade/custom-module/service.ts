import type { Parsed } from '@tongda/contract/core/endpoint';
import { moduleName, type moduleSwitch } from '@tongda/contract/trade/custom-module/calls';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { recordChanges } from '../../../core/record/audit';
import { moduleRows } from './repo';

export const entity = 'customModule';

/** Switches a module of a company: its sessions lose or get it at once, what it has stored stays. What is so already is not changed. */
export function switchModule(ctx: Ctx, { id, module, on }: Parsed<typeof moduleSwitch>): Promise<null> {
  return ctx.db(async (trx) => {
    requireRow(await moduleRows.find(trx, ctx, id), '企业');
    const { numAffectedRows } = on
      ? await sql`delete from module_off where client_id = ${id} and module = ${module}`.execute(trx)
      : await sql`insert into module_off (client_id, module) values (${id}, ${module}) on conflict do nothing`.execute(
          trx,
        );
    if (!numAffectedRows) return null;
    const word = (is: boolean): string => (is ? '已开通' : '未开通');
    const change = { field: module, label: moduleName(module), before: word(!on), after: word(on) };
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: on ? '开通' : '关闭', changes: [change] }]);
    return null;
  });
}
