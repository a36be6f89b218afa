import { placeAdd } from '@tongda/contract/ground/place/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import type { TrackAnswer } from '@tongda/contract/watch/track/calls';
import { trackExport, trackMaxDays } from '@tongda/contract/watch/track/calls';
import { Button, Checkbox, DatePicker, Dropdown, InputNumber, Segmented } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { Download, Spline } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { announceExport } from '../../../kit/files/downloads';
import { ClockRange } from '../../../kit/form/input/clock-range';
import { Can } from '../../../kit/session/can';
import { formatDuration, none, wireTime } from '../../../kit/show/format';
import { shortPlace } from '../../../kit/show/place';
import { VehiclePicker } from '../../base/vehicle-picker/door';
import type { TrackQueryForm } from './query';
import { presets } from './query';
import { TrackStats } from './stats';

interface Props {
  form: TrackQueryForm;
  onForm: (form: TrackQueryForm) => void;
  /** what the form still lacks, in words; empty when it can be queried */
  problem: string;
  onQuery: () => void;
  onReset: () => void;
  busy: boolean;
  track: TrackAnswer | null;
  selectedStop: number | null;
  onStop: (no: number) => void;
  onGhost: (t: number | null) => void;
}

const formats = [
  { key: 'xlsx', label: 'Excel 表格' },
  { key: 'csv', label: 'CSV 文本' },
  { key: 'kml', label: 'KML（地球软件）' },
  { key: 'gpx', label: 'GPX（导航设备）' },
] as const;

/** Left panel: which vehicle and when, then the figures and the stops. */
export function TrackPanel(props: Props) {
  const { form, onForm, track } = props;
  const set = (part: Partial<TrackQueryForm>) => onForm({ ...form, ...part });
  // another array makes the picker forget what was typed in one of its boxes
  const range = useMemo<[Dayjs, Dayjs]>(
    () => [dayjs(form.startTime), dayjs(form.endTime)],
    [form.startTime, form.endTime],
  );
  return (
    <section className="watch-track-panel" aria-label="轨迹查询">
      <div className="query">
        <VehiclePicker
          label="车辆"
          size="middle"
          value={form.vehicleId}
          placeholder="选择车辆：车牌 / 备注 / 拼音首字母"
          onChange={(vehicleId) => set({ vehicleId: vehicleId ?? '' })}
        />
        <Segmented
          block
          size="small"
          value={form.preset}
          options={Object.entries(presets).map(([value, { label }]) => ({ value, label }))}
          onChange={(preset) => onForm(presetForm(form, String(preset)))}
        />
        <DatePicker.RangePicker
          showTime={{ defaultValue: [dayjs('00:00:00', 'HH:mm:ss'), dayjs('23:59:59', 'HH:mm:ss')] }}
          format="MM-DD HH:mm:ss"
          allowClear={false}
          size="middle"
          value={range}
          disabledDate={(day, { from }) =>
            day.isAfter(dayjs(), 'day') || (from ? Math.abs(day.diff(from, 'days')) >= trackMaxDays : false)
          }
          onChange={(chosen) => {
            const [from, to] = chosen ?? [];
            if (from && to) set({ preset: 'custom', ...wireRange([from, to]) });
          }}
        />
        <div className="switches">
          <Checkbox checked={form.filterDrift} onChange={(e) => set({ filterDrift: e.target.checked })}>
            过滤漂移
          </Checkbox>
          <Checkbox checked={form.showLate} onChange={(e) => set({ showLate: e.target.checked })}>
            显示补传
          </Checkbox>
          <span className="min">
            停车 ≥
            <InputNumber
              size="small"
              min={1}
              max={1440}
              controls={false}
              aria-label="停车时长(分钟)"
              value={form.parkingDuration}
              onChange={(v) => set({ parkingDuration: v ?? 5 })}
            />
            分
          </span>
        </div>
        <ClockRange
          label="每天的时段"
          prefix={<span className="td-cap">时段</span>}
          value={form.operatingHours}
          onChange={(operatingHours) => set({ operatingHours })}
        />
        <QueryActions {...props} />
      </div>
      {track && track.stat.pointCount > 0 && (
        <>
          <TrackStats track={track} />
          <StopList {...props} track={track} />
        </>
      )}
    </section>
  );
}

/** Below the question: asking, asking from the beginning, and what is made of the answer. */
function QueryActions({ form, track, problem, busy, onQuery, onReset }: Props) {
  const navigate = useNavigate();
  const exporting = useAct(trackExport, { done: ({ id }) => announceExport(id) });
  return (
    <div className="actions">
      <Button type="primary" disabled={problem !== ''} loading={busy} title={problem} onClick={onQuery}>
        查询
      </Button>
      <Button onClick={onReset}>重置</Button>
      <span className="grow" />
      <Can do={placeAdd}>
        <Button
          icon={<Spline />}
          disabled={!track || track.stat.pointCount === 0}
          title="由该时段的轨迹生成电子线路"
          onClick={() => void navigate(href(routes.lineNew, 'community', driveOf(form)))}
        >
          生成线路
        </Button>
      </Can>
      <Can do={trackExport}>
        <Dropdown
          disabled={!track || track.stat.pointCount === 0}
          menu={{
            items: formats.map(({ key, label }) => ({ key, label })),
            onClick: ({ key }) =>
              void exporting.run({
                ...driveOf(form),
                operatingHours: form.operatingHours,
                // the keys of the menu are those of `formats`
                format: key as (typeof formats)[number]['key'],
              }),
          }}
        >
          <Button icon={<Download />}>导出</Button>
        </Dropdown>
      </Can>
    </div>
  );
}

const driveOf = ({ vehicleId, startTime, endTime }: TrackQueryForm) => ({ vehicleId, startTime, endTime });

function StopList({ track, selectedStop, onStop, onGhost }: Props & { track: TrackAnswer }) {
  const zone = track.vehicle.timeZone;
  return (
    <div className="stops">
      <header>
        <b>停靠</b> <span className="td-cap">{track.stops.length} 次</span>
        <span className="grow" />
        <span className="td-cap arrive">到达</span>
        <span className="td-cap stay">停留</span>
      </header>
      <ul>
        {track.stops.map((stop) => (
          <li key={stop.no}>
            <button
              type="button"
              className={stop.no === selectedStop ? 'td-plain on' : 'td-plain'}
              onClick={() => onStop(stop.no)}
              onMouseEnter={() => onGhost(stop.startTime)}
              onMouseLeave={() => onGhost(null)}
            >
              <i>{stop.no}</i>
              <span className="place" title={stop.address}>
                {shortPlace(stop.address) || none}
              </span>
              <span className="arrive">{wireTime(stop.startTime, zone).slice(11, 16)}</span>
              <span className="stay">
                {stop.open ? '停车中' : formatDuration((stop.endTime - stop.startTime) / 1000)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function presetForm(form: TrackQueryForm, preset: string): TrackQueryForm {
  const range = Object.entries(presets)
    .find(([key]) => key === preset)?.[1]
    .range?.();
  return { ...form, preset, ...(range ? wireRange(range) : {}) };
}

const wireRange = ([from, to]: [Dayjs, Dayjs]) => ({
  startTime: from.format('YYYY-MM-DD HH:mm:ss'),
  endTime: to.format('YYYY-MM-DD HH:mm:ss'),
});
