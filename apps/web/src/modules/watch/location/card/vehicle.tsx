import { minuteMs } from '@tongda/contract/core/durations';
import type { Output } from '@tongda/contract/core/endpoint';
import { driverBy, type LiveVehicle, motionState } from '@tongda/contract/core/live';
import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { terminalAlarmsOf } from '@tongda/contract/watch/alarm/terminal-alarms';
import type { MonitorVehicle, monitorDetail } from '@tongda/contract/watch/location/calls';
import { Skeleton, Tooltip } from 'antd';
import { LocateFixed, Route, TriangleAlert, Truck, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatNumber, none, wireTime } from '../../../../kit/show/format';
import { PlateChip } from '../../../../kit/show/plate/chip';
import { StateSymbol } from '../../../../map/overlay/state-symbol';
import { Figures, LevelMark } from '../../alarm/door';
import {
  compassName,
  formatDegrees,
  hasNoTerminal,
  type MonitorItem,
  shortDuration,
  type TempReading,
} from '../monitor/model';
import { useServerNow } from '../monitor/use';
import { stateToken } from '../state-token';
import { CardAction, Commands, DriverCall, Nearby } from './actions';
import { Facts, Probes } from './readings';

type Detail = Output<typeof monitorDetail>;

interface Props {
  item: MonitorItem;
  /** address and 24-hour curves; null while they load */
  detail: Detail | null;
  detailError: string | null;
  /** unfinished alarms of all vehicles */
  alarms: readonly AlarmRow[];
  onAlarm: (row: AlarmRow, handle: boolean) => void;
  following: boolean;
  onFollow: () => void;
  onTrajectory: () => void;
  onVehicle: (() => void) | null;
  onClose: () => void;
}

