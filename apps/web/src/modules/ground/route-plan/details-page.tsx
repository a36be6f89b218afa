import { routePlanStatus, routePlanType, routeStrategy } from '@tongda/contract/ground/place/enums';
import {
  type PlanDetail,
  planChangeHis,
  planDetail,
  planPage,
  planSend,
  planToRoute,
  planUpdate,
} from '@tongda/contract/ground/route-plan/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button } from 'antd';
import { Pencil, Route, Send } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ChangeHistory } from '../../../kit/detail/change-history';
import { DetailPage, Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { formatDuration, formatNumber, minuteText, none } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { RouteMap } from '../transport-route/door';
import { PlanCompare } from './compare';
import { Crossed } from './crossed';
import { planLinks } from './links';
import { Rate } from './rate';
import { RouteDialog } from './route-dialog';
import { ReadReceipt, SendDialog, SendRecords, SendResult } from './send-plan';
import './styles.css';
import '../parts/stops.css';

/** 规划详情: the run on the map, its times, who changed it. */
export function PlanDetailsPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [routing, setRouting] = useState(false);
  const [sending, setSending] = useState(false);
  const detail = useAsk(planDetail, { id }, { when: id !== '' });
  const plan = detail.data;
  if (id === '')
    return (
      <Empty
        title="没有指定规划"
        action={<Button onClick={() => void navigate(planLinks.list)}>返回规划列表</Button>}
      />
    );
  if (detail.error) return <ErrorState error={detail.error} retry={() => void detail.refetch()} />;
  if (!plan) return <Loading />;
  const changed = (): void => {
    for (const endpoint of [planPage, planDetail, planChangeHis]) void invalidate(endpoint);
  };
  const sendable = plan.status === routePlanStatus.draft || plan.status === routePlanStatus.sent;
  const begun = plan.status === routePlanStatus.running || plan.status === routePlanStatus.done;
  const routable = plan.status !== routePlanStatus.void && plan.routeId === null;
  const compared = { key: 'compare', name: '对比', content: () => <PlanCompare plan={plan} /> };
  return (
    <>
      <DetailPage
        back={planLinks.list}
        title={plan.planName}
        status={
          <span className="td-cap">{`${plan.planNo} · ${routePlanType.label(plan.planType)} · ${routePlanStatus.label(plan.status)}`}</span>
        }
        actions={
          <>
            {plan.status === routePlanStatus.draft ? (
              <Can do={planUpdate}>
                <Button type="primary" icon={<Pencil />} onClick={() => void navigate(planLinks.edit(id))}>
                  编辑
                </Button>
              </Can>
            ) : null}
            {sendable ? (
              <Can do={planSend}>
                <Button icon={<Send />} onClick={() => setSending(true)}>
                  {plan.status === routePlanStatus.draft ? '下发' : '重新下发'}
                </Button>
              </Can>
            ) : null}
            {routable ? (
              <Can do={planToRoute}>
                <Button icon={<Route />} onClick={() => setRouting(true)}>
                  转为线路
                </Button>
              </Can>
            ) : null}
          </>
        }
        tabs={[
          ...(begun ? [compared] : []),
          { key: 'run', name: '时刻表', content: () => <Run plan={plan} /> },
          ...(begun ? [] : [compared]),
          { key: 'facts', name: '基本信息', content: () => <Basics plan={plan} /> },
          {
            key: 'writes',
            name: '下发记录',
            content: () => <SendRecords plan={plan} />,
          },
          { key: 'history', name: '变更记录', content: () => <ChangeHistory of={planChangeHis} id={id} /> },
        ]}
        aside={<Sums plan={plan} />}
      />
      {sending ? <SendDialog plan={plan} done={changed} close={() => setSending(false)} /> : null}
      {routing ? <RouteDialog plan={plan} done={changed} close={() => setRouting(false)} /> : null}
    </>
  );
}

