import { columns } from '@tongda/contract/core/columns';
import { motionState } from '@tongda/contract/core/live';
import { href, routes } from '@tongda/contract/shell/routes';
import { monitorNearby, type NearbyVehicle } from '@tongda/contract/watch/location/calls';
import { DatePicker, Modal, Segmented } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, none, wireTime } from '../../../kit/show/format';
import { PhoneLink } from '../../../kit/show/phone';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { Empty, ErrorState } from '../../../kit/show/states';
import { ShortTable } from '../../../kit/table/short';
import './nearby-dialog.css';

const wire = 'YYYY-MM-DD HH:mm:ss';
const radiiKm = [5, 10, 20, 50];
const shown = columns<NearbyVehicle>()([
  { value: 'plateNo', label: '车牌号', width: 104 },
  { value: 'distanceM', label: '距离(km)', width: 80, align: 'right' },
  { value: 'state', label: '状态', width: 80 },
  { value: 'speedKmh', label: '速度(km/h)', width: 92, align: 'right' },
  { value: 'fixTime', label: '定位时间', width: 150 },
  { value: 'driverName', label: '当前司机', width: 90 },
  { value: 'driverPhone', label: '司机电话', width: 120 },
]);

interface Props {
  lng: number;
  lat: number;
  /** whose surroundings */
  of: string;
  /** this vehicle itself is not listed */
  exceptId: string;
  /** moment of the past to begin with, epoch ms; without it: now */
  at?: number;
  close: () => void;
}

/** 周边车辆: who is near a place now, or was at a moment of the past. */
export function NearbyDialog({ lng, lat, of, exceptId, at, close }: Props) {
  const [radiusKm, setRadius] = useState(10);
  const [moment, setMoment] = useState<Dayjs | null>(at === undefined ? null : dayjs(wireTime(at)));
  const time = moment?.format(wire);
  const found = useAsk(monitorNearby, { lng, lat, radius: radiusKm * 1000, time }, { keep: true });
  const rows = (found.data ?? []).filter(({ vehicleId }) => vehicleId !== exceptId);
  return (
    <Modal open title={`${of} 周边车辆`} width={800} footer={null} onCancel={close}>
      <div className="watch-location-nearby-ask">
        <Segmented
          value={radiusKm}
          onChange={setRadius}
          options={radiiKm.map((value) => ({ value, label: `${value} 公里` }))}
        />
        <DatePicker
          showTime
          aria-label="时刻"
          placeholder="现在"
          format={wire}
          value={moment}
          onChange={setMoment}
          disabledDate={(day) => day.isAfter(dayjs(wireTime(Date.now())), 'day')}
        />
        <span className="td-cap">
          {time === undefined ? '按各车当前位置' : '按该时刻前最近一次定位，24 小时内有效'}，共 {rows.length} 辆
        </span>
      </div>
      {found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.isSuccess && rows.length === 0 ? (
        <Empty title={`${radiusKm} 公里内没有其他车辆`} text="可扩大范围，或换一个时刻" />
      ) : (
        <ShortTable<NearbyVehicle>
          most={12}
          rows={rows}
          rowKey="vehicleId"
          columns={time === undefined ? shown : shown.filter(({ value }) => value !== 'state')}
          loading={found.isPending}
          stale={found.isPlaceholderData}
          cells={{
            plateNo: (row) => <Link to={linkToVehicle(row, time)}>{dottedPlate(row.plateNo)}</Link>,
            distanceM: (row) => formatNumber(row.distanceM / 1000, 1),
            state: (row) => (row.state === null ? none : motionState.label(row.state)),
            speedKmh: (row) => formatNumber(row.speedKmh),
            fixTime: (row) => (row.fixTime === null ? none : wireTime(row.fixTime)),
            driverPhone: (row) => <PhoneLink phone={row.driverPhone} />,
          }}
        />
      )}
    </Modal>
  );
}

/** On the map now; for a moment of the past its track from an hour before to an hour after. */
function linkToVehicle({ vehicleId }: NearbyVehicle, time: string | undefined): string {
  if (time === undefined) return href(routes.location, 'community', { vehicleId });
  const [startTime, endTime] = [dayjs(time).subtract(1, 'hour').format(wire), dayjs(time).add(1, 'hour').format(wire)];
  return href(routes.trajectory, 'community', { vehicleId, startTime, endTime });
}
