import { sourceWords } from '@tongda/contract/base/allowance/bounds';
import { accountStatus, dataScope } from '@tongda/contract/base/org/enums';
import {
  type UserRow,
  userAccountUse,
  userAdd,
  userChangeHis,
  userDel,
  userExport,
  userImport,
  userImports,
  userKick,
  userPage,
  userRegister,
  userSetRole,
  userSetStatus,
} from '@tongda/contract/company/user/calls';
import { userColumns } from '@tongda/contract/company/user/columns';
import { Button, Dropdown } from 'antd';
import { ChevronDown, LogOut, Plus, ShieldCheck, Trash2, Upload, UserCog } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { confirm } from '../../../kit/dialog/notify';
import { ExportButton } from '../../../kit/files/export-button';
import { ImportDialog } from '../../../kit/import/dialog';
import { useBatch } from '../../../kit/list/batch-run';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { Empty } from '../../../kit/show/states';
import type { Cells } from '../../../kit/table/types';
import { DiagnoseDrawer } from '../resource-auth/door';
import { HandoverDialog } from './handover-dialog';
import { userLinks } from './links';
import { LoginLogDrawer } from './login-log';
import { NewPassword } from './new-password';
import { SecurityDialog } from './security-dialog';
import { SetRoleDialog } from './set-role-dialog';
import { useUserActions } from './use-actions';
import './styles.css';

type Open =
  | { what: 'history' | 'log' | 'handover' | 'diagnose'; row: UserRow }
  | { what: 'password'; account: string; password: string }
  | { what: 'import' | 'security' }
  | { what: 'role'; keys: string[] };

const cells: Cells<UserRow> = {
  name: (row) => (
    <>
      <Link to={userLinks.edit(row.id)}>{row.name}</Link>
      {row.isPrimary ? <span className="company-user-tag">主账号</span> : null}
      {row.locked ? (
        <span className="company-user-tag" data-tone="red" title="密码错误次数过多">
          已锁定
        </span>
      ) : null}
    </>
  ),
  accountStatus: (row) => (
    <span className="td-dot" data-tone={row.accountStatus === accountStatus.enabled ? 'green' : 'grey'}>
      {accountStatus.label(row.accountStatus)}
    </span>
  ),
  dataScope: (row) =>
    row.userOrgType === 1 || row.isPrimary ? (
      '全公司'
    ) : row.dataScope === null ? (
      <span className="td-quiet">按角色</span>
    ) : (
      dataScope.label(row.dataScope)
    ),
  visibleVehicles: (row) => <Link to={userLinks.visible(row.id)}>{row.visibleVehicles}</Link>,
  expireDate: (row) => row.expireDate ?? <span className="td-quiet">长期</span>,
};

/** 用户管理: the accounts of the company. */
export function UserListPage() {
  const list = useList<UserRow>(userPage);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const invalidate = useInvalidate();
  const changed = useMemo(
    () => (): void => {
      void invalidate(userPage);
      void invalidate(userAccountUse);
      void invalidate(userChangeHis);
    },
    [invalidate],
  );
  const batch = useBatch();
  const rowActions = useUserActions({
    changed,
    password: (row, password) => setOpen({ what: 'password', account: row.accountCode, password }),
    history: (row) => setOpen({ what: 'history', row }),
    log: (row) => setOpen({ what: 'log', row }),
    handover: (row) => setOpen({ what: 'handover', row }),
    diagnose: (row) => setOpen({ what: 'diagnose', row }),
  });
  return (
    <>
      <ListPage
        list={list}
        columns={userColumns}
        cells={cells}
        filters={<RegisterFilters of={userRegister.filters} />}
        toolbar={
          <Toolbar openImport={() => setOpen({ what: 'import' })} openSecurity={() => setOpen({ what: 'security' })} />
        }
        batch={(rows, keys) => (
          <BatchBar
            keys={keys}
            rows={rows}
            setRole={() => setOpen({ what: 'role', keys })}
            run={batch.start}
            done={() => {
              list.select([], []);
              changed();
            }}
          />
        )}
        rowActions={rowActions}
        empty={<Empty title="暂无用户" text="逐个新增，或用模板一次导入" />}
      />
      {batch.dialog}
      {open?.what === 'password' ? <NewPassword account={open.account} password={open.password} close={close} /> : null}
      {open?.what === 'history' ? (
        <HistoryDrawer of={userChangeHis} id={open.row.id} name={open.row.name} close={close} />
      ) : null}
      {open?.what === 'log' ? <LoginLogDrawer user={open.row} close={close} /> : null}
      {open?.what === 'handover' ? <HandoverDialog user={open.row} done={changed} close={close} /> : null}
      {open?.what === 'diagnose' ? (
        <DiagnoseDrawer user={{ id: open.row.id, name: `${open.row.name}（${open.row.accountCode}）` }} close={close} />
      ) : null}
      {open?.what === 'security' ? <SecurityDialog close={close} /> : null}
      {open?.what === 'import' ? (
        <ImportDialog of={userImports} choices="部门、角色" done={changed} close={close} />
      ) : null}
      {open?.what === 'role' ? (
        <SetRoleDialog ids={open.keys} rows={list.selectedRows} run={batch.start} done={changed} close={close} />
      ) : null}
    </>
  );
}

