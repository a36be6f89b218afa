import { type RoleMenuNode, type RoleRow, roleMenuTree, roleSaveMenu } from '@tongda/contract/company/role/calls';
import { rightKey } from '@tongda/contract/core/allows';
import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { Button, Checkbox, Input, Modal, Select } from 'antd';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { ActBar } from '../../../kit/dialog/act-bar';
import { useCan } from '../../../kit/session/can';
import { ErrorState, Loading } from '../../../kit/show/states';
import { compareTicks, type Difference, stateOf, type Ticks, tickButton, tickMenu } from './ticks';

interface RoleMenusProps {
  role: RoleRow;
  roles: readonly RoleRow[];
  changed: () => void;
}

/** The rights of a role as the server holds them. */
export function useRoleRights(roleId: string | undefined) {
  return useAsk(roleMenuTree, { roleId: roleId ?? '' }, { when: roleId !== undefined });
}

export const ticksOf = (held: { checked: string[]; buttons: Array<{ menuId: number; path: string }> }): Ticks => ({
  menus: new Set(held.checked),
  buttons: new Set(held.buttons.map(({ menuId, path }) => rightKey(menuId, path))),
});

/** The button that a `rightKey` stands for. */
function buttonOf(key: string): { menuId: number; path: string } {
  const [menuId = '0', path = ''] = key.split('|');
  return { menuId: Number(menuId), path };
}

/** 菜单权限: the tree of menus with their buttons as ticks; saving first shows what changes. */
export function RoleMenus({ role, roles, changed }: RoleMenusProps) {
  const rights = useRoleRights(role.id);
  const [ticks, setTicks] = useState<Ticks | null>(null);
  const [keyword, setKeyword] = useState('');
  const [onlyTicked, setOnlyTicked] = useState(false);
  const [otherId, setOtherId] = useState<string>();
  const [asking, setAsking] = useState(false);
  const other = useRoleRights(otherId);
  const maySave = useCan(roleSaveMenu) && !role.preset && !role.allRights;
  const saved = useMemo(() => (rights.data ? ticksOf(rights.data) : null), [rights.data]);
  // when somebody else saved meanwhile, the unsaved ticks stay and are compared with the new rights
  useEffect(() => setTicks((old) => old ?? saved), [saved]);
  const save = useAct(roleSaveMenu, {
    told: (done) => `已保存：新增${done.added}项，取消${done.removed}项`,
    // after a conflict the unsaved ticks stay and are compared with the rights that the other user saved
    fresh: () => rights.refetch({ throwOnError: true }),
    done: async () => {
      setTicks(null);
      await rights.refetch();
      changed();
    },
  });
  if (rights.error) return <ErrorState error={rights.error} retry={() => void rights.refetch()} />;
  if (!rights.data || !saved || !ticks) return <Loading />;
  const { tree, version } = rights.data;
  const diff = compareTicks(tree, saved, ticks);
  const count = diff.added.length + diff.removed.length;
  const compared = other.data ? ticksOf(other.data) : null;
  return (
    <>
      <ActBar of={save} />
      <div className="company-role-tools">
        <TreeTools
          others={roles.filter(({ id }) => id !== role.id)}
          otherId={otherId}
          compare={setOtherId}
          compared={compared !== null}
          onlyTicked={onlyTicked}
          setOnlyTicked={setOnlyTicked}
          search={setKeyword}
        />
        <span className="company-role-save">
          {maySave ? (
            <>
              <span className="td-cap">
                {count > 0 ? `未保存：+${diff.added.length} / −${diff.removed.length}` : '没有修改'}
              </span>
              <Button disabled={count === 0} onClick={() => setTicks(saved)}>
                还原
              </Button>
              <Button type="primary" loading={save.busy} disabled={count === 0} onClick={() => setAsking(true)}>
                保存
              </Button>
            </>
          ) : (
            <span className="td-cap">
              {role.preset || role.allRights ? '预置角色，拥有全部权限，只能查看' : '只能查看'}
            </span>
          )}
        </span>
      </div>
      {/* what scrolls must be reachable with the keyboard, also when every box is disabled */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region */}
      <section className="company-role-tree" aria-label="菜单与按钮" tabIndex={0}>
        {tree.map((node) => (
          <MenuNode
            key={node.key}
            node={node}
            depth={0}
            view={{ ticks, compared, keyword, onlyTicked, locked: !maySave }}
            tickMenu={(one, on) => setTicks(tickMenu(ticks, one, on, tree))}
            tickButton={(one, path, on) => setTicks(tickButton(ticks, one, path, on))}
          />
        ))}
      </section>
      <Modal
        open={asking}
        title={`保存角色“${role.name}”的权限`}
        okText="保存"
        cancelText="取消"
        width={560}
        onOk={() => {
          setAsking(false);
          void save.run({
            roleId: role.id,
            version,
            menus: [...ticks.menus],
            buttons: [...ticks.buttons].map(buttonOf),
          });
        }}
        onCancel={() => setAsking(false)}
      >
        <p className="td-cap">{role.userCount} 名成员立即生效。</p>
        <Changes title={`新增 ${diff.added.length} 项`} mark="+" list={diff.added} />
        <Changes title={`取消 ${diff.removed.length} 项`} mark="−" list={diff.removed} />
      </Modal>
    </>
  );
}