/** Right panel: everything known about one vehicle, the deviating values first and coloured. */
export function VehicleCard(props: Props) {
  const { item, detail } = props;
  const { info, live } = item;
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another vehicle's card
  useEffect(() => {
    // opened from the search, which is gone: the keyboard goes on in the card
    if (document.activeElement === document.body || document.activeElement?.tagName === 'MAIN')
      card.current?.focus({ preventScroll: true });
  }, [info.vehicleId]);
  return (
    <section className="watch-location-card" ref={card} tabIndex={-1} aria-label={`${info.plateNo} 车辆信息`}>
      <header>
        <PlateChip plateNo={info.plateNo} colour={info.vehicleColor} large />
        <span className="sub" title={`${info.vehicleType} ${info.fleetName}`}>
          {[info.remarkNo || info.vehicleType, info.fleetName, info.sharedFrom && `${info.sharedFrom}共享`]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <button type="button" className="map-view-icon" aria-label="关闭" onClick={props.onClose}>
          <X />
        </button>
      </header>
      <div className="body">
        <Headline item={item} />
        <Warnings item={item} />
        <OpenAlarms {...props} />
        <Probes item={item} detail={detail} />
        {live && <Facts info={info} live={live} />}
        <dl className="watch-location-place">
          <dt>司机</dt>
          <dd>
            <Driver info={detail?.vehicle ?? info} />
          </dd>
          <dt>位置</dt>
          <dd>{addressText(props, live)}</dd>
          <dt>终端</dt>
          <dd>
            {info.terminalNo || '未绑定'}
            {live?.satellites !== null && live?.satellites !== undefined && (
              <span className="td-cap"> 卫星 {live.satellites}</span>
            )}
            {live?.signal !== null && live?.signal !== undefined && <span className="td-cap"> 信号 {live.signal}</span>}
          </dd>
        </dl>
      </div>
      <footer>
        <CardAction icon={<Route />} word="轨迹" onClick={props.onTrajectory} />
        <CardAction
          icon={<LocateFixed />}
          word={props.following ? '停止跟踪' : '跟踪'}
          pressed={props.following}
          onClick={props.onFollow}
        />
        <Nearby info={info} live={live} />
        <Commands info={info} />
        {props.onVehicle && <CardAction icon={<Truck />} word="车辆详情" onClick={props.onVehicle} />}
      </footer>
    </section>
  );
}

function addressText({ detail, detailError }: Props, live: LiveVehicle | null): ReactNode {
  if (detail)
    return detail.site ? (
      <>
        {detail.site} <span className="td-cap">{detail.address}</span>
      </>
    ) : (
      detail.address || '--'
    );
  if (detailError) return <span className="red">{detailError}</span>;
  return live ? <Skeleton.Input active size="small" style={{ height: 16, width: 200 }} /> : '暂无定位';
}

/** Who drives: by his card where one is in the terminal, read again with the details. */
function Driver({ info }: { info: MonitorVehicle }) {
  return (
    <>
      {info.driverName || '--'}
      {info.driverBy !== null && <span className="td-cap"> {driverBy.label(info.driverBy)}</span>}
      {info.driverPhone && <DriverCall info={info} />}
    </>
  );
}

function Headline({ item }: { item: MonitorItem }) {
  const { live, state } = item;
  const now = useServerNow(1000);
  if (hasNoTerminal(item))
    return <p className="watch-location-never">未装终端，没有实时数据。在设备管理中绑定终端后显示。</p>;
  if (!live || state === motionState.never)
    return (
      <p className="watch-location-never">
        终端从未上线。请检查终端是否接线、SIM 卡是否开通、服务器地址与端口是否填写正确。
      </p>
    );
  const fix = live.deviceTime ? wireTime(live.deviceTime) : null;
  return (
    <div className="watch-location-speed">
      <div>
        <strong>{formatNumber(live.speedKmh)}</strong>
        <span>km/h</span>
      </div>
      <div className="right">
        <div style={{ color: `var(--td-${stateToken[state]}-text)` }}>
          <StateSymbol state={state} headingDeg={live.directionDeg ?? undefined} alarm={item.alarm} size={20} />{' '}
          {motionState.label(state)} {shortDuration(now - live.stateSince)}
        </div>
        <Tooltip title={fix ? `定位 ${fix}；通讯 ${live.receiveTime ? wireTime(live.receiveTime) : '--'}` : ''}>
          <div className="td-cap">
            {live.directionDeg === null ? none : `${compassName(live.directionDeg)} ${live.directionDeg}°`} ·{' '}
            {fix ? `${fix.slice(11)} 定位，${agoText(now - (live.deviceTime ?? 0))}` : '未定位'}
          </div>
        </Tooltip>
      </div>
    </div>
  );
}

function agoText(ms: number): string {
  if (ms < 0) return '设备时间异常';
  return ms < minuteMs ? `${Math.round(ms / 1000)} 秒前` : `${shortDuration(ms)}前`;
}

function Warnings({ item }: { item: MonitorItem }) {
  const out = item.temps.filter((t) => t.level === 'out');
  const alarms = item.live ? terminalAlarmsOf(item.live.alarmBits) : [];
  if (out.length === 0 && alarms.length === 0) return null;
  return (
    <div className="watch-location-warn" role="status">
      <TriangleAlert className="td-ico" />
      <div>
        {out.map((t) => (
          <div key={t.probe.channel}>
            <b>温度超限</b> {t.probe.name} {formatDegrees(t.value)} ℃，{deviationWords(t)}
          </div>
        ))}
        {alarms.length > 0 && (
          <div>
            <b>终端报警</b> {alarms.map((a) => a.name).join('、')}
          </div>
        )}
      </div>
    </div>
  );
}

/** As many as the card has room for. */
const shownAlarms = 3;

/** 未处理报警 of the vehicle: the same rows as the live list. */
function OpenAlarms({ item, alarms, onAlarm }: Pick<Props, 'item' | 'alarms' | 'onAlarm'>) {
  const own = alarms.filter(({ vehicleId }) => vehicleId === item.info.vehicleId);
  if (own.length === 0) return null;
  return (
    <section className="watch-location-open-alarms" aria-label="未处理报警">
      <h3>
        未处理报警 <b>{own.length}</b>
      </h3>
      {own.slice(0, shownAlarms).map((row) => (
        <button key={row.id} type="button" className="td-plain" onClick={() => onAlarm(row, false)}>
          <LevelMark level={row.level} />
          <span className="word">
            {row.title} <Figures row={row} />
          </span>
          <time title={row.startTime}>{row.startTime.slice(11, 16)}</time>
        </button>
      ))}
      {own.length > shownAlarms ? <p className="td-cap">另有 {own.length - shownAlarms} 条，见实时报警</p> : null}
    </section>
  );
}

function deviationWords({ value, probe }: TempReading): string {
  if (value === null) return '';
  if (probe.upper !== null && value > probe.upper) return `高于上限 ${formatDegrees(value - probe.upper)} ℃`;
  return probe.lower === null ? '' : `低于下限 ${formatDegrees(probe.lower - value)} ℃`;
}
