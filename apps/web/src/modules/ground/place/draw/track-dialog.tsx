import { minuteMs } from '@tongda/contract/core/durations';
import type { Output } from '@tongda/contract/core/endpoint';
import { shapeLimits } from '@tongda/contract/ground/place/shape';
import { lineFromTrack } from '@tongda/contract/ground/place/track-line';
import { Button, Checkbox, DatePicker, Form, InputNumber, Modal, Radio, Select, Slider } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useAsk } from '../../../../kit/call/use-ask';
import { formatDuration, formatNumber, minuteText, wireTime } from '../../../../kit/show/format';
import { ErrorState } from '../../../../kit/show/states';
import { VehiclePicker } from '../../../base/vehicle-picker/door';
import type { NewPlace } from '../form';

type Line = Output<typeof lineFromTrack>;
const wire = 'YYYY-MM-DD HH:mm:ss';
type Span = [from: number, to: number];
const spanOf = (from: string | Dayjs, to: string | Dayjs): Span => [dayjs(from).valueOf(), dayjs(to).valueOf()];
const clockText = (at: number): string => dayjs(at).format('MM-DD HH:mm');

const driveOf = (vehicleId: string, [from, to]: Span): Drive => ({
  vehicleId,
  startTime: dayjs(from).format(wire),
  endTime: dayjs(to).format(wire),
});

/** Vehicle and time of a track; times as on the wire, `YYYY-MM-DD HH:mm:ss`. */
export interface Drive {
  vehicleId: string;
  startTime: string;
  endTime: string;
}
interface TrackDialogProps {
  drive?: Drive;
  begin: (place: NewPlace) => void;
  close: () => void;
}

/** 轨迹生成线路: the track of a vehicle, or of one trip of it, cut to a time and thinned, becomes an electronic line to draw on. */
export function TrackDialog({ drive, begin, close }: TrackDialogProps) {
  const source = useTrackSource(drive);
  const { asked, whole, cut, span, line } = source;
  const [limits, setLimits] = useState<Limits>('none');
  /** stops that become sites, by the time when they began */
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const take = (): void => {
    if (line && asked && span) begin(placeOf(line, driveOf(asked.vehicleId, span), limits, chosen));
  };
  const fault = whole.error ?? cut.error;
  return (
    <Modal
      open
      title="由轨迹生成电子线路"
      width={620}
      okText="在地图上编辑"
      cancelText="取消"
      okButtonProps={{ disabled: !line || cut.isFetching }}
      onOk={take}
      onCancel={close}
    >
      <Form layout="vertical">
        <QueryFields drive={drive} busy={whole.isFetching} ask={source.ask} />
        {fault ? <ErrorState error={fault} retry={() => void (whole.error ? whole : cut).refetch()} /> : null}
        <CutFields source={source} />
      </Form>
      {line ? (
        <>
          <p className="ground-place-track" aria-live="polite">
            轨迹 {formatNumber(line.sourcePoints)} 点，抽稀为 <b>{formatNumber(line.points.length)}</b> 点，长{' '}
            <b>{formatNumber(line.lengthKm, 1)}</b> km
            {line.gaps.slice(0, 10).map((gap) => (
              <span className="td-cap" key={gap.startTime}>
                {minuteText(gap.startTime)} 至 {minuteText(gap.endTime)} 无数据 {formatNumber(gap.km, 1)}{' '}
                km，须在地图上画出走向
              </span>
            ))}
          </p>
          <Form layout="vertical" className="ground-place-draw-track-limits">
            <LimitField line={line} value={limits} set={setLimits} />
            <Stops stops={line.stops} chosen={chosen} setChosen={setChosen} />
          </Form>
        </>
      ) : null}
    </Modal>
  );
}

