import { roleMenuPreview } from '@tongda/contract/company/role/calls';
import { fieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';

/** 登录后的菜单: the pages that the chosen roles give together, shown before the user is saved. */
export function MenuPreview({ roleIds }: { roleIds: readonly string[] }) {
  const { data } = useAsk(roleMenuPreview, { roleIds: [...roleIds] }, { when: roleIds.length > 0, keep: true });
  return (
    <Panel title="登录后的菜单">
      {roleIds.length === 0 ? <p className="td-cap">选择角色后，这里列出能打开的页面。</p> : null}
      {roleIds.length > 0 && data?.systems.length === 0 ? (
        <p className="td-cap">所选角色没有可用的菜单，登录后看不到任何页面。</p>
      ) : null}
      {roleIds.length > 0 && data && data.systems.length > 0 ? (
        <ul className="kit-detail-hints">
          {data.systems.map(({ system, pages, buttons }) => (
            <li key={system}>
              <b>{system}</b>（{pages.length}个页面，{buttons}个按钮）：{pages.join('、')}
            </li>
          ))}
          {data.masks.length > 0 ? (
            <li>看不到：{data.masks.map((mask) => fieldMask.label(mask)).join('、')}（角色的脱敏字段）</li>
          ) : null}
        </ul>
      ) : null}
    </Panel>
  );
}
