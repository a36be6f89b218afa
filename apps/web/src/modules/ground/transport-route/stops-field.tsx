import { pointType } from '@tongda/contract/ground/place/enums';
import { dayClock, minutesOf, routeTotals, timetableOf } from '@tongda/contract/ground/transport-route/calls';
import { Button, Form, InputNumber, Select, Switch } from 'antd';
import { ArrowDown, ArrowUp, Calculator, Plus, Trash2, Waypoints } from 'lucide-react';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField } from '../../../kit/form/edit-field';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { formatDuration, formatNumber } from '../../../kit/show/format';
import { type StopPlace, searchStops } from './options';
import { blankStop, canReorder, estimateWays, inShortestOrder, removeStop, type StopRow, shiftStop } from './stops';

const wayText = (value: unknown): string =>
  // the value of the field `stops` of this form
  ((value ?? []) as StopRow[]).map((stop) => stop.name || '未选择').join(' → ') || '--';

/** 停靠点: the ordered stops of a route with their ways, stays and the planned clock. */
export function StopsField() {
  return (
    <EditField
      name="stops"
      label="停靠点"
      span={12}
      verb="选择"
      show={wayText}
      help="里程和用时可按直线距离估算（路网绕行系数1.3），也可直接填写实际值"
    >
      <StopsTable />
    </EditField>
  );
}

interface StopsTableProps {
  value?: StopRow[];
  onChange?: (stops: StopRow[]) => void;
  id?: string;
}

function StopsTable({ value = [], onChange, id }: StopsTableProps) {
  const { form } = useEditScope();
  const kind = Number(Form.useWatch('routeType', form) ?? 1);
  // the field of departures is a list of HH:mm
  const departTimes = (Form.useWatch('departTimes', form) ?? []) as string[];
  const start = minutesOf([...departTimes].sort()[0] ?? '00:00');
  const clock = timetableOf(value);
  const put = (at: number, more: Partial<StopRow>): void =>
    onChange?.(value.map((stop, i) => (i === at ? { ...stop, ...more } : stop)));
  const choose = (at: number, place: ChosenPlace | undefined): void => {
    const { id: placeId = null, name = '', lng = null, lat = null } = place ?? {};
    const next = value.map((stop, i) => (i === at ? { ...stop, placeId, name, lng, lat } : stop));
    onChange?.(estimateWays(next, kind, new Set([at, at + 1])));
  };
  return (
    <div className="ground-parts-stops" id={id}>
      <table>
        <thead>
          <tr>
            <th>序</th>
            <th>站点 / 门店</th>
            <th>类型</th>
            <th>里程(km)</th>
            <th>行驶(分)</th>
            <th>停留(分)</th>
            <th>计划到达</th>
            <th>计划离开</th>
            <th>考核</th>
            <th aria-label="操作" />
          </tr>
        </thead>
        <tbody>
          {value.map((stop, i) => (
            <StopLine
              key={stop.key}
              stop={stop}
              at={i}
              count={value.length}
              arrive={dayClock(start + (clock[i]?.arrive ?? 0))}
              leave={dayClock(start + (clock[i]?.leave ?? 0))}
              put={(more) => put(i, more)}
              choose={(place) => choose(i, place)}
              move={(by) => onChange?.(shiftStop(value, i, by, kind))}
              remove={() => onChange?.(removeStop(value, i, kind))}
            />
          ))}
        </tbody>
      </table>
      <StopsFoot stops={value} kind={kind} onChange={onChange} />
    </div>
  );
}

/** What the search answers, or the known name of a place that was chosen before: that one comes without its position. */
type ChosenPlace = Pick<StopPlace, 'id' | 'name'> & Partial<Pick<StopPlace, 'lng' | 'lat'>>;

interface StopLineProps {
  stop: StopRow;
  /** its position in the list, from 0 */
  at: number;
  /** stops of the route */
  count: number;
  /** planned clock, `HH:mm` with the day */
  arrive: string;
  leave: string;
  put: (more: Partial<StopRow>) => void;
  choose: (place: ChosenPlace | undefined) => void;
  move: (by: -1 | 1) => void;
  remove: () => void;
}

