import {
  type RoleRow,
  roleAdd,
  roleChangeHis,
  roleCopy,
  roleDel,
  roleExport,
  roleImports,
  rolePage,
  roleSetStatus,
  roleUpdate,
} from '@tongda/contract/company/role/calls';
import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { Button, Input } from 'antd';
import { Copy, Download, Pencil, Plus, Power, Search, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { ChangeHistory } from '../../../kit/detail/change-history';
import { SplitPage, SplitTabs } from '../../../kit/detail/split-page';
import { announceExport } from '../../../kit/files/downloads';
import { ImportDialog } from '../../../kit/import/dialog';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { RoleAbility } from './ability';
import { RoleDialog } from './dialog';
import { RoleMembers } from './members';
import { RoleMenus } from './menus';
import { RoleScope } from './scope';
import './styles.css';

type Tab = 'menus' | 'scope' | 'members' | 'ability' | 'log';
type Open = { what: 'add' | 'edit' | 'copy'; role: RoleRow | null };

const listInput = { page: 1, size: 200 };

/** 角色权限: roles on the left; menus and buttons, data scope, members and what the role can do on the right. */
export function RolePage() {
  const [params, setParams] = useSearchParams();
  const [keyword, setKeyword] = useState('');
  const [open, setOpen] = useState<Open | null>(null);
  const invalidate = useInvalidate();
  const roles = useAsk(rolePage, listInput);
  const choose = (id: string): void => setParams({ id }, { replace: true });
  const changed = (): void => {
    void invalidate(rolePage);
    void invalidate(roleChangeHis);
  };
  if (roles.error) return <ErrorState error={roles.error} retry={() => void roles.refetch()} right={rolePage.title} />;
  if (!roles.data) return <Loading />;
  const all = roles.data.list;
  const shown = all.filter((role) => pinyinMatch(`${role.name}${role.code}`, keyword));
  const role = all.find(({ id }) => id === params.get('id')) ?? all[0];
  return (
    <>
      <SplitPage
        label="角色"
        tools={
          <>
            <Input
              aria-label="搜索角色"
              placeholder="搜索角色"
              prefix={<Search className="td-ico td-mute" />}
              allowClear
              onChange={(event) => setKeyword(event.target.value)}
            />
            <Can do={roleAdd}>
              <Button type="primary" icon={<Plus />} onClick={() => setOpen({ what: 'add', role: null })}>
                新增
              </Button>
            </Can>
            <Sheets changed={changed} />
          </>
        }
        side={shown.map((one) => (
          <button
            key={one.id}
            type="button"
            className="td-plain company-role-item"
            aria-current={one.id === role?.id}
            onClick={() => choose(one.id)}
          >
            <span className="company-role-name">
              {one.name}
              {one.status === 0 ? <em>停用</em> : null}
              {one.preset ? <em>预置</em> : null}
            </span>
            <span className="td-cap">{one.userCount} 人</span>
          </button>
        ))}
      >
        {role ? (
          <>
            <Head role={role} open={setOpen} changed={changed} />
            <RoleTabs role={role} roles={all} changed={changed} />
          </>
        ) : (
          <Empty title="暂无角色" text="新增角色后勾选菜单和按钮，再把用户加进来" />
        )}
      </SplitPage>
      {open ? (
        <RoleDialog
          what={open.what}
          role={open.role}
          close={() => setOpen(null)}
          done={(id) => {
            changed();
            if (id) choose(id);
          }}
        />
      ) : null}
    </>
  );
}

interface RoleTabsProps {
  role: RoleRow;
  roles: readonly RoleRow[];
  changed: () => void;
}

/** What a role holds and who has it, one tab each. */
function RoleTabs({ role, roles, changed }: RoleTabsProps) {
  const [tab, setTab] = useState<Tab>('menus');
  return (
    <>
      <SplitTabs<Tab>
        items={[
          { key: 'menus', name: '菜单权限' },
          { key: 'scope', name: '数据权限' },
          { key: 'members', name: '成员' },
          { key: 'ability', name: '能做什么' },
          { key: 'log', name: '操作日志' },
        ]}
        value={tab}
        change={setTab}
      />
      <div className="kit-detail-split-body" key={`${role.id} ${tab}`}>
        {tab === 'menus' ? <RoleMenus role={role} roles={roles} changed={changed} /> : null}
        {tab === 'scope' ? <RoleScope role={role} changed={changed} /> : null}
        {tab === 'members' ? <RoleMembers role={role} changed={changed} /> : null}
        {tab === 'ability' ? <RoleAbility role={role} /> : null}
        {tab === 'log' ? (
          <div className="kit-detail-split-pad">
            <ChangeHistory of={roleChangeHis} id={role.id} />
          </div>
        ) : null}
      </div>
    </>
  );
}

function Head({ role, open, changed }: { role: RoleRow; open: (open: Open) => void; changed: () => void }) {
  const fixed = role.preset || role.allRights;
  const why = fixed ? '系统预置角色不能修改，可复制后调整' : undefined;
  const on = role.status === 1;
  const setStatus = useAct(roleSetStatus, {
    ...(on
      ? {
          sure: {
            title: `确定停用角色“${role.name}”？`,
            content: `${role.userCount} 名成员立即失去由该角色得到的权限，可随时启用。`,
            ok: '停用',
          },
        }
      : {}),
    told: `角色“${role.name}”已${on ? '停用' : '启用'}`,
    done: changed,
    fresh: async () => changed(),
  });
  const remove = useAct(roleDel, {
    sure: { title: `确定删除角色“${role.name}”？`, content: '删除后不可恢复。', ok: '删除', danger: true },
    told: `角色“${role.name}”已删除`,
    done: changed,
  });
  return (
    <header className="kit-detail-split-head">
      <h1>{role.name}</h1>
      <span className="td-dot" data-tone={role.status === 1 ? 'green' : 'grey'}>
        {role.status === 1 ? '启用' : '停用'}
      </span>
      <span className="td-cap">{[role.code, role.remark].filter(Boolean).join('　')}</span>
      <span className="kit-detail-split-words">
        <Can do={roleCopy}>
          <Button icon={<Copy />} onClick={() => open({ what: 'copy', role })}>
            复制
          </Button>
        </Can>
        <Can do={roleUpdate}>
          <Button icon={<Pencil />} disabled={fixed} title={why} onClick={() => open({ what: 'edit', role })}>
            编辑
          </Button>
        </Can>
        <Can do={roleSetStatus}>
          <Button
            icon={<Power />}
            disabled={fixed}
            title={why}
            loading={setStatus.busy}
            onClick={() => void setStatus.run({ id: role.id, status: on ? 0 : 1, version: role.version })}
          >
            {role.status === 1 ? '停用' : '启用'}
          </Button>
        </Can>
        <Can do={roleDel}>
          <Button
            icon={<Trash2 />}
            disabled={fixed}
            title={why}
            loading={remove.busy}
            onClick={() => void remove.run({ id: role.id })}
          >
            删除
          </Button>
        </Can>
      </span>
    </header>
  );
}

/** 导入 and 导出 of all roles, whichever is chosen. */
function Sheets({ changed }: { changed: () => void }) {
  const [importing, setImporting] = useState(false);
  // menus, buttons and members of all roles: for audits, and to be changed and imported again
  const exporting = useAct(roleExport, { done: ({ id }) => announceExport(id) });
  return (
    <div className="company-role-sheets">
      <Can do={roleImports.run}>
        <Button block icon={<Upload />} onClick={() => setImporting(true)}>
          导入
        </Button>
      </Can>
      <Can do={roleExport}>
        <Button block icon={<Download />} loading={exporting.busy} onClick={() => void exporting.run({})}>
          导出
        </Button>
      </Can>
      {importing ? <ImportDialog of={roleImports} done={changed} close={() => setImporting(false)} /> : null}
    </div>
  );
}
