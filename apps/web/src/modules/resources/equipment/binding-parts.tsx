import type { BindingLine } from '@tongda/contract/resources/equipment/binding';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { Table } from 'antd';
import { Panel } from '../../../kit/detail/panel';
import { Nothing } from '../../../kit/show/nothing';
import { Empty } from '../../../kit/show/states';

/** 绑定记录 of a recorder or a lock. */
export function BindingTable({ bindings, door = false }: { bindings: readonly BindingLine[]; door?: boolean }) {
  return (
    <Panel flush title="绑定记录">
      <Table
        size="small"
        rowKey="id"
        dataSource={[...bindings]}
        pagination={false}
        locale={{ emptyText: <Empty title="还没有绑定记录" /> }}
        columns={[
          { dataIndex: 'name', title: '绑定对象' },
          door
            ? { dataIndex: 'doorPos', title: '门位', width: 80 }
            : { title: '类型', width: 70, render: (_, b: BindingLine) => nodeTypeList.label(b.bindType) },
          { dataIndex: 'startTime', title: '开始', width: 160 },
          { title: '结束', width: 160, render: (_, b: BindingLine) => b.endTime ?? '至今' },
          { title: '操作人', width: 84, render: (_, b: BindingLine) => b.operator || '系统' },
        ]}
      />
    </Panel>
  );
}

/** The charge of a battery in per cent, red below 20. */
export function Battery({ percent }: { percent: number | null }) {
  if (percent === null) return <Nothing />;
  return <span style={percent < 20 ? { color: 'var(--td-red)' } : undefined}>{percent}</span>;
}
