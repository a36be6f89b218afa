import { allowsAccess } from '@tongda/contract/core/allows';
import type { Output } from '@tongda/contract/core/endpoint';
import { keysOf } from '@tongda/contract/core/keys';
import { percentOf } from '@tongda/contract/core/round';
import { menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import {
  homeDays,
  homeTodoLines,
  tmsHomeSummary,
  tmsHomeTodo,
  tmsHomeTrend,
} from '@tongda/contract/transport/tms-home/calls';
import { type HomeFigure, type HomeRate, homeFigures, homeRates } from '@tongda/contract/transport/tms-home/figures';
import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { useSession } from '../../../kit/session/user';
import { daysAround, formatNumber, minuteText, none } from '../../../kit/show/format';
import { Empty, ErrorState, Loading, NoPermission } from '../../../kit/show/states';
import { waybillPage } from '../waybill/door';
import { Trend } from './trend';
import './styles.css';
import { minuteMs } from '@tongda/contract/core/durations';

type Summary = Output<typeof tmsHomeSummary>;
type Todo = Output<typeof tmsHomeTodo>[number];
const everyMs = minuteMs;

/** 运输管理首页: figures of now, the trend of the last two weeks, and the tasks that wait for somebody. */
export function TransportHomePage() {
  const may = useSession((state) => allowsAccess(state, tmsHomeSummary.access));
  const summary = useAsk(tmsHomeSummary, undefined, { refetchInterval: everyMs, when: may });
  if (!may) return <NoPermission right="运输管理首页" />;
  if (summary.error && !summary.data)
    return <ErrorState error={summary.error} retry={() => void summary.refetch()} right="运输管理首页" />;
  if (!summary.data) return <Loading />;
  return (
    <section className="transport-tms-home" aria-label="运输管理首页">
      <Cards data={summary.data} />
      <div className="transport-tms-home-columns">
        <div className="transport-tms-home-left">
          <TrendPanel />
          <Rates data={summary.data} />
        </div>
        <TodoPanel />
      </div>
    </section>
  );
}

/** The figures, each a link to the list of what it counts; users without the right to a list do not see its figure. */
function Cards({ data }: { data: Summary }) {
  return (
    <nav className="transport-tms-home-cards" aria-label="今日">
      {keysOf(homeFigures).map((key) => (
        <Card key={key} figure={homeFigures[key]} value={data.figures[key]} />
      ))}
    </nav>
  );
}

function Card({ figure, value }: { figure: HomeFigure; value: number }) {
  const { label, menu, screen, query, without, tone } = figure;
  const may = useSession((state) => allowsAccess(state, { menu: menu.id }));
  // `null` in the address takes a filter away that the list begins with
  const taken = Object.fromEntries(without.map((name) => [name, 'null']));
  return may ? (
    <Link
      className="transport-tms-home-card"
      to={href(screen, 'transport', { ...query, ...taken })}
      data-tone={value > 0 ? tone : undefined}
    >
      <span>{label}</span>
      <b>{formatNumber(value)}</b>
    </Link>
  ) : null;
}

function TrendPanel() {
  const { data } = useAsk(tmsHomeTrend, undefined);
  return (
    <Panel title={`近${homeDays}天订单`} extra="下单与签收">
      {data ? <Trend days={data} /> : <Loading />}
    </Panel>
  );
}

function Rates({ data }: { data: Summary }) {
  const { onTime, temperature, vehicles } = data;
  return (
    <Panel title="准点、温度与车辆" extra={`签收按近${homeDays}天`}>
      <div className="transport-tms-home-rates">
        <Rate name={homeRates.onTime.label} {...onTime} unit="单" more={<Spoilt of={homeRates.onTime} {...onTime} />} />
        <Rate
          name={homeRates.temperature.label}
          {...temperature}
          unit={`单达标率不低于${formatNumber(temperature.minRate)}%`}
          more={<Spoilt of={homeRates.temperature} {...temperature} />}
        />
        <Rate name="车辆在途率" good={vehicles.busy} all={vehicles.all} unit="辆" more={<OnTheRoad />} />
      </div>
    </Panel>
  );
}

interface Share {
  good: number;
  all: number;
}

function Rate({ name, good, all, unit, more }: Share & { name: string; unit: string; more: ReactNode }) {
  const value = percentOf(good, all);
  return (
    <figure>
      <Progress
        type="dashboard"
        size={104}
        percent={value ?? 0}
        format={() => (value === null ? none : `${value}%`)}
        aria-label={name}
      />
      <figcaption>
        <b>{name}</b>
        <span className="td-cap">
          {formatNumber(good)} / {formatNumber(all)} {unit}
        </span>
        {more}
      </figcaption>
    </figure>
  );
}

/** Leads to the orders that spoil a rate. */
function Spoilt({ of, good, all }: Share & { of: HomeRate }) {
  const may = useSession((state) => allowsAccess(state, { menu: of.menu.id }));
  if (!may || all === good) return null;
  const days = daysAround(['signFrom', 'signTo'], homeDays - 1, 0);
  const taken = Object.fromEntries(of.without.map((name) => [name, 'null']));
  return (
    <Link to={href(of.screen, 'transport', { ...of.query, ...of.bad, ...days, ...taken })}>
      {of.badName} {formatNumber(all - good)} 单
    </Link>
  );
}

function OnTheRoad() {
  const may = useSession((state) => allowsAccess(state, { menu: menus.waybillTracking.id }));
  return may ? (
    <Link to={href(routes.waybillTracking, 'transport', { tab: 'inTransit', planFrom: 'null', planTo: 'null' })}>
      看在途运单
    </Link>
  ) : null;
}

const words: Readonly<Record<Todo['kind'], string>> = {
  overdue: '发车',
  suspect: '发车',
  conflict: '核实',
  late: '晚到',
  abnormal: '异常',
  pool: '拆分池',
  receipt: '回单',
};
const tones: Readonly<Record<Todo['kind'], string>> = {
  overdue: 'red',
  suspect: 'amber',
  conflict: 'red',
  late: 'amber',
  abnormal: 'red',
  pool: 'gray',
  receipt: 'gray',
};

function pageOf({ kind, code, waybillKind }: Todo): string {
  if (kind === 'overdue' || kind === 'suspect') return href(routes.departureCheck, 'transport', { id: code });
  if (kind === 'abnormal') return href(routes.abnormalReportingDetails, 'transport', { waybillCode: code });
  if (kind === 'pool') return href(routes.transportTaskSplitPool, 'transport');
  if (kind === 'receipt') return href(routes.receiptManageDetails, 'transport', { orderCode: code });
  const trip = waybillPage(waybillKind ?? 3, code);
  return kind === 'conflict' ? `${trip}&tab=driver` : trip;
}

/** The page shows the first ones; how many there are in all the lists say. */
const todoCount = (lines: number): string => (lines < homeTodoLines ? `${lines} 项` : `最先处理的 ${lines} 项`);

function TodoPanel() {
  const { data } = useAsk(tmsHomeTodo, undefined, { refetchInterval: everyMs });
  return (
    <Panel title="待办" extra={data ? todoCount(data.length) : undefined} flush>
      {data === undefined ? <Loading /> : null}
      {data?.length === 0 ? <Empty title="没有待办" text="超时未发、晚到、异常和逾期回单会列在这里" /> : null}
      <ul className="transport-tms-home-todo">
        {data?.map((line) => (
          <li key={`${line.kind} ${line.code} ${line.text}`}>
            <span className="transport-tms-home-kind" data-tone={tones[line.kind]}>
              {words[line.kind]}
            </span>
            <Link to={pageOf(line)} title={line.text}>
              {line.text}
            </Link>
            <time className="td-cap" title={line.since}>
              {minuteText(line.since)}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
