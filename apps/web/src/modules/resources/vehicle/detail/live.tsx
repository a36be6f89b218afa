import { geocodeRegeo } from '@tongda/contract/base/map/calls';
import { motionState } from '@tongda/contract/core/live';
import type { VehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import { useAsk } from '../../../../kit/call/use-ask';
import { PaperPanel } from '../../../../kit/detail/due-date';
import { Panel } from '../../../../kit/detail/panel';
import { formatNumber, none, shortTime } from '../../../../kit/show/format';
import { stateTone } from '../../../../kit/show/motion-tone';
import { endingOf } from '../paper/kinds';

/** The right column of the details: present state and place, and the ends of documents. */
export function LivePanel({ vehicle }: { vehicle: VehicleDetail }) {
  const { live } = vehicle;
  return (
    <>
      <Panel
        title="当前状态"
        extra={live?.deviceTime ? <span title={live.deviceTime}>{shortTime(live.deviceTime)}</span> : null}
      >
        {live ? (
          <Now live={live} />
        ) : (
          <p className="td-cap">{vehicle.deviceId ? '终端还没有上报过数据' : '未绑定终端，没有实时数据'}</p>
        )}
      </Panel>
      <PaperPanel title="证照" papers={endingOf(vehicle)} />
    </>
  );
}

function Now({ live }: { live: NonNullable<VehicleDetail['live']> }) {
  const moving = live.state === motionState.moving;
  const rows: Array<[string, string]> = [
    ['状态开始', live.stateSince],
    ['今日里程', `${formatNumber(live.todayMileageKm, 1)} km`],
    ['总里程', `${formatNumber(live.totalMileageKm, 1)} km`],
    ['ACC', live.acc ? '开' : '关'],
    ['主电压', live.extVoltageV === null ? none : `${formatNumber(live.extVoltageV, 1)} V`],
  ];
  return (
    <>
      <div className="resources-vehicle-detail-now">
        <span className="td-dot" data-tone={stateTone(live.state)}>
          {motionState.label(live.state)}
        </span>
        {moving ? (
          <b>
            {formatNumber(live.speedKmh)} <small>km/h</small>
          </b>
        ) : null}
      </div>
      <Address lng={live.lng} lat={live.lat} />
      {rows.map(([label, value]) => (
        <div className="kit-detail-paper-line" key={label}>
          <span>{label}</span>
          <span>{value}</span>
        </div>
      ))}
    </>
  );
}

/** Key of a position with five decimals, about a metre, so that the address of one place is asked once. */
const spotKey = (lng: number, lat: number): string => `${lng.toFixed(5)},${lat.toFixed(5)}`;

function Address({ lng, lat }: { lng: number | null; lat: number | null }) {
  const location = lng === null || lat === null ? '' : spotKey(lng, lat);
  const { data } = useAsk(geocodeRegeo, location === '' ? null : { location }, { staleTime: Number.POSITIVE_INFINITY });
  if (location === '') return <p className="td-cap">还没有定位</p>;
  return <p className="resources-vehicle-detail-address">{data?.regeocode?.formatted_address || location}</p>;
}