interface TreeToolsProps {
  /** roles to compare with */
  others: readonly RoleRow[];
  otherId: string | undefined;
  compare: (id: string | undefined) => void;
  /** the rights of the other role are there, so the legend of the marks is shown */
  compared: boolean;
  onlyTicked: boolean;
  setOnlyTicked: (on: boolean) => void;
  search: (keyword: string) => void;
}

/** Search, 只看已选 and the comparison with another role above the tree. */
function TreeTools({ others, otherId, compare, compared, onlyTicked, setOnlyTicked, search }: TreeToolsProps) {
  return (
    <>
      <Input
        aria-label="搜索菜单"
        placeholder="搜索菜单或按钮"
        prefix={<Search className="td-ico td-mute" />}
        allowClear
        style={{ width: 190 }}
        onChange={(event) => search(event.target.value)}
      />
      <Checkbox checked={onlyTicked} onChange={(event) => setOnlyTicked(event.target.checked)}>
        只看已选
      </Checkbox>
      <Select<string>
        aria-label="与其他角色比较"
        style={{ width: 180 }}
        placeholder="与其他角色比较"
        allowClear
        value={otherId}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={compare}
      />
      {compared ? (
        <span className="company-role-legend">
          <i data-mark="more" /> 本角色多出{'　'}
          <i data-mark="less" /> 对方多出
        </span>
      ) : null}
    </>
  );
}

function Changes({ title, mark, list }: { title: string; mark: string; list: readonly Difference[] }) {
  if (list.length === 0) return null;
  return (
    <section className="company-role-diff" data-mark={mark}>
      <h3>{title}</h3>
      <ul>
        {list.map(({ key, text, sensitive }) => (
          <li key={key}>
            {mark} {text}
            {sensitive ? <em>敏感</em> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface View {
  ticks: Ticks;
  compared: Ticks | null;
  keyword: string;
  onlyTicked: boolean;
  locked: boolean;
}
interface NodeProps {
  node: RoleMenuNode;
  depth: number;
  view: View;
  tickMenu: (node: RoleMenuNode, on: boolean) => void;
  tickButton: (node: RoleMenuNode, path: string, on: boolean) => void;
}

const matchesKeyword = (node: RoleMenuNode, keyword: string): boolean =>
  pinyinMatch(node.name, keyword) ||
  node.buttons.some((b) => pinyinMatch(b.label, keyword)) ||
  node.children.some((child) => matchesKeyword(child, keyword));

/** `more`: this role holds it and the other does not; `less`: the other way round. */
const markOf = (mine: boolean, theirs: boolean | undefined): 'more' | 'less' | undefined =>
  theirs === undefined || mine === theirs ? undefined : mine ? 'more' : 'less';

function MenuNode(props: NodeProps) {
  const { node, depth, view } = props;
  const { ticks, compared, keyword, onlyTicked, locked } = view;
  const state = stateOf(ticks, node);
  if (onlyTicked && state === 'off') return null;
  if (keyword && !matchesKeyword(node, keyword)) return null;
  const own = ticks.menus.has(node.key);
  return (
    <>
      <div className="company-role-row" data-depth={depth}>
        <span
          className="company-role-menu"
          style={{ marginLeft: depth * 22 }}
          data-mark={node.group ? undefined : markOf(own, compared?.menus.has(node.key))}
        >
          <Checkbox
            checked={state === 'on' || (!node.group && own)}
            indeterminate={state === 'part' && (node.group || !own || node.children.length > 0)}
            disabled={locked || (!node.mayGive && !node.group && !own)}
            onChange={(event) => props.tickMenu(node, event.target.checked)}
          >
            {node.name}
          </Checkbox>
        </span>
        <span className="company-role-buttons">
          {node.buttons.map((b) => {
            const key = rightKey(node.menuId, b.path);
            const held = ticks.buttons.has(key);
            return (
              <span key={key} data-mark={markOf(held, compared?.buttons.has(key))}>
                <Checkbox
                  checked={held}
                  disabled={locked || (!b.mayGive && !held)}
                  onChange={(event) => props.tickButton(node, b.path, event.target.checked)}
                >
                  {b.label}
                  {b.sensitive ? <em title="误用会造成损失，授予会记入日志">敏感</em> : null}
                </Checkbox>
              </span>
            );
          })}
        </span>
      </div>
      {node.children.map((child) => (
        <MenuNode key={child.key} {...props} node={child} depth={depth + 1} />
      ))}
    </>
  );
}
