import { allowsAccess } from '@tongda/contract/core/allows';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import { lateOverride, pickUpStowConfirm, stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { Button, DatePicker, Dropdown, Popover, Segmented, Select, Tooltip } from 'antd';
import dayjs from 'dayjs';
import { Plus, Sparkles, Truck } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../../../../kit/dialog/notify';
import { Can } from '../../../../../kit/session/can';
import { useSession } from '../../../../../kit/session/user';
import { formatNumber } from '../../../../../kit/show/format';
import { dottedPlate } from '../../../../../kit/show/plate/chip';
import { ReasonDialog } from '../../reason-dialog';
import { AddVehicle } from '../add-vehicle';
import { volumeOf, weightOf } from '../load-bars';
import { type Advice, type BoardLoad, causeOf, isPicked, judgeBoardLoad, recommendVehicles } from './state';
import type { Board } from './use';
import '../styles.css';
import '../board-head.css';
import { byPinyin } from '../../../../../kit/form/input/by-pinyin';

const filledOf = ({ loads }: Board): BoardLoad[] => loads.filter(({ orders }) => orders.length > 0);

/** The tools of the board: where the loads start and go, what they come to, what is done with all of them. */
export function BoardHead({ board }: { board: Board }) {
  return (
    <>
      <BaseFields board={board} />
      <BoardStats board={board} />
      <Verbs board={board} filled={filledOf(board)} />
    </>
  );
}

/** Kind, sites and time of departure that new loads begin with. */
function BaseFields({ board }: { board: Board }) {
  const { kind, from, to, departTime } = board.base;
  const picking = kind === waybillKind.billOfLading;
  const siteOptions = board.sites.map(({ placeId, name }) => ({ value: placeId, label: name }));
  const site = (id: string | undefined) => board.sites.find(({ placeId }) => placeId === id) ?? null;
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
        placeholder={picking ? '同入库站点' : '货物所在地'}
        allowClear
        showSearch={byPinyin}
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
          showSearch={byPinyin}
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
    </>
  );
}

/** Weight or volume, whichever fills the truck more, in %; null: nobody knows what it takes. */
function rateOf(load: BoardLoad): number | null {
  const { loadRateWeight, loadRateVolume } = judgeBoardLoad(load);
  return loadRateWeight === null && loadRateVolume === null ? null : Math.max(loadRateWeight ?? 0, loadRateVolume ?? 0);
}

/** How many trucks carry how much, and how full they are on average. */
export function BoardStats({ board }: { board: Board }) {
  const filled = filledOf(board);
  const rates = filled.flatMap((load) => rateOf(load) ?? []);
  const sum = (of: (load: BoardLoad) => number): number => filled.reduce((n, load) => n + of(load), 0);
  return (
    <span className="transport-waybill-stow-stats">
      <span>
        <b>{filled.length}</b> 车
      </span>
      <span>
        已配 <b>{sum((load) => load.orders.length)}</b> 单
      </span>
      <span>
        <b>{formatNumber(sum(weightOf))}</b> kg
      </span>
      <span>
        <b>{formatNumber(sum(volumeOf), 1)}</b> m³
      </span>
      {rates.length > 0 ? (
        <span>
          平均装载率 <b>{formatNumber(rates.reduce((a, b) => a + b, 0) / rates.length, 1)}%</b>
        </span>
      ) : null}
    </span>
  );
}

/** Tells the first reason against each load that cannot go like this, or that all can. */
function tellChecks(filled: readonly BoardLoad[]): void {
  const bad = filled.filter((load) => !judgeBoardLoad(load).possible);
  if (filled.length === 0) toast('info', '还没有放入订单');
  else if (bad.length === 0) toast('success', `${filled.length} 辆车全部校验通过`);
  else toast('warning', bad.map((load) => `${load.vehicle.plateNo}：${causeOf(judgeBoardLoad(load))}`).join('；'));
}

function Verbs({ board, filled }: { board: Board; filled: readonly BoardLoad[] }) {
  const picking = board.base.kind === waybillKind.billOfLading;
  const none = filled.length === 0;
  const picked = filled.filter(isPicked);
  const late = picked.filter((load) => judgeBoardLoad(load).onlyLate);
  const mayOverride = useSession((state) => allowsAccess(state, lateOverride));
  const [asking, setAsking] = useState(false);
  return (
    <span className="transport-waybill-stow-words">
      <AddButton board={board} />
      <Recommend board={board} />
      <Button icon={<Sparkles />} disabled={board.loads.length === 0} onClick={board.fill}>
        一键配载
      </Button>
      <Button disabled={none} onClick={() => tellChecks(filled)}>
        校验
      </Button>
      <Can do={picking ? pickUpStowConfirm : stowageConfirm}>
        <Button disabled={none} loading={board.busy} onClick={() => void board.save(false)}>
          保存配载
        </Button>
        <Tooltip title={picked.map((load) => dottedPlate(load.vehicle.plateNo)).join('、')}>
          <Button
            type="primary"
            disabled={picked.length === 0}
            loading={board.busy}
            onClick={() => (late.length > 0 && mayOverride ? setAsking(true) : void board.save(true))}
          >
            确认配载{picked.length > 0 ? ` ${picked.length} 车` : ''}
          </Button>
        </Tooltip>
      </Can>
      {asking ? <LateDialog late={late} board={board} close={() => setAsking(false)} /> : null}
    </span>
  );
}

/** 晚到放行: says which trucks come late, and asks why they go all the same. */
function LateDialog({ late, board, close }: { late: readonly BoardLoad[]; board: Board; close: () => void }) {
  return (
    <ReasonDialog
      title={`晚到放行 ${late.length} 车`}
      label="晚到原因"
      ok="确认配载"
      hint={late.map((load) => `${dottedPlate(load.vehicle.plateNo)} ${causeOf(judgeBoardLoad(load))}`).join('；')}
      send={(reason) => board.save(true, reason)}
      done={() => undefined}
      close={close}
    />
  );
}

/** 添加车辆: choose one that is not on the board yet. */
export function AddButton({ board }: { board: Board }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      // further right than the button, beside the orders that it is chosen for
      arrow={false}
      align={{ offset: [200, 4] }}
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
  const [found, setFound] = useState<Advice>({ list: [], against: [] });
  const there = new Set(board.loads.map((load) => load.vehicle.vehicleId));
  return (
    <Dropdown
      trigger={['click']}
      disabled={chosen.length === 0}
      onOpenChange={(open) =>
        open &&
        setFound(
          recommendVehicles(
            board.vehicles.filter(({ vehicleId }) => !there.has(vehicleId)),
            board.base,
            chosen,
          ),
        )
      }
      menu={{
        items:
          found.list.length === 0
            ? [
                { key: 'none', disabled: true, label: '没有车辆可以运所选订单' },
                ...found.against.map(({ why, vehicles }) => ({
                  key: why,
                  disabled: true,
                  label: `${vehicles} 辆：${why}`,
                })),
              ]
            : found.list.map(({ vehicle, loadRate, away, late }) => ({
                key: vehicle.vehicleId,
                label: `${dottedPlate(vehicle.plateNo)}　装载率 ${formatNumber(loadRate, 1)}%${away === null ? '' : `　距装货点 ${away} km`}　${vehicle.driverName}${late === null ? '' : `　${late}`}`,
                onClick: () => board.addVehicle(vehicle, chosen),
              })),
      }}
    >
      <Button icon={<Truck />}>推荐车辆</Button>
    </Dropdown>
  );
}
