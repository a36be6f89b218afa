import { type RoleSheetRow, roleExport, roleSheetColumns } from '@tongda/contract/company/role/calls';
import { sql } from 'kysely';
import { registerExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { orgScope } from '../../base/org/door';
import { allButtons, loadRolesWithMenus, pathsOfMenus } from './import';
import { maskWords } from './masks';
import { listMenusToGive } from './menus';

/** Every role with every menu and button that it holds, and with its members as far as the caller sees them. */
export const roleFile = registerExport<typeof roleExport, RoleSheetRow>({
  endpoint: roleExport,
  module: '角色权限',
  name: '角色权限',
  columns: roleSheetColumns,
  condition: async () => '',
  count: async (ctx) => (await loadSheetRows(ctx)).length,
  rows: async function* (ctx) {
    yield* await loadSheetRows(ctx);
  },
});

const loadSheetRows = (ctx: Ctx): Promise<RoleSheetRow[]> =>
  ctx.db(async (trx) => {
    const nodes = new Map(pathsOfMenus(listMenusToGive(ctx)).map(([path, node]) => [node.key, { path, node }]));
    const { rows } = await sql<{ id: string; enabled: boolean; users: string }>`
      select r.id::text as id, r.status = 1 as enabled,
        coalesce((select string_agg(u.name || '(' || u.account_code || ')', '、' order by u.id) from user_role ur join app_user u on u.id = ur.user_id
          where ur.role_id = r.id and u.deleted_at is null and ${orgScope(ctx, 'u.org_id')}), '') as users
      from role r where r.client_id = ${ctx.clientId}`.execute(trx);
    const more = new Map(rows.map((r) => [r.id, r]));
    return (await loadRolesWithMenus(trx, ctx, {})).flatMap(
      ({ id, fields: { menus, name, code, dataScope, masks, remark } }) => {
        const { enabled = true, users = '' } = more.get(id) ?? {};
        const role = {
          name,
          code: code ?? '',
          dataScope,
          masks: maskWords(masks),
          remark: remark ?? '',
          status: enabled ? '启用' : '停用',
          users,
        };
        if (menus.length === 0) return [{ ...role, menu: '', buttons: '' }];
        return menus.map(({ menu, buttons }) => {
          const { path = menu, node } = nodes.get(menu) ?? {};
          const labels = (node?.buttons ?? []).filter((b) => buttons.includes(b.path)).map((b) => b.label);
          const whole = labels.length > 0 && labels.length === node?.buttons.length;
          return { ...role, menu: path, buttons: whole ? allButtons : labels.join('、') };
        });
      },
    );
  });
