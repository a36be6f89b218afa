import type { PlanSchedule } from '@tongda/contract/ground/route-plan/calls';
import { isSameSpot, planCalc, planLimits } from '@tongda/contract/ground/route-plan/calls';
import { Button, Form, InputNumber, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { ArrowDown, ArrowUp, GripVertical, MapPin, Plus, Trash2, Waypoints } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField } from '../../../kit/form/edit-field';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { formatDuration, formatNumber, minuteText } from '../../../kit/show/format';
import { spotText } from '../../../kit/show/spot';
import type { PickedPoint } from '../../../map/places/point-dialog';
import { type StopPlace, searchStops } from '../transport-route/door';
import { blankStop, calcInput, gainText, reorderStops, type StopRow } from './form';

const PointDialog = lazy(async () => ({ default: (await import('../../../map/places/point-dialog')).PointDialog }));

const stopsText = (value: unknown): string =>
  // the field `stops`
  ((value ?? []) as StopRow[]).map((stop) => stop.name || '未选择').join(' → ') || '--';

/** 途经点: the stops in order with stays and windows, and the times that were calculated for them. */
export function StopsField({ schedule }: { schedule: PlanSchedule | undefined }) {
  return (
    <EditField
      name="stops"
      label="途经点"
      span={12}
      verb="选择"
      show={stopsText}
      help="第一个是起点；站点以外的位置可在地图上选点，车辆在其300米内停车算到达；时间窗可只填一边，按发车后最先到来的那一段计算；里程按电子线路量取，没有则为直线×1.3；用时取近60天跑过3次以上路段的中位数，没有则按45 km/h"
    >
      <StopsTable schedule={schedule} />
    </EditField>
  );
}

interface TableProps {
  schedule: PlanSchedule | undefined;
  value?: StopRow[];
  onChange?: (stops: StopRow[]) => void;
  id?: string;
}

function StopsTable({ schedule, value = [], onChange, id }: TableProps) {
  const { form } = useEditScope();
  const put = (at: number, more: Partial<StopRow>): void =>
    onChange?.(value.map((stop, i) => (i === at ? { ...stop, ...more } : stop)));
  const [held, setHeld] = useState<number | null>(null);
  const [picking, setPicking] = useState<number | null>(null);
  const picked = picking === null ? undefined : value[picking];
  const move = (from: number, to: number): void => {
    const one = value[from];
    if (one && from !== to) onChange?.(value.toSpliced(from, 1).toSpliced(to, 0, one));
  };
  // a draft of the form that is not complete has no order to find
  const asked = calcInput({ ...(Form.useWatch([], form) ?? {}), stops: value }, true);
  const optimise = useAct(planCalc, {
    told: ({ given, best }) => gainText(given, best ?? given),
    done: ({ best }) => {
      if (best) onChange?.(reorderStops(value, best));
    },
  });
  return (
    <div className="ground-parts-stops ground-route-plan-stops" id={id}>
      <table>
        <thead>
          <tr>
            <th>序</th>
            <th>站点 / 门店</th>
            <th>停留(分)</th>
            <th>到达时间窗</th>
            <th className="num">里程(km)</th>
            <th>预计到达</th>
            <th>预计离开</th>
            <th aria-label="操作" />
          </tr>
        </thead>
        <tbody>
          {value.map((stop, i) => (
            <StopLine
              key={stop.key}
              stop={stop}
              no={i + 1}
              last={i === value.length - 1}
              few={value.length <= 2}
              timed={timedOf(schedule?.stops[i], stop)}
              put={(more) => put(i, more)}
              move={(by) => move(i, i + by)}
              grip={{
                held: held === i,
                hold: (on) => setHeld(on ? i : null),
                drop: () => held !== null && move(held, i),
              }}
              pick={() => setPicking(i)}
              remove={() => onChange?.(value.filter((_, at) => at !== i))}
            />
          ))}
        </tbody>
      </table>
      {picking !== null ? (
        <Suspense fallback={null}>
          <PointDialog
            title={`第${picking + 1}站位置`}
            start={picked && picked.lng !== null && picked.lat !== null ? { lng: picked.lng, lat: picked.lat } : null}
            pick={(point) => put(picking, pointStop(point))}
            close={() => setPicking(null)}
          />
        </Suspense>
      ) : null}
      <div className="ground-parts-foot">
        <Button
          icon={<Plus />}
          disabled={value.length >= planLimits.tour}
          onClick={() => onChange?.([...value, blankStop()])}
        >
          添加途经点
        </Button>
        <Button
          icon={<Waypoints />}
          loading={optimise.busy}
          disabled={!asked || value.length < 3}
          onClick={() => asked && void optimise.run(asked)}
        >
          按最优顺序排列
        </Button>
        {schedule ? (
          <span className="ground-parts-sum">
            合计 <b>{formatNumber(schedule.mileageKm, 1)}</b> km，用时{' '}
            <b>{formatDuration(schedule.durationMin * 60)}</b>
            {schedule.lateMin > 0 ? <b className="ground-route-plan-late">，共迟到 {schedule.lateMin} 分钟</b> : null}
          </span>
        ) : null}
      </div>
    </div>
  );
}

