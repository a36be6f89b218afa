import type { RoleMenuNode, RoleRow } from '@tongda/contract/company/role/calls';
import { rightKey } from '@tongda/contract/core/allows';
import { fieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { ErrorState, Loading } from '../../../kit/show/states';
import { ticksOf, useRoleRights } from './menus';
import type { Ticks } from './ticks';

/** 能做什么: the rights of a role in sentences, grouped by sub-application. */
export function RoleAbility({ role }: { role: RoleRow }) {
  const rights = useRoleRights(role.id);
  if (rights.error) return <ErrorState error={rights.error} retry={() => void rights.refetch()} />;
  if (!rights.data) return <Loading />;
  const ticks = ticksOf(rights.data);
  const systems = rights.data.tree.filter((node) => pagesOf(node, ticks).length > 0);
  if (systems.length === 0)
    return <p className="kit-detail-split-pad td-cap">这个角色还没有任何权限：成员登录后看不到任何菜单。</p>;
  return (
    <div className="kit-detail-split-pad company-role-able">
      {systems.map((system) => (
        <section key={system.key}>
          <h2>{system.name}</h2>
          <ul>
            {pagesOf(system, ticks).map(({ node, actions }) => (
              <li key={node.key}>
                <b>{node.name}</b>
                <span>
                  {actions.length === 0 ? '只能查看' : `可以查看、${actions.map(({ label }) => label).join('、')}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {role.masks.length > 0 ? (
        <section>
          <h2>看不到的内容</h2>
          <ul>
            {role.masks.map((mask) => (
              <li key={mask}>
                <b>{fieldMask.label(mask)}</b>
                <span>脱敏显示，导出文件也不含</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function pagesOf(root: RoleMenuNode, ticks: Ticks): Array<{ node: RoleMenuNode; actions: RoleMenuNode['buttons'] }> {
  const own = ticks.menus.has(root.key)
    ? [{ node: root, actions: root.buttons.filter((b) => ticks.buttons.has(rightKey(root.menuId, b.path))) }]
    : [];
  return [...own, ...root.children.flatMap((child) => pagesOf(child, ticks))];
}
