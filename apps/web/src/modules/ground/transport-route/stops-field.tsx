import { pointType } from '@tongda/contract/ground/place/enums';
import { dayClock, minutesOf, routeTotals, timetable } from '@tongda/contract/ground/transport-route/calls';
import { Button, Form, InputNumber, Select, Switch } from 'antd';
import { ArrowDown, ArrowUp, Calculator, Plus, Trash2, Waypoints } from 'lucide-react';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField } from '../../../kit/form/edit-field';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { duration, num } from '../../../kit/show/format';
import { type StopPlace, searchStops } from './options';
import { allPlaced, blankStop, estimated, inShortestOrder, type StopRow, shifted, without } from './stops';

const words = (value: unknown): string =>
  ((value ?? []) as StopRow[]).map((stop) => stop.name || '未选择').join(' → ') || '--';

/** 停靠点: the ordered stops of a route with their ways, stays and the planned clock. */
export function StopsField() {
  return (
    <EditField
      name="stops"
      label="停靠点"
      span={12}
      verb="选择"
      show={words}
      help="里程和用时可按直线距离估算（路网绕行系数1.3），也可直接填写实际值"
    >
      <StopsTable />
    </EditField>
  );
}

function StopsTable({
  value = [],
  onChange,
  id,
}: {
  value?: StopRow[];
  onChange?: (stops: StopRow[]) => void;
  id?: string;
}) {
  const { form } = useEditScope();
  const kind = Number(Form.useWatch('routeType', form) ?? 1);
  const departTimes = (Form.useWatch('departTimes', form) ?? []) as string[];
  const start = minutesOf([...departTimes].sort()[0] ?? '00:00');
  const clock = timetable(value);
  const totals = routeTotals(value);
  const put = (at: number, more: Partial<StopRow>): void =>
    onChange?.(value.map((stop, i) => (i === at ? { ...stop, ...more } : stop)));
  const choose = (at: number, place: StopPlace | undefined): void => {
    const next = value.map((stop, i) =>
      i === at
        ? {
            ...stop,
            placeId: place?.id ?? null,
            name: place?.name ?? '',
            lng: place?.lng ?? null,
            lat: place?.lat ?? null,
          }
        : stop,
    );
    onChange?.(estimated(next, kind, new Set([at, at + 1])));
  };
  return (
    <div className="rte-stops" id={id}>
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
            <tr key={stop.key}>
              <td className="no">{i + 1}</td>
              <td>
                <RemoteSelect
                  search={searchStops}
                  value={stop.placeId}
                  known={stop.placeId ? { id: stop.placeId, name: stop.name } : null}
                  placeholder="搜索站点、门店"
                  onChange={(_placeId, found) => choose(i, found as StopPlace | undefined)}
                />
              </td>
              <td>
                <Select
                  aria-label={`第${i + 1}站类型`}
                  value={stop.pointType}
                  options={pointType.options.map(({ code, name }) => ({ value: code, label: name }))}
                  onChange={(type) => put(i, { pointType: type })}
                />
              </td>
              <td>
                <Cell
                  label={`第${i + 1}站里程`}
                  value={stop.distanceKm}
                  decimals={1}
                  disabled={i === 0}
                  put={(distanceKm) => put(i, { distanceKm })}
                />
              </td>
              <td>
                <Cell
                  label={`第${i + 1}站行驶`}
                  value={stop.driveMin}
                  disabled={i === 0}
                  put={(driveMin) => put(i, { driveMin })}
                />
              </td>
              <td>
                <Cell label={`第${i + 1}站停留`} value={stop.stayMin} put={(stayMin) => put(i, { stayMin })} />
              </td>
              <td className="clock">{i === 0 ? '--' : dayClock(start + (clock[i]?.arrive ?? 0))}</td>
              <td className="clock">
                {i === value.length - 1 && i > 0 ? '--' : dayClock(start + (clock[i]?.leave ?? 0))}
              </td>
              <td>
                <Switch
                  aria-label={`第${i + 1}站考核`}
                  checked={stop.assess}
                  onChange={(assess) => put(i, { assess })}
                />
              </td>
              <td className="words">
                <Button
                  type="text"
                  icon={<ArrowUp />}
                  aria-label={`第${i + 1}站上移`}
                  disabled={i === 0}
                  onClick={() => onChange?.(shifted(value, i, -1, kind))}
                />
                <Button
                  type="text"
                  icon={<ArrowDown />}
                  aria-label={`第${i + 1}站下移`}
                  disabled={i === value.length - 1}
                  onClick={() => onChange?.(shifted(value, i, 1, kind))}
                />
                <Button
                  type="text"
                  icon={<Trash2 />}
                  aria-label={`删除第${i + 1}站`}
                  disabled={value.length <= 2}
                  onClick={() => onChange?.(without(value, i, kind))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="rte-foot">
        <Button icon={<Plus />} disabled={value.length >= 100} onClick={() => onChange?.([...value, blankStop()])}>
          添加停靠点
        </Button>
        <Button icon={<Calculator />} onClick={() => onChange?.(estimated(value, kind))}>
          估算全部里程用时
        </Button>
        <Button
          icon={<Waypoints />}
          disabled={!allPlaced(value)}
          title="起点和终点不变，中间停靠点按直线距离最短排列（至少4个停靠点）"
          onClick={() => onChange?.(inShortestOrder(value, kind))}
        >
          按最短顺序排列
        </Button>
        <span className="rte-sum">
          合计 <b>{num(totals.km, 1)}</b> km，用时 <b>{duration(totals.minutes * 60)}</b>
        </span>
      </div>
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