function Toolbar({ openImport, openSecurity }: { openImport: () => void; openSecurity: () => void }) {
  const navigate = useNavigate();
  return (
    <>
      <Can do={userAdd}>
        <Button type="primary" icon={<Plus />} onClick={() => void navigate(userLinks.add)}>
          新增
        </Button>
      </Can>
      <Can do={userImport}>
        <Button icon={<Upload />} onClick={openImport}>
          导入
        </Button>
      </Can>
      <ExportButton of={userExport} />
      <Button icon={<ShieldCheck />} onClick={openSecurity}>
        登录安全
      </Button>
      <AccountWords />
    </>
  );
}

/** 账号 27 / 200 个（会员“旗舰版”）; nothing where accounts are not bounded. */
function AccountWords() {
  const { data } = useAsk(userAccountUse, undefined);
  if (!data || data.most === null) return null;
  const source = sourceWords(data);
  return (
    <span className="td-cap">
      账号 {data.used} / {data.most} 个{source ? `（${source}）` : ''}
    </span>
  );
}

interface BatchBarProps {
  keys: string[];
  rows: UserRow[];
  setRole: () => void;
  run: ReturnType<typeof useBatch>['start'];
  done: () => void;
}

function BatchBar({ keys, rows, setRole, run, done }: BatchBarProps) {
  const nameOf = (id: string): string => rows.find((row) => row.id === id)?.name ?? id;
  const setStatus = (status: 0 | 1): void =>
    void run({
      title: `${status === 1 ? '启用' : '停用'} ${keys.length} 个用户`,
      ids: keys,
      nameOf,
      done,
      step: (ids) => call(userSetStatus, { ids, accountStatus: status }),
    });
  const sure =
    (title: string, content: string, step: (ids: string[]) => ReturnType<typeof call<typeof userDel>>) =>
    async (): Promise<void> => {
      if (!(await confirm({ title, content, ok: '确定', danger: true }))) return;
      await run({ title, ids: keys, nameOf, done, step });
    };
  return (
    <>
      <Can do={userSetStatus}>
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: '1', label: '启用', onClick: () => setStatus(1) },
              { key: '0', label: '停用', onClick: () => setStatus(0) },
            ],
          }}
        >
          <Button>
            启停 <ChevronDown className="td-ico" />
          </Button>
        </Dropdown>
      </Can>
      <Can do={userSetRole}>
        <Button icon={<UserCog />} onClick={setRole}>
          设角色
        </Button>
      </Can>
      <Can do={userKick}>
        <Button
          icon={<LogOut />}
          onClick={() =>
            void sure(`强制 ${keys.length} 个用户下线`, '他们的登录立即失效，可重新登录。', (ids) =>
              call(userKick, { ids }),
            )()
          }
        >
          强制下线
        </Button>
      </Can>
      <Can do={userDel}>
        <Button
          icon={<Trash2 />}
          onClick={() =>
            void sure(`删除 ${keys.length} 个用户`, '删除后不可恢复，操作记录仍会保留。', (ids) =>
              call(userDel, { ids }),
            )()
          }
        >
          删除
        </Button>
      </Can>
    </>
  );
}