interface LineProps {
  stop: StopRow;
  no: number;
  last: boolean;
  few: boolean;
  timed: PlanSchedule['stops'][number] | undefined;
  put: (more: Partial<StopRow>) => void;
  move: (by: 1 | -1) => void;
  grip: { held: boolean; hold: (on: boolean) => void; drop: () => void };
  /** opens the map to choose a point */
  pick: () => void;
  remove: () => void;
}
/** What the select box calls a point that is no site. */
const atPoint = 'point';
const timedOf = (timed: PlanSchedule['stops'][number] | undefined, stop: StopRow) =>
  timed && isSameSpot(timed, stop) ? timed : undefined;
/** A point of the map, called as what was searched for or as the address lookup has it. */
const pointStop = ({ name, address, lng, lat }: PickedPoint): Partial<StopRow> => ({
  placeId: null,
  name: (name || address || spotText(lng, lat)).slice(0, 60),
  lng,
  lat,
});

function StopLine({ stop, no, last, few, timed, put, move, grip, pick, remove }: LineProps) {
  const choose = (place: StopPlace | undefined): void =>
    put({ placeId: place?.id ?? null, name: place?.name ?? '', lng: place?.lng ?? null, lat: place?.lat ?? null });
  const known = stop.placeId !== null || stop.lng !== null ? { id: stop.placeId ?? atPoint, name: stop.name } : null;
  return (
    <tr
      data-held={grip.held}
      // draggable only by its handle, so that text in a row can still be marked with the mouse
      draggable={grip.held}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', stop.name)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        grip.drop();
      }}
      onDragEnd={() => grip.hold(false)}
    >
      <td className="no">
        <span
          className="ground-route-plan-grip"
          title="拖动调整顺序"
          onPointerDown={() => grip.hold(true)}
          onPointerUp={() => grip.hold(false)}
        >
          <GripVertical className="td-ico" />
          {no}
        </span>
      </td>
      <td className="ground-route-plan-spot">
        <RemoteSelect
          label={`第${no}站`}
          search={searchStops}
          value={stop.placeId ?? (stop.lng === null ? null : atPoint)}
          known={known}
          placeholder="搜索站点、门店"
          // every option but the point comes from `searchStops`
          onChange={(id, found) => id !== atPoint && choose(found as StopPlace | undefined)}
        />
        <Button
          type="text"
          icon={<MapPin />}
          aria-label={`第${no}站在地图上选点`}
          title="在地图上选点"
          onClick={pick}
        />
      </td>
      <td>
        <InputNumber
          aria-label={`第${no}站停留`}
          controls={false}
          min={0}
          max={1440}
          precision={0}
          value={stop.stayMin}
          onChange={(stayMin) => put({ stayMin: stayMin ?? 0 })}
        />
      </td>
      <td>
        <TimePicker.RangePicker
          aria-label={`第${no}站时间窗`}
          format="HH:mm"
          order={false}
          allowEmpty={[true, true]}
          disabled={no === 1}
          needConfirm={false}
          placeholder={['不限', '不限']}
          suffixIcon={null}
          value={[clockText(stop.windowFrom), clockText(stop.windowTo)]}
          onChange={(range) =>
            put({ windowFrom: range?.[0]?.format('HH:mm') ?? null, windowTo: range?.[1]?.format('HH:mm') ?? null })
          }
        />
      </td>
      <td className="num">{no === 1 ? '--' : formatNumber(timed?.distanceKm ?? null, 1)}</td>
      <td className="clock">
        {no === 1 ? '--' : minuteText(timed?.arriveTime)}
        {timed && timed.lateMin > 0 ? <span className="ground-route-plan-late">晚{timed.lateMin}分</span> : null}
        {timed && timed.waitMin > 0 ? <span className="td-cap">等{timed.waitMin}分</span> : null}
      </td>
      <td className="clock">{minuteText(timed?.leaveTime)}</td>
      <td className="words">
        <Button
          type="text"
          icon={<ArrowUp />}
          aria-label={`第${no}站上移`}
          disabled={no === 1}
          onClick={() => move(-1)}
        />
        <Button type="text" icon={<ArrowDown />} aria-label={`第${no}站下移`} disabled={last} onClick={() => move(1)} />
        <Button type="text" icon={<Trash2 />} aria-label={`删除第${no}站`} disabled={few} onClick={remove} />
      </td>
    </tr>
  );
}

const clockText = (text: string | null) => (text ? dayjs(`2000-01-01 ${text}`) : null);
