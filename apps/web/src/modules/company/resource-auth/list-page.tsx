import { authStatus } from '@tongda/contract/base/org/enums';
import { type AuthRow, grantFilters } from '@tongda/contract/company/resource-auth/calls';
import type { LockGrantRow } from '@tongda/contract/company/resource-auth/columns';
import { type GrantFamily, grantFamilies, grantKindNames } from '@tongda/contract/company/resource-auth/rights';
import { explainVehicle } from '@tongda/contract/company/resource-auth/shapes';
import type { FilterTable } from '@tongda/contract/core/register/filters';
import { Button, Segmented } from 'antd';
import { CalendarPlus, CircleOff, Copy, Plus, ShieldQuestionMark, Upload } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { ExportButton } from '../../../kit/files/export-button';
import { ImportDialog } from '../../../kit/import/dialog';
import { FilterRemote } from '../../../kit/list/filter/controls';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { Empty } from '../../../kit/show/states';
import type { RowAction } from '../../../kit/table/types';
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
        empty={<Empty title="还没有授权" text={of.empty} />}
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
    detail,
    { label: '编辑', to: links.edit(row.id), can: of.calls.update },
    { label: '延期', can: of.calls.extend, run: run.extend },
    { label: '撤销', danger: true, can: of.calls.revoke, run: run.revoke },
  ];
}

/** The filters of a family: those of its resources, of whom they were given to, and until when. */
function Filters({ of }: { of: GrantFamilyPage }) {
  const { family } = of;
  const { keyword, resourceKind, plateNo, orgId, granteeType, granteeOrgId, granteeUserId, ...rest } =
    grantFilters.table;
  const kinds = grantFamilies[family].kinds.map((code) => ({ code, name: grantKindNames[code] }));
  const ofResource: FilterTable = {
    keyword: { ...keyword, hint: of.search },
    ...(family === 'map' ? { resourceKind } : {}),
  };
  const ofGrantee: FilterTable = family === 'lock' ? { plateNo, orgId } : { orgId, granteeType, granteeOrgId };
  return (
    <>
      <RegisterFilters of={{ ...ofResource, ...ofGrantee }} choices={{ resourceKind: kinds }} />
      <FilterRemote name="granteeUserId" label={granteeUserId.label} load={loadUsers} width={granteeUserId.width} />
      <RegisterFilters of={rest} />
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
