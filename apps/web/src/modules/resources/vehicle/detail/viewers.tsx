import { authRightNames } from '@tongda/contract/company/resource-auth/rights';
import type { Output } from '@tongda/contract/core/endpoint';
import { shareScope } from '@tongda/contract/resources/vehicle/enums';
import { vehicleViewers, viewerReasons } from '@tongda/contract/resources/vehicle/figures';
import { Table } from 'antd';
import { Asked } from '../../../../kit/detail/asked';
import { none } from '../../../../kit/show/format';
import { Empty } from '../../../../kit/show/states';

type Viewers = Output<typeof vehicleViewers>;
const formatEnd = (end: string | null): string => end ?? '长期';

/** 共享与授权: companies, departments and people who see the vehicle. */
export function ViewersPanel({ vehicleId, shared }: { vehicleId: string; shared: boolean }) {
  return (
    <Asked of={vehicleViewers} input={{ id: vehicleId }}>
      {(viewers) => <Viewers of={viewers} shared={shared} />}
    </Asked>
  );
}

function Viewers({ of: { users, grants, companies }, shared }: { of: Viewers; shared: boolean }) {
  return (
    <>
      {shared ? null : (
        <Block title="共享给其他公司">
          <Companies companies={companies} />
        </Block>
      )}
      {shared ? null : (
        <Block title="授权">
          <Grants grants={grants} />
        </Block>
      )}
      <Block title={`现在能看到的用户 ${users.length}`}>
        <Users users={users} />
      </Block>
    </>
  );
}

function Block({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="resources-vehicle-detail-block">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Companies({ companies }: { companies: Viewers['companies'] }) {
  if (companies.length === 0) return <p className="td-cap">没有共享给其他公司</p>;
  return (
    <Table
      size="small"
      scroll={{ x: 'max-content' }}
      rowKey={(row) => `${row.name} ${row.validFrom}`}
      dataSource={companies}
      pagination={false}
      columns={[
        { dataIndex: 'name', title: '公司', width: 180 },
        {
          title: '内容',
          width: 220,
          render: (_, row) => row.scopes.map((scope) => shareScope.label(scope)).join('、'),
        },
        { dataIndex: 'validFrom', title: '开始时间', width: 170 },
        { title: '结束时间', width: 170, render: (_, row) => formatEnd(row.validUntil) },
        {
          title: '状态',
          render: (_, row) => (
            <span className="td-dot" data-tone={row.active ? 'green' : 'grey'}>
              {row.active ? '共享中' : '未生效'}
            </span>
          ),
        },
      ]}
    />
  );
}

function Grants({ grants }: { grants: Viewers['grants'] }) {
  if (grants.length === 0) return <p className="td-cap">没有单独授权；用户按数据范围查看</p>;
  return (
    <Table
      size="small"
      scroll={{ x: 'max-content' }}
      rowKey="id"
      dataSource={grants}
      pagination={false}
      columns={[
        {
          title: '授权给',
          width: 180,
          render: (_, g) => (g.toUser ? g.to : `${g.to}${g.inherit ? '（含下级）' : ''}`),
        },
        { title: '方式', width: 90, render: (_, g) => (g.toUser ? '用户' : '部门') },
        { title: '权限', width: 170, render: (_, g) => g.rights.map((right) => authRightNames[right]).join('、') },
        { dataIndex: 'validFrom', title: '开始时间', width: 170 },
        { title: '结束时间', width: 170, render: (_, g) => formatEnd(g.validUntil) },
        { title: '授权人', render: (_, g) => g.grantedBy || none },
      ]}
    />
  );
}

function Users({ users }: { users: Viewers['users'] }) {
  if (users.length === 0) return <Empty title="没有用户能看到该车辆" />;
  return (
    <Table
      size="small"
      scroll={{ x: 'max-content' }}
      rowKey="id"
      dataSource={users}
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { dataIndex: 'name', title: '姓名', width: 120 },
        { dataIndex: 'accountCode', title: '账号', width: 140 },
        { title: '部门', width: 160, render: (_, u) => u.orgName || none },
        { title: '依据', render: (_, u) => u.reasons.map((reason) => viewerReasons[reason]).join('、') },
      ]}
    />
  );
}
