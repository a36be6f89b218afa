import { minuteMs } from '@tongda/contract/core/durations';
import type { Output } from '@tongda/contract/core/endpoint';
import { driverBy, type LiveVehicle, motionState } from '@tongda/contract/core/live';
import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { terminalAlarmsOf } from '@tongda/contract/watch/alarm/terminal-alarms';
import { type MonitorVehicle, monitorCall, type monitorDetail } from '@tongda/contract/watch/location/calls';
import { Dropdown, Skeleton, Tooltip } from 'antd';
import { LocateFixed, Phone, Radar, Route, Send, TriangleAlert, Truck, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { formatNumber, none, wireTime } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { StateSymbol } from '../../../map/overlay/state-symbol';
import { Figures, LevelMark } from '../alarm/door';
import { CommandDialog, type CommandVerb, commandMenu, useCommandVerbs } from '../command/door';
import {
  compassName,
  formatDegrees,
  fuelIn,
  hasNoTerminal,
  type MonitorItem,
  shortDuration,
  type TempReading,
} from './monitor/model';
import { useServerNow } from './monitor/use';
import { Sparkline } from './sparkline';
import { stateToken } from './state-token';

const NearbyDialog = lazy(async () => ({ default: (await import('./nearby-dialog')).NearbyDialog }));
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

/** The masked number, and 拨打, which asks for the whole one. */
function DriverCall({ info }: { info: MonitorVehicle }) {
  const calling = useAct(monitorCall, { done: ({ phone }) => window.location.assign(`tel:${phone}`) });
  return (
    <>
      <span className="td-cap"> {info.driverPhone}</span>
      <button
        type="button"
        className="td-plain call"
        disabled={calling.busy}
        onClick={() => void calling.run({ vehicleId: info.vehicleId })}
      >
        <Phone className="td-ico" />
        拨打
      </button>
    </>
  );
}

/** 周边: vehicles around this one. */
function Nearby({ info, live }: Pick<MonitorItem, 'info' | 'live'>) {
  const [at, setAt] = useState<{ lng: number; lat: number } | null>(null);
  if (!live || live.lng === null || live.lat === null) return null;
  const { lng, lat } = live;
  return (
    <>
      <CardAction icon={<Radar />} word="周边" onClick={() => setAt({ lng, lat })} />
      {at && (
        <Suspense fallback={null}>
          <NearbyDialog {...at} of={info.plateNo} exceptId={info.vehicleId} close={() => setAt(null)} />
        </Suspense>
      )}
    </>
  );
}

/** 指令: what may be asked of the terminal. A vehicle that is shared in is only looked at. */
function Commands({ info }: Pick<MonitorItem, 'info'>) {
  const verbs = useCommandVerbs();
  const [giving, setGiving] = useState<CommandVerb | null>(null);
  if (verbs.length === 0 || info.sharedFrom !== '' || info.terminalNo === '') return null;
  return (
    <>
      <Dropdown
        // a menu that is shut takes its open sub-menu along
        destroyOnHidden
        trigger={['click']}
        placement="topRight"
        menu={{
          items: commandMenu(verbs),
          onClick: ({ key }) => setGiving(verbs.find((verb) => verb.key === key) ?? null),
        }}
      >
        <button type="button" className="act">
          <Send />
          <span>指令</span>
        </button>
      </Dropdown>
      {giving && (
        <Suspense fallback={null}>
          <CommandDialog
            kind={giving.key}
            vehicles={[{ id: info.vehicleId, plateNo: info.plateNo }]}
            close={() => setGiving(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function CardAction({
  icon,
  word,
  onClick,
  pressed,
}: {
  icon: ReactNode;
  word: string;
  onClick: () => void;
  pressed?: boolean;
}) {
  return (
    <button type="button" className={pressed ? 'act on' : 'act'} aria-pressed={pressed} onClick={onClick}>
      {icon}
      <span>{word}</span>
    </button>
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

function Probes({ item, detail }: { item: MonitorItem; detail: Detail | null }) {
  const hums = item.info.probes.filter((p) => p.kind === 'hum');
  if (item.temps.length === 0 && hums.length === 0) return null;
  const curve = (kind: 'tem' | 'hum', channel: number) =>
    detail?.curves.find((c) => c.kind === kind && c.channel === channel)?.points ?? [];
  return (
    <div className="watch-location-probes">
      <h3>
        温湿度 <span className="td-cap">近 24 小时</span>
      </h3>
      {item.temps.map((t) => (
        <div className="probe" key={t.probe.channel}>
          <span className="name">{t.probe.name}</span>
          <b className={`temp ${t.level}`}>{formatDegrees(t.value)}</b>
          <span className="td-cap">{boundsText(t.probe.lower, t.probe.upper)}</span>
          <Sparkline
            points={curve('tem', t.probe.channel)}
            lower={t.probe.lower}
            upper={t.probe.upper}
            label={`${t.probe.name} 近24小时温度`}
          />
        </div>
      ))}
      {hums.map((p) => (
        <div className="probe" key={`h${p.channel}`}>
          <span className="name">{p.name}</span>
          <b>{item.live?.humPct[p.channel - 1] ?? '--'}</b>
          <span className="td-cap">%RH</span>
          <Sparkline
            points={curve('hum', p.channel)}
            lower={p.lower}
            upper={p.upper}
            label={`${p.name} 近24小时湿度`}
          />
        </div>
      ))}
    </div>
  );
}

const boundsText = (lower: number | null, upper: number | null): string => {
  if (lower === null && upper === null) return '未设上下限';
  if (lower === null) return `≤ ${formatDegrees(upper)} ℃`;
  return upper === null ? `≥ ${formatDegrees(lower)} ℃` : `${formatDegrees(lower)} ~ ${formatDegrees(upper)} ℃`;
};

function Facts({ info, live }: { info: MonitorVehicle; live: LiveVehicle }) {
  const doors = info.probes.filter((p) => p.kind === 'door');
  const litres = fuelIn(live);
  const facts: Array<[string, ReactNode]> = doors.map((p) => [p.name, doorWord(live.doorOpen[p.channel - 1])]);
  for (const p of info.probes.filter(({ kind }) => kind === 'co2')) {
    const ppm = live.co2Ppm?.[p.channel - 1] ?? null;
    if (ppm !== null) facts.push([p.name, `${formatNumber(ppm)} ppm`]);
  }
  if (live.reeferOn !== null) facts.push(['冷机', live.reeferOn ? '运行' : '关']);
  if (litres !== null) facts.push(['油量', <Fuel key="f" litres={litres} tank={info.tankCapacityL} />]);
  facts.push(['ACC', live.acc ? '开' : '关']);
  facts.push(['今日里程', `${(live.todayMileageM / 1000).toFixed(1)} km`]);
  facts.push(['总里程', `${Math.round(live.totalMileageM / 1000).toLocaleString('zh-CN')} km`]);
  if (live.extVoltageV !== null) facts.push(['主电压', `${live.extVoltageV.toFixed(1)} V`]);
  if (live.lateCount > 0) facts.push(['今日补传', `${live.lateCount} 点`]);
  return (
    <dl className="watch-location-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function doorWord(open: boolean | null | undefined): ReactNode {
  if (open === null || open === undefined) return '--';
  return open ? <span className="amber">开</span> : '关';
}

function Fuel({ litres, tank }: { litres: number; tank: number | null }) {
  const pct = tank ? Math.min(100, (litres / tank) * 100) : null;
  return (
    <span className="fuel">
      {pct !== null && (
        <i title={`${pct.toFixed(0)}%`}>
          <em style={{ width: `${pct}%` }} className={pct < 20 ? 'low' : ''} />
        </i>
      )}
      {Math.round(litres)} L
    </span>
  );
}
