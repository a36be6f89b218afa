import type { Output } from '@tongda/contract/core/endpoint';
import { probeHistory } from '@tongda/contract/vehicle/probe';
import { vehiclePeriods } from '@tongda/contract/vehicle/vehicle';
import { Segmented, Table } from 'antd';
import { useState } from 'react';
import { Asked } from '../../kit/asked';
import { Empty } from '../../kit/states';

const kinds = [
  { value: 'status', label: '状态' },
  { value: 'fleet', label: '车队' },
  { value: 'driver', label: '主驾' },
  { value: 'plate', label: '车牌' },
  { value: 'org', label: '部门' },
];
const running = (
  <span className="td-dot" data-tone="green">
    至今
  </span>
);

/** 状态与归属: what the vehicle was and since when. */
export function PeriodHistory({ vehicleId }: { vehicleId: string }) {
  return (
    <Asked of={vehiclePeriods} input={{ id: vehicleId }}>
      {(periods) => <Periods of={periods} />}
    </Asked>
  );
}

function Periods({ of }: { of: Output<typeof vehiclePeriods> }) {
  const [kind, setKind] = useState('status');
  return (
    <>
      <Segmented options={kinds} value={kind} onChange={setKind} style={{ marginBottom: 12 }} />
      <Table
        size="small"
        rowKey="id"
        dataSource={of.filter((p) => p.kind === kind)}
        pagination={false}
        locale={{ emptyText: <Empty title="没有记录" /> }}
        columns={[
          { dataIndex: 'name', title: kinds.find((k) => k.value === kind)?.label, width: 160 },
          { dataIndex: 'startTime', title: '开始时间', width: 180 },
          { title: '结束时间', width: 180, render: (_, p) => p.endTime ?? running },
          { title: '操作人', render: (_, p) => p.operator || '系统' },
        ]}
      />
    </>
  );
}

/** Sets of wires over time: what each probe meant when. */
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
