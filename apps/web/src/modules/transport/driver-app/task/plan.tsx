import { routePlanStatus } from '@tongda/contract/ground/place/enums';
import type { DriverPlan } from '@tongda/contract/ground/route-plan/driver';
import { ArrowRight, MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { formatDuration, formatNumber, minuteText } from '../../../../kit/show/format';
import { dottedPlate } from '../../../../kit/show/plate/chip';
import { DriverFrame } from '../frame';
import { driverLinks } from '../links';
import { navigationLink } from '../map-link';
import type { Driver } from '../use-driver';
import { DriverFacts } from './facts';

const endsOf = ({ stops, backTime }: DriverPlan): [string, string] => {
  const from = stops[0]?.name ?? '';
  return [from, backTime ? from : (stops.at(-1)?.name ?? '')];
};

/** 线路规划: runs that the office sent to him. */
export function DriverPlans({ plans }: { plans: readonly DriverPlan[] }) {
  if (plans.length === 0) return null;
  return (
    <section>
      <h2 className="transport-driver-app-group">
        线路规划 <span>{plans.length}</span>
      </h2>
      {plans.map((plan) => {
        const [from, to] = endsOf(plan);
        return (
          <Link className="transport-driver-app-card" to={driverLinks.plan(plan.id)} key={plan.id}>
            <div className="transport-driver-app-row">
              <b>{plan.planName}</b>
              <span className="transport-driver-app-tag">
                {plan.readTime ? routePlanStatus.label(plan.status) : '未查看'}
              </span>
            </div>
            <div className="transport-driver-app-way">
              <span>{from}</span>
              <ArrowRight />
              <span>{to}</span>
            </div>
            <div className="transport-driver-app-row transport-driver-app-note">
              <span>
                {plan.stops.length} 个途经点　{formatNumber(plan.mileageKm, 1)} km
              </span>
              <span>计划 {minuteText(plan.departTime)} 发车</span>
            </div>
          </Link>
        );
      })}
    </section>
  );
}

/** One plan: its stops in their order with their times, each with a way to it. Its sender learns that the driver looked at it. */
export function DriverPlanView({ driver, planId }: { driver: Driver; planId: string }) {
  const plan = driver.plans.find(({ id }) => id === planId);
  const { read } = driver;
  const unread = plan && plan.readTime === null ? plan : null;
  const sentTime = unread?.sentTime;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each sending, however often the list is read anew
  useEffect(() => {
    if (unread) void read(unread);
  }, [planId, sentTime]);
  if (!plan)
    return (
      <DriverFrame title="线路规划" driver={driver}>
        <div className="transport-driver-app-empty">
          <b>线路规划不在列表中</b>
          <p>可能已改派、删除或结束超过两天</p>
        </div>
      </DriverFrame>
    );
  const givenUp = plan.status === routePlanStatus.void;
  const facts: Array<[string, string]> = [
    ['编号', plan.planNo],
    ['车辆', dottedPlate(plan.plateNo)],
    ['状态', routePlanStatus.label(plan.status)],
    ['发车', minuteText(plan.departTime)],
    [
      '里程',
      `${formatNumber(plan.mileageKm, 1)} km，约 ${formatDuration(plan.durationMin * 60)}${plan.estimated ? '（估算）' : ''}`,
    ],
    ['避开', plan.avoid.join('、')],
    ['备注', plan.remark],
    ['下发', `${plan.sentUser} ${minuteText(plan.sentTime)}`],
  ];
  return (
    <DriverFrame title={plan.planName} driver={driver}>
      {givenUp ? (
        <div className="transport-driver-app-refused" role="alert">
          该规划已作废，请勿执行
        </div>
      ) : null}
      <div className="transport-driver-app-card">
        <DriverFacts facts={facts} />
      </div>
      {plan.stops.map((stop, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place may be called at twice
        <section className="transport-driver-app-card transport-driver-app-stop" key={i} aria-label={stop.name}>
          <div className="transport-driver-app-row">
            <b>
              <span className="transport-driver-app-no">{i + 1}</span> {stop.name}
            </b>
            <span className="transport-driver-app-tag">
              {i === 0 ? `${minuteText(stop.leaveTime)} 发车` : `${minuteText(stop.arriveTime)} 到`}
            </span>
          </div>
          {stop.address ? <p className="transport-driver-app-note">{stop.address}</p> : null}
          {i > 0 ? (
            <p className="transport-driver-app-note">
              距上一站 {formatNumber(stop.distanceKm, 1)} km，停留 {stop.stayMin} 分钟，{minuteText(stop.leaveTime)}{' '}
              离开
            </p>
          ) : null}
          {i > 0 && (stop.windowFrom || stop.windowTo) ? (
            <p className="transport-driver-app-note">
              时间窗 {stop.windowFrom ?? '不限'} 至 {stop.windowTo ?? '不限'}
            </p>
          ) : null}
          <div className="transport-driver-app-links">
            <a className="transport-driver-app-chip" href={navigationLink(stop)} target="_blank" rel="noreferrer">
              <MapPin />
              导航
            </a>
          </div>
        </section>
      ))}
      {plan.backTime ? (
        <p className="transport-driver-app-note">
          {minuteText(plan.backTime)} 返回 {plan.stops[0]?.name}
        </p>
      ) : null}
    </DriverFrame>
  );
}
