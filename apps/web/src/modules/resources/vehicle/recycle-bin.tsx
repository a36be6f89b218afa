import {
  type RecycledVehicle,
  recycleDays,
  vehicleRecyclePage,
  vehicleRestore,
} from '@tongda/contract/resources/vehicle/recycle';
import { Button, Drawer, Input, Table } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { none } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate-chip';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';

const size = 15;

/** 回收站: recently deleted vehicles, which can be restored. */
export function RecycleBin({ close, done }: { close: () => void; done: () => void }) {
  const [page, setPage] = useState(1);
  const [plateNo, setPlateNo] = useState('');
  const [restoring, setRestoring] = useState('');
  const answer = useAsk(vehicleRecyclePage, { plateNo, page, size }, { keep: true });
  const restore = useAct(({ id }: RecycledVehicle) => call(vehicleRestore, { id }), {
    told: (_, { plateNo: plate }) => `${plate} 已恢复`,
    done: async () => {
      await answer.refetch();
      done();
    },
  });
  return (
    <Drawer open size={860} title="回收站" onClose={close}>
      <p className="td-cap">删除的车辆保留 {recycleDays} 天；恢复后按删除前的资料启用，终端需重新绑定</p>
      <Input.Search
        allowClear
        aria-label="车牌号"
        placeholder="车牌号"
        style={{ width: 220, marginBottom: 12 }}
        onSearch={(text) => {
          setPlateNo(text.trim());
          setPage(1);
        }}
      />
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.data ? (
        <Table<RecycledVehicle>
          size="small"
          rowKey="id"
          dataSource={answer.data.list}
          locale={{ emptyText: <Empty title={plateNo ? '没有符合条件的车辆' : '回收站是空的'} /> }}
          pagination={
            answer.data.total > size
              ? { current: page, pageSize: size, total: answer.data.total, showSizeChanger: false, onChange: setPage }
              : false
          }
          columns={[
            {
              title: '车牌号',
              width: 130,
              render: (_, v) => <PlateChip plateNo={v.plateNo} colour={v.vehicleColor} />,
            },
            { title: '车辆备注', render: (_, v) => v.remarkNo || none },
            { title: '所属部门', render: (_, v) => v.orgName || none },
            { title: '所属车队', render: (_, v) => v.fleetName || none },
            { title: '删除人', width: 80, render: (_, v) => v.deleteUser || none },
            { dataIndex: 'deleteTime', title: '删除时间', width: 156 },
            { title: '剩余', width: 64, align: 'right', render: (_, v) => `${v.daysLeft} 天` },
            {
              title: '操作',
              width: 70,
              render: (_, v) => (
                <Button
                  type="link"
                  size="small"
                  loading={restore.busy && restoring === v.id}
                  onClick={() => {
                    setRestoring(v.id);
                    void restore.run(v);
                  }}
                >
                  恢复
                </Button>
              ),
            },
          ]}
        />
      ) : (
        <Loading />
      )}
    </Drawer>
  );
}
