import { abnormalAdd } from '@tongda/contract/transport/abnormal/calls';
import { type WaybillTimeline, waybillTimeline } from '@tongda/contract/transport/tracking/calls';
import { Button, Drawer } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { Can } from '../../../kit/session/can';
import { formatDuration, formatNumber, formatTemp, shortTime, wireTime } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { ErrorState, Loading } from '../../../kit/show/states';
import { TripHints, useTripLinks } from '../trip/door';
import { waybillPage } from '../waybill/door';
import { Lines, Stops, Timeline, Where } from './parts';
import { stopPins, truckPin, WayMap } from './way-map';
import './styles.css';

interface WaybillDrawerProps {
  waybillCode: string;
  report: (waybillCode: string) => void;
  close: () => void;
}

/** One trip: its stops with planned and actual times, where its truck is, its alarms and its log. */
export function WaybillDrawer({ waybillCode, report, close }: WaybillDrawerProps) {
  const { data, error, refetch } = useAsk(waybillTimeline, { waybillCode }, { refetchInterval: 30_000 });
  return (
    <Drawer
      open
      size={560}
      title={data ? <Link to={waybillPage(data.waybill.waybillKind, waybillCode)}>{waybillCode}</Link> : waybillCode}
      extra={
        <Can do={abnormalAdd}>
          <Button onClick={() => report(waybillCode)}>异常上报</Button>
        </Can>
      }
      onClose={close}
    >
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data ? <Body data={data} /> : error ? null : <Loading />}
    </Drawer>
  );
}

function Body({ data }: { data: WaybillTimeline }) {
  const { waybill, stops, alarms, timeline } = data;
  const { vehicleId, actualDepartTime: startTime, actualArriveTime } = waybill;
  const span = { vehicleId, startTime, endTime: actualArriveTime ?? wireTime(Date.now()) };
  const { location, trajectory, alarms: alarmPage } = useTripLinks()(span, actualArriveTime === null);
  const pins = useMemo(
    () => [...stopPins(stops), ...truckPin(waybill.live, waybill.plateNo)],
    [stops, waybill.live, waybill.plateNo],
  );
  return (
    <div className="transport-tracking-drawer">
      <TripHints waybillCode={waybill.waybillCode} />
      <Lines
        facts={[
          [
            '车辆',
            waybill.plateNo ? <PlateChip key="p" plateNo={waybill.plateNo} colour={waybill.vehicleColor ?? 0} /> : null,
          ],
          ['司机', `${waybill.driverName} ${waybill.driverPhone}`.trim()],
          ['承运商', waybill.carrierName],
          ['当前位置', <Where key="w" live={waybill.live} />],
          [
            '厢温 / 设定',
            waybill.temps.length > 0
              ? `${waybill.temps.map(formatTemp).join('、')} / ${formatTemp(waybill.setTemp)} ℃`
              : null,
          ],
          ['冷机', waybill.reeferOn === null ? null : waybill.reeferOn ? '运行' : '停机'],
          [
            '车门',
            waybill.live && !waybill.live.stale ? waybill.openDoors.map((n) => `${n}号门开`).join('、') || '关' : null,
          ],
          [
            '已驶 / 计划',
            `${waybill.drivenKm === null ? '--' : formatNumber(waybill.drivenKm, 1)} / ${formatNumber(waybill.planKm, 1)} km`,
          ],
          ['停留', waybill.stayMin === null ? null : formatDuration(waybill.stayMin * 60)],
        ]}
      />
      <nav className="transport-tracking-links" aria-label="车辆数据">
        {location ? <Link to={location}>实时位置</Link> : null}
        {trajectory ? <Link to={trajectory}>轨迹与温度曲线</Link> : null}
        {alarmPage ? <Link to={alarmPage}>途中报警</Link> : null}
      </nav>
      <WayMap pins={pins} />
      <Stops stops={stops} />
      {alarms.length > 0 ? (
        <section aria-label="途中报警">
          {alarms.slice(0, 20).map((alarm) => (
            <div key={alarm.id}>
              <span className="td-cap">{shortTime(alarm.time)}</span> {alarm.text}
              {alarm.endTime === null ? <span className="transport-tracking-tag"> 未结束</span> : null}
            </div>
          ))}
        </section>
      ) : null}
      <Timeline steps={timeline} />
    </div>
  );
}