function StopLine({ stop, at, count, arrive, leave, put, choose, move, remove }: StopLineProps) {
  const name = `第${at + 1}站`;
  const isFirst = at === 0;
  const isLast = at === count - 1;
  return (
    <tr>
      <td className="no">{at + 1}</td>
      <td>
        <RemoteSelect
          label={`${name}站点`}
          search={searchStops}
          value={stop.placeId}
          known={stop.placeId ? { id: stop.placeId, name: stop.name } : null}
          placeholder="搜索站点、门店"
          onChange={(_placeId, found) => choose(found)}
        />
      </td>
      <td>
        <Select
          aria-label={`${name}类型`}
          value={stop.pointType}
          options={pointType.options.map(({ code, name: label }) => ({ value: code, label }))}
          onChange={(type) => put({ pointType: type })}
        />
      </td>
      <td>
        <Cell
          label={`${name}里程`}
          value={stop.distanceKm}
          decimals={1}
          disabled={isFirst}
          put={(distanceKm) => put({ distanceKm })}
        />
      </td>
      <td>
        <Cell label={`${name}行驶`} value={stop.driveMin} disabled={isFirst} put={(driveMin) => put({ driveMin })} />
      </td>
      <td>
        <Cell label={`${name}停留`} value={stop.stayMin} put={(stayMin) => put({ stayMin })} />
      </td>
      <td className="clock">{isFirst ? '--' : arrive}</td>
      <td className="clock">{isLast && !isFirst ? '--' : leave}</td>
      <td>
        <Switch aria-label={`${name}考核`} checked={stop.assess} onChange={(assess) => put({ assess })} />
      </td>
      <td className="words">
        <Button type="text" icon={<ArrowUp />} aria-label={`${name}上移`} disabled={isFirst} onClick={() => move(-1)} />
        <Button type="text" icon={<ArrowDown />} aria-label={`${name}下移`} disabled={isLast} onClick={() => move(1)} />
        <Button type="text" icon={<Trash2 />} aria-label={`删除${name}`} disabled={count <= 2} onClick={remove} />
      </td>
    </tr>
  );
}

interface StopsFootProps {
  stops: StopRow[];
  /** code of the route type: which speed estimates take */
  kind: number;
  onChange?: (stops: StopRow[]) => void;
}

/** Below the table: adding a stop, estimating all ways, the shortest order, and the sum. */
function StopsFoot({ stops, kind, onChange }: StopsFootProps) {
  const totals = routeTotals(stops);
  return (
    <div className="ground-parts-foot">
      <Button icon={<Plus />} disabled={stops.length >= 100} onClick={() => onChange?.([...stops, blankStop()])}>
        添加停靠点
      </Button>
      <Button icon={<Calculator />} onClick={() => onChange?.(estimateWays(stops, kind))}>
        估算全部里程用时
      </Button>
      <Button
        icon={<Waypoints />}
        disabled={!canReorder(stops)}
        title="起点和终点不变，中间停靠点按直线距离最短排列（至少4个停靠点）"
        onClick={() => onChange?.(inShortestOrder(stops, kind))}
      >
        按最短顺序排列
      </Button>
      <span className="ground-parts-sum">
        合计 <b>{formatNumber(totals.km, 1)}</b> km，用时 <b>{formatDuration(totals.minutes * 60)}</b>
      </span>
    </div>
  );
}

interface CellProps {
  label: string;
  value: number;
  decimals?: number;
  disabled?: boolean;
  put: (value: number) => void;
}
const Cell = ({ label, value, decimals = 0, disabled, put }: CellProps) => (
  <InputNumber
    aria-label={label}
    controls={false}
    min={0}
    precision={decimals}
    value={value}
    disabled={disabled}
    onChange={(next) => put(next ?? 0)}
  />
);
