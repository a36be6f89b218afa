import type { Output } from '@tongda/contract/core/endpoint';
import { vehiclePeriods } from '@tongda/contract/resources/vehicle/calls';
import { probeHistory } from '@tongda/contract/resources/vehicle/probe';
import { Table } from 'antd';
import { Asked } from '../../../../kit/detail/asked';
import { Empty } from '../../../../kit/show/states';

/** Labels of the kinds of periods. */
export const periodKinds = { status: '状态', fleet: '车队', driver: '主驾', plate: '车牌', org: '部门' } as const;
export type PeriodKind = keyof typeof periodKinds;
const running = (
  <span className="td-dot" data-tone="green">
    至今
  </span>
);

/** The periods of one kind (states, fleets, main drivers …) of a vehicle, newest first. */
export function Periods({ vehicleId, kind }: { vehicleId: string; kind: PeriodKind }) {
  return (
    <Asked of={vehiclePeriods} input={{ id: vehicleId }}>
      {(periods) => <PeriodTable of={periods.filter((p) => p.kind === kind)} title={periodKinds[kind]} />}
    </Asked>
  );
}

function PeriodTable({ of, title }: { of: Output<typeof vehiclePeriods>; title: string }) {
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={of}
      pagination={false}
      locale={{ emptyText: <Empty title="没有记录" /> }}
      columns={[
        { dataIndex: 'name', title, width: 160 },
        { dataIndex: 'startTime', title: '开始时间', width: 180 },
        { title: '结束时间', width: 180, render: (_, p) => p.endTime ?? running },
        { title: '操作人', render: (_, p) => p.operator || '系统' },
      ]}
    />
  );
}

/** 探头版本: the sets of wires of a vehicle with their periods. */
export function ProbeVersions({ vehicleId }: { vehicleId: string }) {
  return (
    <Asked of={probeHistory} input={{ vehicleId }}>
      {(versions) => <Versions of={versions} />}
    </Asked>
  );
}

function Versions({ of }: { of: Output<typeof probeHistory> }) {
  if (of.length === 0) return <Empty title="还没有探头版本" text="保存探头设置后会记在这里" />;
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={of}
      pagination={false}
      columns={[
        { title: '生效时间', width: 170, render: (_, v) => v.startTime ?? '最初' },
        { title: '失效时间', width: 170, render: (_, v) => v.endTime ?? running },
        { title: '操作人', width: 90, render: (_, v) => v.userName || '系统' },
        {
          title: '探头',
          render: (_, v) => (
            <>
              {v.lines.length === 0 ? '无' : v.lines.map((line) => <div key={line}>{line}</div>)}
              {v.reason ? <div className="td-cap">修正原因：{v.reason}</div> : null}
            </>
          ),
        },
      ]}
    />
  );
}
