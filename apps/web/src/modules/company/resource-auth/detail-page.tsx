import { orgOptions } from '@tongda/contract/base/org/calls';
import { granteeType } from '@tongda/contract/base/org/enums';
import type { EffectiveRow, PastRow } from '@tongda/contract/company/resource-auth/calls';
import { authColumns, lockLogColumns } from '@tongda/contract/company/resource-auth/columns';
import { lockOpenLog } from '@tongda/contract/company/resource-auth/lock-grants';
import {
  type GrantFamily,
  type GrantKind,
  grantFamilies,
  grantKindNames,
} from '@tongda/contract/company/resource-auth/rights';
import { userOptions } from '@tongda/contract/company/user/calls';
import { type Column, columns } from '@tongda/contract/core/columns';
import { Button } from 'antd';
import { KeyRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { SplitTabs } from '../../../kit/detail/split-page';
import type { TreeItem } from '../../../kit/form/input/tree-options';
import { InnerList } from '../../../kit/list/inner';
import { Can } from '../../../kit/session/can';
import { PlateLink } from '../../../kit/show/plate/link';
import { Empty, ErrorState } from '../../../kit/show/states';
import { WorkFrame } from '../../../kit/work/frame';
import { Rights } from './cells';
import { families, type GrantFamilyPage } from './families';
import { grantLinks } from './links';
import { PlaceShape } from './map-picker';

const seenColumns = columns<EffectiveRow>()([
  { value: 'name', label: '名称', width: 150, fixed: 'left' },
  { value: 'kind', label: '类型', width: 84 },
  { value: 'orgName', label: '所属部门', width: 130 },
  { value: 'rights', label: '有效权限', width: 180 },
  { value: 'reasons', label: '可见原因', width: 520 },
]);
const nameLabels = { map: '名称', lock: '锁编号' };
const pastColumnsOf = (family: GrantFamily) =>
  columns<PastRow>()([
    ...authColumns
      .filter(
        ({ value }) =>
          !['deviceType', 'granteeType', 'remark', ...(family === 'lock' ? ['rights', 'inherit'] : [])].includes(value),
      )
      .map((column) => ({
        ...column,
        ...(column.value === 'resourceName' && family !== 'vehicle' ? { label: nameLabels[family] } : {}),
        hidden: false,
        sortable: false,
      })),
    { value: 'revokeUser', label: '撤销人', width: 84 },
    { value: 'revokeTime', label: '撤销时间', width: 136 },
  ]);

const logCells = {
  allowed: (row: { allowed: boolean }) => (
    <span className="td-dot" data-tone={row.allowed ? 'green' : 'red'}>
      {row.allowed ? '成功' : '拒绝'}
    </span>
  ),
};

export const VehicleGrantDetailsPage = () => <GrantDetailsPage family="vehicle" />;
export const RegionGrantDetailsPage = () => <GrantDetailsPage family="map" />;
export const LockGrantDetailsPage = () => <GrantDetailsPage family="lock" />;

/** 授权详情 of one department or user (visible resources with their reasons, and all grants, ended ones too), or of one resource. */
function GrantDetailsPage({ family }: { family: GrantFamily }) {
  const [params] = useSearchParams();
  const resourceId = params.get('resourceId');
  const kind = grantFamilies[family].kinds.find((known) => known === params.get('kind'));
  if (resourceId && kind) return <ResourceGrants family={family} kind={kind} id={resourceId} />;
  return <GranteeDetails family={family} />;
}

function GranteeDetails({ family }: { family: GrantFamily }) {
  const of = families[family];
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [tab, setTab] = useState<'seen' | 'past' | 'log'>('seen');
  const type = params.get('granteeType') === '2' ? granteeType.user : granteeType.org;
  const id = params.get('granteeId') ?? '';
  const name = useGranteeName(type, id);
  const past = useMemo(() => pastColumnsOf(family), [family]);
  if (id === '') return <Empty title="没有指定被授权方" text="请从授权列表打开" />;
  const fixed = { granteeType: type, granteeId: id };
  return (
    <WorkFrame
      head={{
        title: name || '授权详情',
        back: -1,
        marks: <span className="td-cap">{type === granteeType.org ? '部门' : '用户'}可见的资源与授权历史</span>,
        actions: (
          <Can do={of.calls.save}>
            <Button
              type="primary"
              icon={<KeyRound />}
              onClick={() => void navigate(`${grantLinks(family).add}?granteeType=${type}&granteeId=${id}`)}
            >
              {family === 'vehicle' ? '授权车辆' : '新增授权'}
            </Button>
          </Can>
        ),
      }}
    >
      <SplitTabs
        items={[
          { key: 'seen', name: family === 'vehicle' ? '可见车辆与原因' : '可见资源与原因' },
          { key: 'past', name: '授权历史' },
          ...(family === 'lock' && type === granteeType.user ? [{ key: 'log' as const, name: '开关锁记录' }] : []),
        ]}
        value={tab}
        change={setTab}
      />
      {tab === 'seen' ? (
        <InnerList<EffectiveRow>
          of={of.calls.effective}
          columns={seenColumns}
          fixed={fixed}
          rowKey="id"
          search={family === 'vehicle' ? '车牌号' : '名称'}
          empty="看不到任何资源"
          cells={{
            kind: (row) => grantKindNames[row.kind],
            name: (row) =>
              row.vehicleColor === null ? (
                row.name
              ) : (
                <PlateLink id={row.id} plateNo={row.name} colour={row.vehicleColor} />
              ),
            rights: (row) => <Rights rights={row.rights} />,
            reasons: (row) => (
              <span className="company-resource-auth-reasons">
                {row.reasons.map((text) => (
                  <span key={text}>{text}</span>
                ))}
              </span>
            ),
          }}
        />
      ) : null}
      {tab === 'past' ? <Past of={of} columns={past} fixed={fixed} /> : null}
      {tab === 'log' ? (
        <InnerList
          of={lockOpenLog}
          columns={lockLogColumns}
          fixed={{ userId: id }}
          cells={logCells}
          empty="没有开关锁记录"
        />
      ) : null}
    </WorkFrame>
  );
}

function Past({ of, columns, fixed }: { of: GrantFamilyPage; columns: ReadonlyArray<Column<PastRow>>; fixed: object }) {
  return (
    <InnerList<PastRow>
      of={of.calls.history}
      columns={columns}
      fixed={{ ...fixed }}
      cells={of.cells}
      empty="从未授权过"
    />
  );
}

/** One resource: its place on the map, everybody it was ever granted to, and for a lock its openings. */
function ResourceGrants({ family, kind, id }: { family: GrantFamily; kind: GrantKind; id: string }) {
  const of = families[family];
  const [tab, setTab] = useState<'past' | 'log'>('past');
  const past = useMemo(() => pastColumnsOf(family), [family]);
  const { data, error, refetch } = useAsk(of.calls.history, { resourceKind: kind, resourceId: id });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const name = data?.list[0]?.resourceName ?? '';
  return (
    <WorkFrame
      head={{
        title: name || '授权详情',
        back: -1,
        marks: <span className="td-cap">{grantKindNames[kind]}的授权历史</span>,
      }}
    >
      {family === 'map' && kind !== 'store' ? <PlaceShape kind={kind} id={id} /> : null}
      {family === 'lock' ? (
        <SplitTabs
          items={[
            { key: 'past', name: '授权历史' },
            { key: 'log', name: '开关锁记录' },
          ]}
          value={tab}
          change={setTab}
        />
      ) : null}
      {tab === 'past' ? (
        <Past of={of} columns={past} fixed={{ resourceKind: kind, resourceId: id }} />
      ) : (
        <InnerList
          of={lockOpenLog}
          columns={lockLogColumns}
          fixed={{ lockId: id }}
          cells={logCells}
          empty="没有开关锁记录"
        />
      )}
    </WorkFrame>
  );
}

/** Name of the department or user. */
function useGranteeName(type: number, id: string): string {
  const isUser = type === granteeType.user;
  const users = useAsk(userOptions, { ids: [id] }, { when: id !== '' && isUser });
  const orgs = useAsk(orgOptions, undefined, { when: id !== '' && !isUser });
  if (!isUser) return findName(orgs.data ?? [], id);
  const user = users.data?.[0];
  return user ? `${user.name}（${user.accountCode}）` : '';
}

function findName(tree: readonly TreeItem[], id: string): string {
  for (const node of tree) {
    const found = node.id === id ? node.name : findName(node.children ?? [], id);
    if (found) return found;
  }
  return '';
}
