import { upgradeStatus } from '@tongda/contract/resources/device/enums';
import {
  type PackageRow,
  packagePage,
  type UpgradeItemRow,
  type UpgradeTaskRow,
  upgradeAct,
  upgradeItems,
  upgradeTaskState,
  upgradeTasks,
} from '@tongda/contract/resources/device-setup/package';
import { Button, Drawer, Table } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { confirm } from '../../../kit/dialog/notify';
import { Can } from '../../../kit/session/can';
import { none } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import './styles.css';

const taskTones = {
  [upgradeTaskState.running]: 'blue',
  [upgradeTaskState.stopped]: 'red',
  [upgradeTaskState.done]: 'green',
  [upgradeTaskState.cancelled]: 'grey',
};
const itemTones = {
  [upgradeStatus.queued]: 'amber',
  [upgradeStatus.sending]: 'blue',
  [upgradeStatus.done]: 'green',
  [upgradeStatus.failed]: 'red',
  [upgradeStatus.cancelled]: 'grey',
};
const pageSize = 20;
const askMs = 10_000;

/** 任务: the roll-outs of a package, the newest first, each with its devices. */
export function TasksDrawer({ of, close }: { of: PackageRow; close: () => void }) {
  const answer = useAsk(upgradeTasks, { id: of.id }, { refetchInterval: askMs });
  return (
    <Drawer open title={`升级任务 ${of.name} ${of.fwVersion}`} size={760} onClose={close}>
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <Loading />
      ) : answer.data.length === 0 ? (
        <Empty title="还没有升级任务" text="发布后点“升级”，设备分批升级" />
      ) : (
        answer.data.map((task) => <Task key={task.id} task={task} />)
      )}
    </Drawer>
  );
}

function Task({ task }: { task: UpgradeTaskRow }) {
  const [page, setPage] = useState(1);
  const items = useAsk(upgradeItems, { id: task.id, page, size: pageSize }, { keep: true, refetchInterval: askMs });
  const act = useAct((what: 'go' | 'cancel') => call(upgradeAct, { id: task.id, act: what }), {
    stale: [upgradeTasks, upgradeItems, packagePage],
  });
  const cancel = async (): Promise<void> => {
    if (await confirm({ title: '取消这个升级任务？还没有下发的设备不再升级。', ok: '取消任务', danger: true }))
      await act.run('cancel');
  };
  const over = task.state === upgradeTaskState.done || task.state === upgradeTaskState.cancelled;
  return (
    <section>
      <div className="resources-device-setup-task">
        <StateDot of={upgradeTaskState} tones={taskTones} code={task.state} />
        <span>
          第 {task.stage} 批，共 {task.total} 台：成功 {task.ok}，失败 {task.failed}，下发中 {task.sending}，等待{' '}
          {task.waiting}
        </span>
        <span className="td-cap" title={task.reason}>
          {task.createUser} {task.createTime}
        </span>
        <Can do={upgradeAct}>
          {task.state === upgradeTaskState.stopped ? (
            <Button size="small" loading={act.busy} onClick={() => void act.run('go')}>
              继续
            </Button>
          ) : null}
          {over ? null : (
            <Button size="small" danger loading={act.busy} onClick={() => void cancel()}>
              取消任务
            </Button>
          )}
        </Can>
      </div>
      <Table<UpgradeItemRow>
        size="small"
        rowKey="id"
        loading={items.isLoading}
        dataSource={items.data?.list ?? []}
        pagination={
          (items.data?.total ?? 0) > pageSize
            ? { current: page, pageSize, total: items.data?.total, showSizeChanger: false, onChange: setPage }
            : false
        }
        columns={[
          { dataIndex: 'deviceNo', title: '设备编号', width: 150 },
          { title: '车牌号/名称', width: 120, render: (_, row) => row.name || none },
          { dataIndex: 'clientName', title: '企业', width: 140, ellipsis: true },
          { dataIndex: 'stage', title: '批次', width: 50 },
          {
            title: '状态',
            width: 96,
            render: (_, row) => <StateDot of={upgradeStatus} tones={itemTones} code={row.state} />,
          },
          { title: '说明', render: (_, row) => row.answer || none },
        ]}
      />
    </section>
  );
}
