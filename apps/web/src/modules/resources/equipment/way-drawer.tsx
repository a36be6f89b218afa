import { locType } from '@tongda/contract/resources/device/enums';
import type { PortableRow } from '@tongda/contract/resources/equipment/portable';
import { portableWay, recorderWayLimits } from '@tongda/contract/resources/equipment/recorder-trip';
import { DatePicker, Drawer } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, shortTime } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { type Pin, PinLayer } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';
import './styles.css';

const pattern = 'YYYY-MM-DD HH:mm:ss';
type Span = readonly [from: Dayjs, to: Dayjs];

/** The last two days of what it told, or the trip that it is on. */
export function firstSpan({ tripSince, readingTime }: PortableRow): Span {
  const to = readingTime === null ? dayjs() : dayjs(readingTime);
  const from = tripSince === null ? to.subtract(2, 'day') : dayjs(tripSince);
  const earliest = to.subtract(recorderWayLimits.days, 'day');
  return [from.isBefore(earliest) ? earliest : from, from.isAfter(to) ? from : to];
}

interface WayProps {
  /** which recorder, and what it is called */
  id: string;
  name: string;
  /** the span that is shown at first */
  first: Span;
  close: () => void;
}

/** 轨迹 of a recorder: where it was in a span of time, as it knew it. */
export function RecorderWayDrawer({ id, name, first, close }: WayProps) {
  const [span, setSpan] = useState<Span>(first);
  const input = { id, startTime: span[0].format(pattern), endTime: span[1].format(pattern) };
  const answer = useAsk(portableWay, input);
  return (
    <Drawer open title={`轨迹 ${name}`} size={820} onClose={close}>
      <div className="td-stack">
        <DatePicker.RangePicker
          aria-label="时间"
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          allowClear={false}
          value={[...span]}
          onChange={(next) => {
            if (next?.[0] && next[1]) setSpan([next[0], next[1]]);
          }}
        />
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
        {answer.isLoading ? <Loading /> : null}
        {answer.data ? <Way key={`${input.startTime} ${input.endTime}`} {...answer.data} /> : null}
      </div>
    </Drawer>
  );
}

type Found = NonNullable<ReturnType<typeof useAsk<typeof portableWay>>['data']>;

function Way({ points, readings, more }: Found) {
  const path = useMemo(() => points.map(({ lng, lat }) => [lng, lat] as const), [points]);
  const pins = useMemo((): Pin[] => {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return [];
    const pin = (at: typeof first, word: string): Pin => ({
      lng: at.lng,
      lat: at.lat,
      label: `${word} ${shortTime(at.time)}${at.tem === null ? '' : ` ${formatNumber(at.tem, 1)}℃`}`,
    });
    return first === last ? [pin(last, '位置')] : [pin(first, '起'), { ...pin(last, '止'), selected: true }];
  }, [points]);
  if (points.length === 0)
    return (
      <Empty
        title="该时段没有位置"
        text={readings === 0 ? '设备在该时段没有上报，请换一个时段' : `有 ${readings} 条读数，但都没有定位`}
      />
    );
  return (
    <>
      <div className="resources-equipment-way">
        <MapView controls={false} onReady={(map) => map.fitBounds(path, { maxZoom: 15, animate: false })}>
          <PinLayer pins={pins} ways={[{ path, as: 'driven', dashed: true }]} />
        </MapView>
      </div>
      <p className="td-cap">
        {more ? `位置过多，只显示前 ${points.length} 个，请缩短时段；` : ''}
        {readings} 条读数，{points.length} 个位置：{waysOfFix(points)}。虚线为相邻位置的连线，不是实际道路。
      </p>
    </>
  );
}

/** GPS 12、LBS 3. */
const waysOfFix = (points: Found['points']): string =>
  locType.options
    .flatMap(({ code, name }) => {
      const count = points.filter((point) => point.locType === code).length;
      return count > 0 ? [`${name} ${count}`] : [];
    })
    .join('、');