/** The track that was asked for: whole, for its trips, and cut and thinned as the form says. */
function useTrackSource(drive: Drive | undefined) {
  const [asked, setAsked] = useState<{ vehicleId: string; span: Span } | null>(
    drive ? { vehicleId: drive.vehicleId, span: spanOf(drive.startTime, drive.endTime) } : null,
  );
  /** the part of it that is taken; null: all of it */
  const [part, setPart] = useState<Span | null>(null);
  const [toleranceM, setTolerance] = useState(30);
  const [snap, setSnap] = useState(true);
  const whole = useAsk(lineFromTrack, asked && driveOf(asked.vehicleId, asked.span));
  const span = part ?? asked?.span ?? null;
  const cut = useAsk(lineFromTrack, asked && span && { ...driveOf(asked.vehicleId, span), toleranceM, snap }, {
    when: whole.isSuccess,
    keep: true,
  });
  return {
    asked,
    ask: (vehicleId: string, wanted: Span): void => {
      setPart(null);
      setAsked({ vehicleId, span: wanted });
    },
    part,
    setPart,
    span,
    toleranceM,
    setTolerance,
    snap,
    setSnap,
    whole,
    cut,
    line: cut.error ? null : (cut.data ?? null),
  };
}
type TrackSource = ReturnType<typeof useTrackSource>;

/** The new line with its speed limits, and the sites that were ticked. */
function placeOf(line: Line, track: Drive, limits: Limits, chosen: readonly string[]): NewPlace {
  const sites = line.stops.filter((stop) => stop.name && chosen.includes(stop.startTime));
  return {
    kind: 'line',
    drive: {
      track,
      gaps: line.gaps,
      sites: sites.map(({ name, address, lng, lat }) => ({ name, address: address.slice(0, 100), lng, lat })),
    },
    speedLimitKmh: limits === 'whole' ? line.usualKmh : null,
    segments: limits === 'pieces' ? line.segments : [],
    shape: { kind: 'line', points: line.points, halfWidthM: shapeLimits.halfWidth.usual },
  };
}

interface QueryFieldsProps {
  drive?: Drive;
  busy: boolean;
  ask: (vehicleId: string, span: Span) => void;
}
/** 车辆 and 时段 of the track. */
function QueryFields({ drive, busy, ask }: QueryFieldsProps) {
  const now = dayjs(wireTime(Date.now()));
  const [vehicleId, setVehicleId] = useState(drive?.vehicleId);
  const [range, setRange] = useState<[Dayjs, Dayjs]>(
    drive ? [dayjs(drive.startTime), dayjs(drive.endTime)] : [now.startOf('day'), now],
  );
  return (
    <>
      <Form.Item label="车辆" htmlFor="track-vehicle">
        <VehiclePicker id="track-vehicle" value={vehicleId} onChange={setVehicleId} />
      </Form.Item>
      <Form.Item label="时段（最长3天）">
        <DatePicker.RangePicker
          className="ground-place-track-span"
          showTime={{ format: 'HH:mm' }}
          format="MM-DD HH:mm"
          allowClear={false}
          value={range}
          onChange={(chosen) => {
            const [from, to] = chosen ?? [];
            if (from && to) setRange([from, to]);
          }}
        />
        <Button
          loading={busy}
          disabled={!vehicleId}
          onClick={() => {
            if (vehicleId) ask(vehicleId, spanOf(...range));
          }}
        >
          取轨迹
        </Button>
      </Form.Item>
    </>
  );
}

/** How the track becomes a line: which trip, which part of the time, how exact. */
function CutFields({ source }: { source: TrackSource }) {
  const { asked, whole, part, setPart, span, toleranceM, setTolerance, snap, setSnap } = source;
  if (!asked || !whole.data || !span) return null;
  return (
    <>
      <TripField trips={whole.data.trips} whole={asked.span} part={part} setPart={setPart} />
      <Form.Item label={`截取 ${clockText(span[0])} 至 ${clockText(span[1])}`}>
        <Slider
          range
          min={asked.span[0]}
          max={asked.span[1]}
          step={minuteMs}
          value={span}
          tooltip={{ formatter: (at) => clockText(at ?? 0) }}
          ariaLabelForHandle={['开始', '结束']}
          onChange={([from = asked.span[0], to = asked.span[1]]) => {
            if (to > from) setPart([from, to]);
          }}
        />
      </Form.Item>
      <Form.Item label="抽稀精度（越大点越少）">
        <InputNumber
          aria-label="抽稀精度"
          suffix="m"
          controls={false}
          precision={0}
          min={10}
          max={100}
          value={toleranceM}
          onChange={(value) => setTolerance(value ?? 30)}
        />
      </Form.Item>
      <Form.Item>
        <Checkbox checked={snap} onChange={({ target }) => setSnap(target.checked)}>
          贴合停靠点（停留超过15分钟的位置作为线路的点）
        </Checkbox>
      </Form.Item>
    </>
  );
}

