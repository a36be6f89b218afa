import { authStatus, granteeType } from '@tongda/contract/base/org/enums';
import type { AuthRow } from '@tongda/contract/company/resource-auth/calls';
import type { LockGrantRow } from '@tongda/contract/company/resource-auth/columns';
import { type GrantFamily, grantFamilies, grantKindNames } from '@tongda/contract/company/resource-auth/rights';
import { explainVehicle } from '@tongda/contract/company/resource-auth/shapes';
import { Button, Segmented } from 'antd';
import { CalendarPlus, CircleOff, Copy, Plus, ShieldQuestionMark, Upload } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { ExportButton } from '../../../kit/files/export-button';
import { ImportDialog } from '../../../kit/import/dialog';
import {
  FilterEnum,
  FilterRange,
  FilterRemote,
  FilterSelect,
  FilterText,
  FilterTree,
} from '../../../kit/list/filter/controls';
import { ListPage } from '../../../kit/list/page';
import { useInvalidate, useList } from '../../../kit/list/use-list';
import { Can } from '../../../kit/session/can';
import { Empty } from '../../../kit/show/states';
import type { RowAction } from '../../../kit/table/types';
import { loadOrgs } from '../../base/org/door';
import { loadUsers } from '../../base/reference/door';
import { CopyDialog } from './copy-dialog';
import { DiagnoseDrawer } from './diagnose-drawer';
import { ExtendDialog } from './extend-dialog';
import { families, type GrantFamilyPage } from './families';
import { GranteeList } from './grantee-list';
import { grantLinks } from './links';

type Open = { what: 'copy' | 'diagnose' | 'import' } | { what: 'extend'; ids: string[] };

export const VehicleGrantListPage = () => <GrantListPage family="vehicle" />;
export const RegionGrantListPage = () => <GrantListPage family="map" />;
export const LockGrantListPage = () => <GrantListPage family="lock" />;

/** 资源授权: what was given to whom; by resource, or by who received it (`?view=grantee`). */
function GrantListPage({ family }: { family: GrantFamily }) {
  const of = families[family];
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
  return byGrantee ? <GranteeList of={of} view={view} /> : <Grants of={of} view={view} />;
}

function Grants({ of, view }: { of: GrantFamilyPage; view: React.ReactNode }) {
  const { calls } = of;
  const list = useList<LockGrantRow>(calls.page);
  const [open, setOpen] = useState<Open | null>(null);
  const invalidate = useInvalidate();
  const changed = (): void => {
    list.select([], []);
    void invalidate(calls.page);
    void invalidate(calls.grantees);
  };
  const revoke = useAct(calls.revoke, {
    sure: ({ authIds }) => revokeQuestion(of, authIds.length),
    told: ({ changed: n }) => `已撤销 ${n} 条授权`,
    done: changed,
  });
  const close = (): void => setOpen(null);
  const tools = <Toolbar of={of} open={(what) => setOpen({ what })} />;
  return (
    <>
      <ListPage
        list={list}
        columns={of.columns}
        cells={of.cells}
        filters={<Filters of={of} />}
        toolbar={
          <>
            {view}
            {tools}
          </>
        }
        batch={(_rows, keys) => (
          <>
            <Can do={calls.extend}>
              <Button icon={<CalendarPlus />} onClick={() => setOpen({ what: 'extend', ids: keys })}>
                批量延期
              </Button>
            </Can>
            <Can do={calls.revoke}>
              <Button icon={<CircleOff />} loading={revoke.busy} onClick={() => void revoke.run({ authIds: keys })}>
                批量撤销
              </Button>
            </Can>
          </>
        )}
        rowActions={(row) =>
          actionsOf(of, row, {
            extend: () => setOpen({ what: 'extend', ids: [row.id] }),
            revoke: () => void revoke.run({ authIds: [row.id] }),
          })
        }
        empty={<Empty title="还没有授权" text={of.empty} action={tools} />}
      />
      {open?.what === 'copy' ? <CopyDialog of={of} done={changed} close={close} /> : null}
      {open?.what === 'diagnose' ? <DiagnoseDrawer family={of.family} close={close} /> : null}
      {open?.what === 'import' ? <ImportDialog of={of.imports} done={changed} close={close} /> : null}
      {open?.what === 'extend' ? <ExtendDialog of={of} ids={open.ids} done={changed} close={close} /> : null}
    </>
  );
}

const revokeQuestion = (of: GrantFamilyPage, n: number) => ({
  title: `确定撤销 ${n} 条授权？`,
  content:
    of.family === 'lock'
      ? '撤销后下一次联网校验起不能再开锁（离线密钥最长24小时内失效），记录保留。'
      : '撤销后被授权方立即看不到对应的资源（另有归属或其他授权的除外），记录保留。',
  ok: '撤销',
  danger: true,
});

function actionsOf(of: GrantFamilyPage, row: AuthRow, run: { extend: () => void; revoke: () => void }): RowAction[] {
  const links = grantLinks(of.family);
  const detail: RowAction = { label: '详情', to: links.detail(row.granteeType, row.granteeId), can: of.calls.detail };
  if (row.status === authStatus.revoked) return [detail];
  return [
    { label: '编辑', to: links.edit(row.id), can: of.calls.update },
    detail,
    { label: '延期', can: of.calls.extend, run: run.extend },
    { label: '撤销', danger: true, can: of.calls.revoke, run: run.revoke },
  ];
}

const soon = [{ code: '1', name: '30天内' }];

function Filters({ of }: { of: GrantFamilyPage }) {
  const { family } = of;
  const kinds = grantFamilies[family].kinds.map((code) => ({ code, name: grantKindNames[code] }));
  return (
    <>
      <FilterText name="keyword" label={of.search} main width={200} />
      {family === 'map' ? <FilterSelect name="resourceKind" label="资源类型" options={kinds} width={150} /> : null}
      {family === 'lock' ? <FilterText name="plateNo" label="绑定车牌" width={150} /> : null}
      <FilterTree name="orgId" label="所属部门" load={loadOrgs} width={180} />
      {family === 'lock' ? null : (
        <>
          <FilterEnum name="granteeType" label="授权类型" of={granteeType} width={150} />
          <FilterTree name="granteeOrgId" label="被授权部门" load={loadOrgs} width={190} />
        </>
      )}
      <FilterRemote name="granteeUserId" label="被授权用户" load={loadUsers} width={190} />
      <FilterEnum name="status" label="状态" of={authStatus} width={130} />
      <FilterRange names={['from', 'to']} label="有效期" />
      <FilterSelect name="soon" label="到期" options={soon} width={130} />
    </>
  );
}

function Toolbar({ of, open }: { of: GrantFamilyPage; open: (what: 'copy' | 'diagnose' | 'import') => void }) {
  const navigate = useNavigate();
  return (
    <>
      <Can do={of.calls.save}>
        <Button type="primary" icon={<Plus />} onClick={() => void navigate(grantLinks(of.family).add)}>
          新增授权
        </Button>
      </Can>
      <Can do={of.calls.copy}>
        <Button icon={<Copy />} onClick={() => open('copy')}>
          复制授权
        </Button>
      </Can>
      <Can do={explainVehicle}>
        <Button icon={<ShieldQuestionMark />} onClick={() => open('diagnose')}>
          权限诊断
        </Button>
      </Can>
      <Can do={of.imports.run}>
        <Button icon={<Upload />} onClick={() => open('import')}>
          导入
        </Button>
      </Can>
      <ExportButton of={of.calls.export} />
    </>
  );
}
