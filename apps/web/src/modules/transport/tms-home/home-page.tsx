import { allowsAccess } from '@tongda/contract/core/allows';
import type { Output } from '@tongda/contract/core/endpoint';
import { percentOf } from '@tongda/contract/core/round';
import { type Menu, menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import { homeDays, tmsHomeSummary, tmsHomeTodo, tmsHomeTrend } from '@tongda/contract/transport/tms-home/calls';
import { Progress } from 'antd';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { useSession } from '../../../kit/session/user';
import { formatNumber, none, shortTime } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { waybillPage } from '../waybill/door';
import { Trend } from './trend';
import './styles.css';
import { minuteMs } from '@tongda/contract/core/durations';

type Summary = Output<typeof tmsHomeSummary>;
type Todo = Output<typeof tmsHomeTodo>[number];
const everyMs = minuteMs;

/** 运输管理首页: figures of now, the trend of the last two weeks, and the tasks that wait for somebody. */
export function TransportHomePage() {
  const summary = useAsk(tmsHomeSummary, undefined, { refetchInterval: everyMs });
  if (summary.error && !summary.data)
    return <ErrorState error={summary.error} retry={() => void summary.refetch()} right={tmsHomeSummary.title} />;
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

interface CardProps {
  label: string;
  value: number;
  to: string;
  menu: Menu;
  tone?: 'amber' | 'red';
}

/** A figure that leads to the list of what it counts; users without the right to that list do not see it. */
function Card({ label, value, to, menu, tone }: CardProps) {
  const may = useSession((state) => allowsAccess(state, { menu: menu.id }));
  return may ? (
    <Link className="transport-tms-home-card" to={to} data-tone={value > 0 ? tone : undefined}>
      <span>{label}</span>
      <b>{formatNumber(value)}</b>
    </Link>
  ) : null;
}

/** A card counts without regard to days, so the default days of its list are taken away (`null` in the address). */
const anyDay = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'null']));

function Cards({ data }: { data: Summary }) {
  const tracking = (query: Record<string, string>) =>
    `${href(routes.orderTracking, 'transport')}?${new URLSearchParams({ ...query, ...anyDay('arriveFrom', 'arriveTo') })}`;
  return (
    <nav className="transport-tms-home-cards" aria-label="今日">
      <Card
        label="待调度订单"
        value={data.toDispatch}
        to={href(routes.customerOrderList, 'transport', anyDay('createFrom', 'createTo'))}
        menu={menus.customerOrder}
      />
      <Card
        label="待发车运单"
        value={data.toDepart}
        to={href(routes.departureList, 'transport', anyDay('planFrom'))}
        menu={menus.departureManage}
      />
      <Card
        label="超时未发"
        value={data.overdue}
        to={href(routes.departureList, 'transport', { tab: 'overdue', ...anyDay('planFrom') })}
        menu={menus.departureManage}
        tone="red"
      />
      <Card label="运输中订单" value={data.inTransit} to={tracking({ tab: 'inTransit' })} menu={menus.orderTracking} />
      <Card
        label="晚到与预计晚到"
        value={data.late}
        to={tracking({ tab: 'running' })}
        menu={menus.orderTracking}
        tone="amber"
      />
      <Card
        label="超温订单"
        value={data.overTemp}
        to={tracking({ tab: 'running', temp: 'over' })}
        menu={menus.orderTracking}
        tone="red"
      />
      <Card
        label="未处理完异常"
        value={data.abnormal}
        to={href(routes.abnormalReportingList, 'transport', anyDay('createFrom', 'createTo'))}
        menu={menus.abnormalReporting}
        tone="amber"
      />
      <Card
        label="待上传回单"
        value={data.receipts}
        to={href(routes.receiptManageList, 'transport')}
        menu={menus.receiptManage}
      />
    </nav>
  );
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
  const rates = [
    {
      name: '准点签收率',
      value: percentOf(data.onTime.good, data.onTime.all),
      note: `${formatNumber(data.onTime.good)} / ${formatNumber(data.onTime.all)} 单`,
    },
    {
      name: '温度达标率',
      value: percentOf(data.temperature.good, data.temperature.all),
      note: `${formatNumber(data.temperature.good)} / ${formatNumber(data.temperature.all)} 单达标率不低于98%`,
    },
    {
      name: '车辆在途率',
      value: percentOf(data.vehicles.busy, data.vehicles.all),
      note: `${formatNumber(data.vehicles.busy)} / ${formatNumber(data.vehicles.all)} 辆`,
    },
  ];
  return (
    <Panel title="准点、温度与车辆" extra={`签收按近${homeDays}天`}>
      <div className="transport-tms-home-rates">
        {rates.map(({ name, value, note }) => (
          <figure key={name}>
            <Progress
              type="dashboard"
              size={104}
              percent={value ?? 0}
              format={() => (value === null ? none : `${value}%`)}
              aria-label={name}
            />
            <figcaption>
              <b>{name}</b>
              <span className="td-cap">{note}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Panel>
  );
}

const words: Readonly<Record<Todo['kind'], string>> = {
  overdue: '发车',
  suspect: '发车',
  late: '晚到',
  abnormal: '异常',
  pool: '拆分池',
  receipt: '回单',
};
const tones: Readonly<Record<Todo['kind'], string>> = {
  overdue: 'red',
  suspect: 'amber',
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
  return waybillPage(waybillKind ?? 3, code);
}

function TodoPanel() {
  const { data } = useAsk(tmsHomeTodo, undefined, { refetchInterval: everyMs });
  return (
    <Panel title="待办" extra={data ? `${data.length} 项` : undefined} flush>
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
              {shortTime(line.since)}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
