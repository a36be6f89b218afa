import { authStatus, granteeType } from '@tongda/contract/enums/org';
import { authColumns } from '@tongda/contract/resource-auth/columns';
import {
  type AuthRow,
  authCopy,
  authExport,
  authExtend,
  authGrantees,
  authPage,
  authRevoke,
  authSave,
  authUpdate,
  explainVehicle,
} from '@tongda/contract/resource-auth/resource-auth';
import { Button, Segmented } from 'antd';
import { CalendarPlus, CircleOff, Copy, Plus, ShieldQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { Can } from '../../kit/can';
import type { RowAction } from '../../kit/data-table';
import { ExportButton } from '../../kit/export-button';
import { FilterEnum, FilterRange, FilterRemote, FilterSelect, FilterText, FilterTree } from '../../kit/filters';
import { ListPage } from '../../kit/list-page';
import { confirm, reportError, toast } from '../../kit/notify';
import { Empty } from '../../kit/states';
import { useInvalidate, useList } from '../../kit/use-list';
import { loadOrgs } from '../org/pick';
import { loadUsers } from '../user/pick';
import { authCells } from './auth-cells';
import { CopyDialog } from './copy-dialog';
import { DiagnoseDrawer } from './diagnose-drawer';
import { ExtendDialog } from './extend-dialog';
import { GranteeList } from './grantee-list';
import { authLinks } from './links';

type Open = { what: 'copy' | 'diagnose' } | { what: 'extend'; ids: string[] };

/** 车辆/设备授权: what was given to whom; by resource, or by who received it (`?view=grantee`). */
export function VehicleGrantListPage() {
  const [params, setParams] = useSearchParams();
  const byGrantee = params.get('view') === 'grantee';
  const view = (
    <Segmented
      value={byGrantee ? 'grantee' : 'resource'}
      options={[
        { value: 'resource', label: '按资源' },
        { value: 'grantee', label: '按被授权方' },
      ]}
      onChange={(value) => setParams(value === 'grantee' ? { view: 'grantee' } : {}, { replace: true })}
    />
  );
  return byGrantee ? <GranteeList view={view} /> : <Grants view={view} />;
}

function Grants({ view }: { view: React.ReactNode }) {
  const list = useList<AuthRow>(authPage);
  const [open, setOpen] = useState<Open | null>(null);
  const invalidate = useInvalidate();
  const changed = (): void => {
    list.select([], []);
    void invalidate(authPage);
    void invalidate(authGrantees);
  };
  return (
    <>
      <ListPage
        list={list}
        columns={authColumns}
        cells={authCells}
        filters={<Filters />}
        toolbar={
          <>
            {view}
            <Toolbar copy={() => setOpen({ what: 'copy' })} diagnose={() => setOpen({ what: 'diagnose' })} />
          </>
        }
        batch={(_rows, keys) => (
          <>
            <Can do={authExtend}>
              <Button icon={<CalendarPlus />} onClick={() => setOpen({ what: 'extend', ids: keys })}>
                批量延期
              </Button>
            </Can>
            <Can do={authRevoke}>
              <Button icon={<CircleOff />} onClick={() => void revoke(keys, changed).catch(reportError)}>
                批量撤销
              </Button>
            </Can>
          </>
        )}
        rowActions={(row) => actionsOf(row, changed, () => setOpen({ what: 'extend', ids: [row.id] }))}
        empty={
          <Empty
            title="还没有授权"
            text="车辆默认只有所属部门可见；授权后其他部门或用户也能看到"
            action={<Toolbar copy={() => setOpen({ what: 'copy' })} diagnose={() => setOpen({ what: 'diagnose' })} />}
          />
        }
      />
      {open?.what === 'copy' ? <CopyDialog done={changed} close={() => setOpen(null)} /> : null}
      {open?.what === 'diagnose' ? <DiagnoseDrawer close={() => setOpen(null)} /> : null}
      {open?.what === 'extend' ? <ExtendDialog ids={open.ids} done={changed} close={() => setOpen(null)} /> : null}
    </>
  );
}

async function revoke(authIds: string[], changed: () => void): Promise<void> {
  const sure = await confirm({
    title: `确定撤销 ${authIds.length} 条授权？`,
    content: '撤销后被授权方立即看不到对应的车辆（另有归属或其他授权的除外），记录保留。',
    ok: '撤销',
    danger: true,
  });
  if (!sure) return;
  const { changed: n } = await call(authRevoke, { authIds });
  toast('success', `已撤销 ${n} 条授权`);
  changed();
}

function actionsOf(row: AuthRow, changed: () => void, extend: () => void): RowAction[] {
  const detail: RowAction = { label: '详情', to: authLinks.detail(row.granteeType, row.granteeId) };
  if (row.status === authStatus.revoked) return [detail];
  return [
    { label: '编辑', to: authLinks.edit(row.id), can: authUpdate },
    detail,
    { label: '延期', can: authExtend, run: extend },
    { label: '撤销', danger: true, can: authRevoke, run: () => revoke([row.id], changed) },
  ];
}

const soon = [{ code: '1', name: '30天内' }];

function Filters() {
  return (
    <>
      <FilterText name="keyword" label="车牌 / 设备号，可粘贴多个" main width={200} />
      <FilterTree name="orgId" label="所属部门" load={loadOrgs} width={180} />
      <FilterEnum name="granteeType" label="授权类型" of={granteeType} width={150} />
      <FilterTree name="granteeOrgId" label="被授权部门" load={loadOrgs} width={190} />
      <FilterRemote name="granteeUserId" label="被授权用户" load={loadUsers} width={190} />
      <FilterEnum name="status" label="状态" of={authStatus} width={130} />
      <FilterRange names={['from', 'to']} label="有效期" />
      <FilterSelect name="soon" label="到期" options={soon} width={130} />
    </>
  );
}

function Toolbar({ copy, diagnose }: { copy: () => void; diagnose: () => void }) {
  const navigate = useNavigate();
  return (
    <>
      <Can do={authSave}>
        <Button type="primary" icon={<Plus />} onClick={() => void navigate(authLinks.add)}>
          新增授权
        </Button>
      </Can>
      <Can do={authCopy}>
        <Button icon={<Copy />} onClick={copy}>
          复制授权
        </Button>
      </Can>
      <Can do={explainVehicle}>
        <Button icon={<ShieldQuestionMark />} onClick={diagnose}>
          权限诊断
        </Button>
      </Can>
      <ExportButton of={authExport} />
    </>
  );
}