function Sums({ plan }: { plan: PlanDetail }) {
  const { schedule } = plan;
  return (
    <Panel title="合计" extra={plan.estimated ? '估算' : plan.lineId ? '沿电子线路' : '沿道路'}>
      <dl className="kit-detail-facts">
        <div>
          <dt>规划里程</dt>
          <dd>{formatNumber(schedule.mileageKm, 1)} km</dd>
        </div>
        <div>
          <dt>预计用时</dt>
          <dd>{formatDuration(schedule.durationMin * 60)}</dd>
        </div>
        <div>
          <dt>预计过路费</dt>
          <dd>{plan.tollYuan === null ? none : `${formatNumber(plan.tollYuan, 2)} 元`}</dd>
        </div>
        <div>
          <dt>实际里程</dt>
          <dd>{plan.actualMileage === null ? none : `${formatNumber(plan.actualMileage, 1)} km`}</dd>
        </div>
        {plan.deviationRate === null ? null : (
          <div>
            <dt>偏差率</dt>
            <dd>
              <Rate value={plan.deviationRate} unit="%" />
            </dd>
          </div>
        )}
        <div>
          <dt>偏航</dt>
          <dd className={plan.deviationCount ? 'ground-route-plan-late' : undefined}>
            {plan.deviationCount === null ? none : `${plan.deviationCount} 次`}
          </dd>
        </div>
        <div>
          <dt>计划迟到</dt>
          <dd className={schedule.lateMin > 0 ? 'ground-route-plan-late' : undefined}>
            {schedule.lateMin > 0 ? `${plan.lateCount} 站，共 ${schedule.lateMin} 分钟` : '无'}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

const windowText = (from: string | null, to: string | null): string =>
  from || to ? `${from ?? '不限'} 至 ${to ?? '不限'}` : '不限';

function Run({ plan }: { plan: PlanDetail }) {
  const { stops, back } = plan.schedule;
  const [first] = stops;
  const path = [...stops, ...(back && first ? [first] : [])].map(({ lng, lat }) => [lng, lat] as const);
  return (
    <>
      <Crossed crossed={plan.crossed} estimated={plan.estimated} />
      <RouteMap stops={stops} line={plan.path ?? path} large />
      <table className="ground-parts-table">
        <thead>
          <tr>
            <th>序</th>
            <th>途经点</th>
            <th className="num">里程(km)</th>
            <th className="num">行驶(分)</th>
            <th>时间窗</th>
            <th>预计到达</th>
            <th className="num">等待(分)</th>
            <th className="num">停留(分)</th>
            <th>预计离开</th>
          </tr>
        </thead>
        <tbody>
          {stops.map((stop, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place may be called at twice
            <tr key={i}>
              <td>{i + 1}</td>
              <td title={stop.address}>{stop.name}</td>
              <td className="num">{i === 0 ? '--' : formatNumber(stop.distanceKm, 1)}</td>
              <td className="num">{i === 0 ? '--' : formatNumber(stop.driveMin)}</td>
              <td>{i === 0 ? '--' : windowText(stop.windowFrom, stop.windowTo)}</td>
              <td>
                {i === 0 ? '--' : minuteText(stop.arriveTime)}
                {stop.lateMin > 0 ? <span className="ground-route-plan-late"> 晚{stop.lateMin}分</span> : null}
              </td>
              <td className="num">{stop.waitMin > 0 ? formatNumber(stop.waitMin) : '--'}</td>
              <td className="num">{i === 0 ? '--' : formatNumber(stop.stayMin)}</td>
              <td>{minuteText(stop.leaveTime)}</td>
            </tr>
          ))}
          {back && first ? (
            <tr>
              <td>{stops.length + 1}</td>
              <td>{first.name}（返回）</td>
              <td className="num">{formatNumber(back.distanceKm, 1)}</td>
              <td className="num">{formatNumber(back.driveMin)}</td>
              <td>--</td>
              <td>{minuteText(back.arriveTime)}</td>
              <td className="num">--</td>
              <td className="num">--</td>
              <td>--</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </>
  );
}

function Basics({ plan }: { plan: PlanDetail }) {
  return (
    <Facts
      title="基本信息"
      facts={[
        ['规划编号', plan.planNo],
        ['类型', routePlanType.label(plan.planType)],
        ['状态', routePlanStatus.label(plan.status)],
        ['车辆', plan.plateNo],
        ['司机', plan.driverName],
        ['计划发车', plan.departTime],
        ['电子线路', plan.lineName],
        ['策略', plan.strategy === null ? '' : routeStrategy.label(plan.strategy)],
        ['实际发车', plan.startTime],
        ['实际完成', plan.finishTime],
        ['下发时间', plan.sentTime],
        ['下发结果', plan.sendStatus === null ? '' : <SendResult key="sent" status={plan.sendStatus} />],
        ['司机查看', plan.driverSentTime ? <ReadReceipt key="read" {...plan} /> : ''],
        ['禁行区域', plan.avoid.map(({ name }) => name).join('、')],
        ['预计过路费', plan.tollYuan === null ? '' : `${formatNumber(plan.tollYuan, 2)} 元`],
        ['终点固定', plan.keepLast ? '是' : '否'],
        ['返回起点', plan.returnToStart ? '是' : '否'],
        [
          '转为线路',
          plan.routeId ? (
            <Link key="route" to={href(routes.routeManageDetails, 'resources', { id: plan.routeId })}>
              {plan.routeName}
            </Link>
          ) : (
            ''
          ),
        ],
        ['所属部门', plan.orgName],
        ['创建人', plan.createUser],
        ['备注', plan.remark],
      ]}
    />
  );
}
