import { transportStatus } from '@tongda/contract/transport/enums';
import { transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import { stowStatus } from '@tongda/contract/transport/waybill/enums';
import type { WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import {
  type PoolRow,
  poolColumns,
  poolCreateTask,
  poolLateMin,
  poolPage,
  poolReturn,
  taskMoveIn,
} from '@tongda/contract/transport/waybill/stow/split-pool';
import { Button } from 'antd';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../../../kit/call/api';
import { newestOf, useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { type Found, RemoteSelect } from '../../../../kit/form/input/remote-select';
import { InnerList } from '../../../../kit/list/inner';
import { useInvalidate } from '../../../../kit/list/use-rows';
import { Can } from '../../../../kit/session/can';
import { formatDuration, formatNumber, minuteText } from '../../../../kit/show/format';
import { PlateChip } from '../../../../kit/show/plate/chip';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { TempClasses } from '../../../../kit/show/temp-class';
import type { Cells } from '../../../../kit/table/types';
import { WorkFrame } from '../../../../kit/work/frame';
import { orderLinks } from '../../order/door';
import { TransportDot } from '../cells';
import { waybillLinks } from '../links';
import { ReasonDialog } from '../reason-dialog';
import { useLateWord } from './late-word';
import { TaskOrders } from './task-orders';
import { VehicleDialog } from './vehicle-choice';
import '../styles.css';
import './split-pool.css';

const searchTasks = async (keyword: string): Promise<Found[]> =>
  (
    await call(
      transportTaskCalls.page,
      { page: 1, size: 30, ...(keyword ? { waybillCode: keyword } : {}), sort: 'planDepartTime desc' },
      { quiet: true },
    )
  ).list
    .filter((task) => task.transportStatus !== transportStatus.complete)
    .map((task) => ({
      id: task.waybillCode,
      name: task.waybillCode,
      note: `${task.plateNo} ${task.driverName} ${task.orderCount} 单`,
    }));

const cells: Cells<PoolRow> = {
  orderCode: (row) => <Link to={orderLinks.details(row.orderCode)}>{row.orderCode}</Link>,
  temperatureType: (row) => <TempClasses codes={[row.temperatureType]} />,
  weightKg: (row) => formatNumber(row.weightKg, 2),
  volumeM3: (row) => formatNumber(row.volumeM3, 3),
  arriveTo: (row) => minuteText(row.arriveTo),
  waitMin: (row) => (
    <span className={row.waitMin > poolLateMin ? 'transport-waybill-bad' : undefined}>
      {formatDuration(row.waitMin * 60)}
    </span>
  ),
  poolFrom: (row) => (row.poolFrom ? <Link to={waybillLinks.task(row.poolFrom)}>{row.poolFrom}</Link> : ''),
};

/** 拆分池: on the left the orders of a task, on the right what came out of tasks and waits for a new one. `?id=` is the task. */
export function SplitPoolPage() {
  const [params, setParams] = useSearchParams();
  const id = params.get('id') ?? '';
  const invalidate = useInvalidate();
  const task = useAsk(transportTaskCalls.detail, { id }, { when: id !== '', refetchOnWindowFocus: false });
  const waybill = id === '' ? undefined : task.data;
  const choose = (code: string | undefined): void => {
    const next = new URLSearchParams(params);
    if (code) next.set('id', code);
    else next.delete('id');
    setParams(next, { replace: true });
  };
  const changed = (): void => {
    if (id !== '') void task.refetch();
    for (const endpoint of [poolPage, transportTaskCalls.page, transportTaskCalls.statusCount])
      void invalidate(endpoint);
  };
  return (
    <WorkFrame
      head={{
        title: '拆分池',
        back: waybillLinks.tasks,
        marks: (
          <>
            <span className="transport-waybill-stow-split-task">
              <RemoteSelect
                label="运输任务"
                search={searchTasks}
                value={id || null}
                known={id ? { id, name: id } : null}
                onChange={choose}
                placeholder="选择运输任务"
              />
            </span>
            {waybill ? (
              <>
                <TransportDot status={waybill.transportStatus} />
                {waybill.plateNo ? <PlateChip plateNo={waybill.plateNo} colour={waybill.vehicleColor ?? 0} /> : null}
              </>
            ) : null}
          </>
        ),
        meta: waybill
          ? `${waybill.driverName}　${waybill.fromName} → ${waybill.toName}　${stowStatus.label(waybill.stowStatus)}`
          : null,
      }}
    >
      <div className="transport-waybill-stow-split-body">
        <section className="transport-waybill-stow-split-pane" aria-label="任务的订单">
          {id === '' ? (
            <Empty title="先选择运输任务" text="在上方选择任务，把放不下的订单移到右边的拆分池" />
          ) : task.error && !waybill ? (
            <ErrorState error={task.error} retry={() => void task.refetch()} />
          ) : waybill ? (
            <TaskOrders key={waybill.version} task={waybill} changed={changed} />
          ) : (
            <Loading />
          )}
        </section>
        <section className="transport-waybill-stow-split-pane" aria-label="拆分池的订单">
          <h2 className="transport-waybill-section">
            拆分池 <span className="td-cap">超过24小时的标红</span>
          </h2>
          <Pool task={waybill} changed={changed} />
        </section>
      </div>
    </WorkFrame>
  );
}

const movedIn = (orderCodes: readonly string[], waybillCode: string): string =>
  `${orderCodes.length} 个订单已移入 ${waybillCode}`;

/** What was to go onto a task, and why it was refused: only because it comes late. */
interface Late {
  orderCodes: string[];
  word: string;
  clear: () => void;
}

/** 晚到放行: asks why the orders go onto the task all the same. */
function LateMoveIn({
  task,
  late,
  done,
  close,
}: { task: WaybillDetail; late: Late } & Record<'done' | 'close', () => void>) {
  const { waybillCode } = task;
  const { orderCodes, word, clear } = late;
  return (
    <ReasonDialog
      title={`晚到放行 ${orderCodes.length} 个订单`}
      label="晚到原因"
      ok="移入任务"
      mild
      hint={word}
      version={task.version}
      fresh={newestOf(transportTaskCalls.detail, { id: waybillCode })}
      send={(lateReason, version) => call(taskMoveIn, { waybillCode, version, orderCodes, lateReason })}
      told={() => movedIn(orderCodes, waybillCode)}
      done={() => {
        clear();
        done();
      }}
      close={close}
    />
  );
}

function Pool({ task, changed }: { task: WaybillDetail | undefined; changed: () => void }) {
  const [making, setMaking] = useState<string[] | null>(null);
  const [late, setLate] = useState<Late | null>(null);
  const lateWord = useLateWord();
  const wanted = useRef<Omit<Late, 'word'> | null>(null);
  const fixed = useMemo(() => ({}), []);
  const moveIn = useAct(taskMoveIn, {
    told: (_, { orderCodes, waybillCode }) => movedIn(orderCodes, waybillCode),
    fresh: async () => changed(),
    failed: (error) => {
      const word = lateWord(error);
      if (word === null || !wanted.current) return false;
      setLate({ ...wanted.current, word });
      return true;
    },
    ended: changed,
  });
  const giveBack = useAct(poolReturn, { told: ({ count }) => `${count} 个订单已退回订单池`, ended: changed });
  const open = task?.allowActions.includes('stowage') ?? false;
  return (
    <>
      <InnerList<PoolRow>
        of={poolPage}
        columns={poolColumns}
        fixed={fixed}
        rowKey="orderCode"
        cells={cells}
        search="订单号、收货点"
        empty="没有等待新任务的订单"
        batch={(orderCodes, clear) => (
          <>
            <Can do={taskMoveIn}>
              <Button
                icon={<ArrowLeft />}
                disabled={!open || orderCodes.length === 0}
                title={open ? undefined : '先选择还没有装车的待发车任务'}
                loading={moveIn.busy}
                onClick={async () => {
                  const { waybillCode = '', version = 0 } = task ?? {};
                  wanted.current = { orderCodes, clear };
                  if (await moveIn.run({ waybillCode, version, orderCodes })) clear();
                }}
              >
                移入任务
              </Button>
            </Can>
            <Can do={poolCreateTask}>
              <Button disabled={orderCodes.length === 0} onClick={() => setMaking(orderCodes)}>
                新建任务
              </Button>
            </Can>
            <Can do={poolReturn}>
              <Button
                disabled={orderCodes.length === 0}
                loading={giveBack.busy}
                onClick={async () => {
                  if (await giveBack.run({ orderCodes })) clear();
                }}
              >
                退回订单池
              </Button>
            </Can>
          </>
        )}
      />
      {making ? (
        <VehicleDialog
          title="用池中订单新建任务"
          ok="新建任务"
          hint={`${making.length} 个订单：${making.slice(0, 3).join('、')}${making.length > 3 ? ' …' : ''}`}
          depart
          late
          send={({ vehicleId, driverId, planDepartTime, lateReason }) =>
            call(poolCreateTask, {
              orderCodes: making,
              vehicleId,
              driverId,
              planDepartTime,
              ...(lateReason ? { lateReason } : {}),
            })
          }
          told={({ waybillCode }) => `已新建运输任务 ${waybillCode}`}
          done={changed}
          close={() => setMaking(null)}
        />
      ) : null}
      {late && task ? <LateMoveIn task={task} late={late} done={changed} close={() => setLate(null)} /> : null}
    </>
  );
}
