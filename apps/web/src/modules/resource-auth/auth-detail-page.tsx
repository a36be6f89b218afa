import { useQuery } from '@tanstack/react-query';
import { columns } from '@tongda/contract/core/columns';
import type { Output } from '@tongda/contract/core/endpoint';
import { granteeType } from '@tongda/contract/enums/org';
import { orgOptions } from '@tongda/contract/org/org';
import { authColumns } from '@tongda/contract/resource-auth/columns';
import { authEffective, authHistory, authSave } from '@tongda/contract/resource-auth/resource-auth';
import { userOptions } from '@tongda/contract/user/user';
import { Button } from 'antd';
import { ArrowLeft, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { Can } from '../../kit/can';
import { InnerList } from '../../kit/inner-list';
import { PlateChip } from '../../kit/plate-chip';
import { SplitTabs } from '../../kit/split-page';
import { Empty } from '../../kit/states';
import type { TreeItem } from '../../kit/tree-options';
import { authCells, Rights } from './auth-cells';
import { authLinks } from './links';
import '../../kit/edit-page.css';

type Seen = Output<typeof authEffective>['list'][number];
type Past = Output<typeof authHistory>['list'][number];

const seenColumns = columns<Seen>()([
  { value: 'plateNo', label: '车牌', width: 128, fixed: 'left' },
  { value: 'orgName', label: '所属部门', width: 130 },
  { value: 'rights', label: '有效权限', width: 180 },
  { value: 'reasons', label: '可见原因', width: 520 },
]);
const pastColumns = columns<Past>()([
  ...authColumns
    .filter(({ value }) => !['granteeType', 'granteeName', 'remark'].includes(value))
    .map((column) => ({ ...column, hidden: false, sortable: false })),
  { value: 'revokeUser', label: '撤销人', width: 84 },
  { value: 'revokeTime', label: '撤销时间', width: 136 },
]);

/** 授权详情 of one department or user: the vehicles that are visible with the reason of each, and every grant there ever was. */
export function VehicleGrantDetailsPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [tab, setTab] = useState<'seen' | 'past'>('seen');
  const type = params.get('granteeType') === '2' ? granteeType.user : granteeType.org;
  const id = params.get('granteeId') ?? '';
  const name = useName(type, id);
  if (id === '') return <Empty title="没有指定被授权方" text="请从授权列表打开" />;
  const fixed = { granteeType: type, granteeId: id };
  return (
    <section className="td-edit">
      <header className="td-edit-head">
        <Button type="text" icon={<ArrowLeft />} aria-label="返回" onClick={() => void navigate(-1)} />
        <h1>{name || '授权详情'}</h1>
        <span className="td-cap">{type === granteeType.org ? '部门' : '用户'}可见的车辆与授权历史</span>
        <span className="td-detail-words">
          <Can do={authSave}>
            <Button
              type="primary"
              icon={<KeyRound />}
              onClick={() => void navigate(`${authLinks.add}?granteeType=${type}&granteeId=${id}`)}
            >
              授权车辆
            </Button>
          </Can>
        </span>
      </header>
      <SplitTabs
        items={[
          { key: 'seen', name: '可见车辆与原因' },
          { key: 'past', name: '授权历史' },
        ]}
        value={tab}
        change={setTab}
      />
      {tab === 'seen' ? (
        <InnerList<Seen>
          of={authEffective}
          columns={seenColumns}
          fixed={fixed}
          search="车牌号"
          empty="看不到任何车辆"
          cells={{
            plateNo: (row) => <PlateChip plateNo={row.plateNo} colour={row.vehicleColor} />,
            rights: (row) => <Rights rights={row.rights} />,
            reasons: (row) => (
              <span className="auth-reasons">
                {row.reasons.map((text) => (
                  <span key={text}>{text}</span>
                ))}
              </span>
            ),
          }}
        />
      ) : (
        <InnerList<Past>
          of={authHistory}
          columns={pastColumns}
          fixed={fixed}
          cells={authCells as typeof authCells & Record<never, never>}
          empty="从未授权过"
        />
      )}
    </section>
  );
}

/** Name of the department or user. */
function useName(type: number, id: string): string {
  const { data } = useQuery({
    queryKey: [type === granteeType.org ? orgOptions.path : userOptions.path, 'name', id],
    queryFn: async () => {
      if (type === granteeType.user) {
        const [user] = await call(userOptions, { ids: [id] }, { quiet: true });
        return user ? `${user.name}（${user.accountCode}）` : '';
      }
      return nameIn(await call(orgOptions, undefined, { quiet: true }), id);
    },
    enabled: id !== '',
  });
  return data ?? '';
}

function nameIn(tree: readonly TreeItem[], id: string): string {
  for (const node of tree) {
    const found = node.id === id ? node.name : nameIn(node.children ?? [], id);
    if (found) return found;
  }
  return '';
}
