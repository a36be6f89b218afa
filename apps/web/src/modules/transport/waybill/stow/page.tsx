import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import { type BoardOrder, pickUpStowConfirm, stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { Button, DatePicker, Dropdown, Popover, Segmented, Select, Tooltip } from 'antd';
import dayjs from 'dayjs';
import { Plus, Sparkles, Truck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '../../../../kit/dialog/notify';
import { Can } from '../../../../kit/session/can';
import { num } from '../../../../kit/show/format';
import { dotted } from '../../../../kit/show/plate-chip';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { WorkFrame } from '../../../../kit/work/frame';
import { useDirtyFlag } from '../use-dirty-flag';
import { isPicked, judge, recommend } from './board-state';
import { BoardTrip } from './board-trip';
import { volumeOf, weightOf } from './load-bars';
import { AddVehicle, LoadRow } from './load-row';
import { PoolPane } from './pool-pane';
import { type Board, useBoard } from './use-board';
import './board.css';

const listOf = (text: string | null): string[] => (text ? text.split(',').filter(Boolean) : []);

/** 配载: orders that wait on the left, trucks with their live load on the right. `?code=` opens waybills, `?orders=` ticks orders. */
export function StowagePage({ trunk = false, pickUps = false }: { trunk?: boolean; pickUps?: boolean }) {
  const [params] = useSearchParams();
  const start = useMemo(
    () => ({
      kind: pickUps ? waybillKind.billOfLading : trunk ? waybillKind.stowage : waybillKind.transportTask,
      codes: listOf(params.get('code')),
      orders: listOf(params.get('orders')),
    }),
    [params, trunk, pickUps],
  );
  const board = useBoard(start);
  const [dragged, setDragged] = useState<readonly BoardOrder[]>([]);
  const [over, setOver] = useState<string | null>(null);
  useDirtyFlag(board.loads.some((load) => load.changed));
  if (board.error && !board.ready) return <ErrorState error={board.error} retry={board.retry} />;
  if (!board.ready) return <Loading />;
  return (
    <WorkFrame
      head={{
        className: 'transport-waybill-stow-head',
        title: board.base.kind === waybillKind.billOfLading ? '提货配载' : '配载',
        back: -1,
        marks: <BoardHead board={board} />,
      }}
    >
      <div className="transport-waybill-stow-body">
        <PoolPane board={board} dragged={dragged} drag={setDragged} />
        <div className="transport-waybill-stow-main">
          <div className="transport-waybill-stow-loads" data-dragging={dragged.length > 0}>
            <div className="transport-waybill-stow-cols">
              <span>车辆</span>
              <span>装载图（先卸的靠车门）</span>
              <span>装载率</span>
            </div>
            {board.loads.map((load) => (
              <LoadRow
                key={load.key}
                board={board}
                load={load}
                dragged={dragged}
                drag={setDragged}
                over={over === load.key}
                setOver={(is) => setOver(is ? load.key : null)}
              />
            ))}
            {board.loads.length === 0 ? (
              <Empty
                title="还没有车辆"
                text="添加车辆，或勾选订单后用“推荐车辆”，再把订单拖到车上"
                action={<AddButton board={board} />}
              />
            ) : null}
          </div>
          <BoardTrip load={board.current ?? board.loads[0] ?? null} waiting={board.waiting} />
        </div>
      </div>
    </WorkFrame>
  );
}

function BoardHead({ board }: { board: Board }) {
  const { kind, from, to, departTime } = board.base;
  const picking = kind === waybillKind.billOfLading;
  const filled = board.loads.filter((load) => load.orders.length > 0);
  const rates = filled.flatMap((load) => {
    const { loadRateWeight, loadRateVolume } = judge(load);
    return loadRateWeight === null && loadRateVolume === null
      ? []
      : [Math.max(loadRateWeight ?? 0, loadRateVolume ?? 0)];
  });
  const check = (): void => {
    const bad = filled.filter((load) => !judge(load).possible);
    if (filled.length === 0) toast('info', '还没有放入订单');
    else if (bad.length === 0) toast('success', `${filled.length} 辆车全部校验通过`);
    else
      toast(
        'warning',
        bad
          .map((load) => `${load.vehicle.plateNo}：${judge(load).checks.find((c) => c.level === 'block')?.msg}`)
          .join('；'),
      );
  };
  const siteOptions = board.sites.map(({ placeId, name }) => ({ value: placeId, label: name }));
  const site = (id: string | undefined) => board.sites.find(({ placeId }) => placeId === id) ?? null;
  const none = filled.length === 0;
  const picked = filled.filter(isPicked);
  return (
    <>
      {picking ? null : (
        <Segmented
          value={kind}
          onChange={board.setKind}
          options={[
            { value: waybillKind.transportTask, label: '配送' },
            { value: waybillKind.stowage, label: '干线' },
          ]}
        />
      )}
      <Select
        aria-label="发站"
        className="transport-waybill-stow-site"
        prefix={<span className="kit-list-filter-label">发站</span>}
        placeholder={picking ? '同入库站点' : '发货点'}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={from?.placeId}
        onChange={(id?: string) => board.setFrom(site(id))}
        options={siteOptions}
      />
      {kind !== waybillKind.transportTask ? (
        <Select
          aria-label={picking ? '入库站点' : '到站'}
          className="transport-waybill-stow-site"
          prefix={<span className="kit-list-filter-label">{picking ? '入库' : '到站'}</span>}
          placeholder="请选择"
          showSearch={{ optionFilterProp: 'label' }}
          value={to?.placeId}
          onChange={(id?: string) => board.setTo(site(id))}
          options={picking ? siteOptions : siteOptions.filter(({ value }) => value !== from?.placeId)}
        />
      ) : null}
      <DatePicker
        aria-label="发车"
        prefix={<span className="kit-list-filter-label">发车</span>}
        className="transport-waybill-stow-time"
        showTime={{ format: 'HH:mm', minuteStep: 5 }}
        format="MM-DD HH:mm"
        allowClear={false}
        value={dayjs(departTime)}
        onChange={(day) => day && board.setDepartTime(day.format('YYYY-MM-DD HH:mm:00'))}
      />
      <span className="transport-waybill-stow-stats">
        <b>{filled.length}</b> 车 已配 <b>{filled.reduce((n, load) => n + load.orders.length, 0)}</b> 单{' '}
        <b>{num(filled.reduce((n, load) => n + weightOf(load), 0))}</b> kg{' '}
        <b>
          {num(
            filled.reduce((n, load) => n + volumeOf(load), 0),
            1,
          )}
        </b>{' '}
        m³
        {rates.length > 0 ? (
          <>
            {' '}
            平均装载率 <b>{num(rates.reduce((a, b) => a + b, 0) / rates.length, 1)}%</b>
          </>
        ) : null}
      </span>
      <span className="transport-waybill-stow-words">
        <AddButton board={board} />
        <Recommend board={board} />
        <Button icon={<Sparkles />} disabled={board.loads.length === 0} onClick={board.fill}>
          一键配载
        </Button>
        <Button disabled={none} onClick={check}>
          校验
        </Button>
        <Can do={picking ? pickUpStowConfirm : stowageConfirm}>
          <Button disabled={none} loading={board.busy} onClick={() => void board.save(false)}>
            保存配载
          </Button>
          <Tooltip title={picked.map((load) => dotted(load.vehicle.plateNo)).join('、')}>
            <Button
              type="primary"
              disabled={picked.length === 0}
              loading={board.busy}
              onClick={() => void board.save(true)}
            >
              确认配载{picked.length > 0 ? ` ${picked.length} 车` : ''}
            </Button>
          </Tooltip>
        </Can>
      </span>
    </>
  );
}

function AddButton({ board }: { board: Board }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={<AddVehicle board={board} done={() => setOpen(false)} />}
    >
      <Button icon={<Plus />}>添加车辆</Button>
    </Popover>
  );
}

/** 推荐车辆: the five that suit the ticked orders best. */
function Recommend({ board }: { board: Board }) {
  const chosen = board.waiting.filter(({ orderCode }) => board.ticked.has(orderCode));
  const [found, setFound] = useState<ReturnType<typeof recommend>>([]);
  const there = new Set(board.loads.map((load) => load.vehicle.vehicleId));
  return (
    <Dropdown
      trigger={['click']}
      disabled={chosen.length === 0}
      onOpenChange={(open) =>
        open &&
        setFound(
          recommend(
            board.vehicles.filter(({ vehicleId }) => !there.has(vehicleId)),
            board.base,
            chosen,
          ),
        )
      }
      menu={{
        items:
          found.length === 0
            ? [{ key: 'none', disabled: true, label: '没有车辆能装下所选订单' }]
            : found.map(({ vehicle, loadRate, away }) => ({
                key: vehicle.vehicleId,
                label: `${dotted(vehicle.plateNo)}　装载率 ${num(loadRate, 1)}%${away === null ? '' : `　距装货点 ${away} km`}　${vehicle.driverName}`,
                onClick: () => board.addVehicle(vehicle, chosen),
              })),
      }}
    >
      <Button icon={<Truck />}>推荐车辆</Button>
    </Dropdown>
  );
}

/** The same board for pick-up orders: a loop past their senders back to a site. */
export const PickUpStowagePage = () => <StowagePage pickUps />;

/** The same board for trunk loads between sites. */
export const TrunkStowagePage = () => <StowagePage trunk />;