/** 限速: none, one for the whole line, or one a kilometre; the speed that 85 of 100 did not exceed. */
type Limits = 'none' | 'whole' | 'pieces';
function LimitField({ line, value, set }: { line: Line; value: Limits; set: (limits: Limits) => void }) {
  const speeds = line.segments.flatMap(({ speedLimitKmh }) => speedLimitKmh ?? []);
  return (
    <Form.Item label="限速（85%的行驶不超过，取5的整数倍）">
      <Radio.Group
        aria-label="限速"
        value={value}
        onChange={({ target }: { target: { value?: Limits } }) => set(target.value ?? 'none')}
      >
        <Radio value="none">不设</Radio>
        <Radio value="whole" disabled={line.usualKmh === null}>
          全线{line.usualKmh === null ? '' : ` ${formatNumber(line.usualKmh)} km/h`}
        </Radio>
        <Radio value="pieces" disabled={speeds.length === 0}>
          按公里分段
          {speeds.length === 0
            ? ''
            : `：${speeds.length} 段，${formatNumber(Math.min(...speeds))}–${formatNumber(Math.max(...speeds))} km/h`}
        </Radio>
      </Radio.Group>
    </Form.Item>
  );
}

interface TripFieldProps {
  trips: Line['trips'];
  whole: Span;
  part: Span | null;
  setPart: (part: Span | null) => void;
}
/** 行程: the whole time, or one trip of it. */
function TripField({ trips, whole, part, setPart }: TripFieldProps) {
  const spans = trips.map((trip) => spanOf(trip.startTime, trip.endTime));
  const at = part ? spans.findIndex(([from, to]) => from === part[0] && to === part[1]) : -1;
  return (
    <Form.Item label={`行程（${trips.length} 个）`}>
      <Select
        aria-label="行程"
        value={part === null ? 'all' : at < 0 ? 'cut' : String(at)}
        onChange={(key) => setPart(spans[Number(key)] ?? null)}
        options={[
          { value: 'all', label: `整个时段 ${clockText(whole[0])} 至 ${clockText(whole[1])}` },
          ...(part && at < 0 ? [{ value: 'cut', label: '自行截取' }] : []),
          ...trips.map((trip, i) => ({
            value: String(i),
            label: `${minuteText(trip.startTime)} 至 ${minuteText(trip.endTime)}，${formatNumber(trip.km, 1)} km，${trip.from} → ${trip.to}`,
          })),
        ]}
      />
    </Form.Item>
  );
}

interface StopsProps {
  stops: Line['stops'];
  chosen: readonly string[];
  setChosen: (chosen: string[]) => void;
}
/** 建为站点: stops of more than 15 minutes; those that are ticked become sites together with the line. */
function Stops({ stops, chosen, setChosen }: StopsProps) {
  if (stops.length === 0) return null;
  return (
    <Form.Item label="停留超过15分钟的位置（勾选的与线路一起建为站点）">
      <Checkbox.Group value={[...chosen]} onChange={setChosen} className="ground-place-track-stops">
        {stops.map((stop) => (
          <Checkbox key={stop.startTime} value={stop.startTime} disabled={stop.placeName !== ''}>
            <span title={stop.address}>
              {minuteText(stop.startTime)} 停 {formatDuration(stop.minutes * 60)}，{stop.address || '地址未知'}
            </span>
            {stop.placeName ? <span className="td-cap">已有站点 {stop.placeName}</span> : null}
          </Checkbox>
        ))}
      </Checkbox.Group>
    </Form.Item>
  );
}
