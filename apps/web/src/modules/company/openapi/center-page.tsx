import { interfacePage, type OpenInterface } from '@tongda/contract/company/openapi/calls';
import { interfaceCharge } from '@tongda/contract/company/openapi/enums';
import { menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import { Tabs } from 'antd';
import { BookOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { useCan } from '../../../kit/session/can';
import { ErrorState, Loading } from '../../../kit/show/states';
import { WorkFrame } from '../../../kit/work/frame';
import { AccessGuide } from './access-guide';
import { ApplyDialog } from './apply-dialog';
import { ApplyState, appsWithout } from './apply-state';
import { AppsTab } from './apps-tab';
import { CallsTab } from './calls-tab';
import { centerTabOf, centerTabs } from './center-tabs';
import { subscriptionSlot } from './subscription-slot';
import { UsageTab } from './usage-tab';
import './styles.css';

/** Who may read 数据转发 sees what programs are told. */
const dataForwarding = { access: { menu: menus.dataForwarding.id } };
/** 接口中心: the interfaces that programs of the company may use, with the state of its application for each. */
export function InterfaceCenterPage() {
  const asked = useAsk(interfacePage, undefined, { refetchOnMount: 'always' });
  const [applying, setApplying] = useState<OpenInterface | null>(null);
  const refresh = (): void => void asked.refetch();
  const { data } = asked;
  const [params, setParams] = useSearchParams();
  const Subscriptions = subscriptionSlot.part();
  const push = useCan(dataForwarding) && Subscriptions !== null;
  const tabs = centerTabs(data?.mayApply ?? false, push);
  const tab = centerTabOf(params.get('tab'), tabs);
  const groups = [...new Set((data?.list ?? []).map(({ group }) => group))];
  return (
    <WorkFrame
      head={{
        title: '接口中心',
        meta: data?.docs ? (
          <a className="company-openapi-docs" href="/api/docs" target="_blank" rel="noreferrer">
            <BookOpen className="td-ico" />
            全部接口文档
          </a>
        ) : null,
      }}
    >
      {asked.error ? <ErrorState error={asked.error} retry={refresh} /> : null}
      {asked.isLoading ? <Loading /> : null}
      {data ? (
        <Tabs
          className="company-openapi-tabs"
          activeKey={tab}
          onChange={(next) => setParams(next === 'list' ? {} : { tab: next }, { replace: true })}
          items={tabs}
        />
      ) : null}
      {data && tab === 'apps' ? <AppsTab only={params.get('appId')} /> : null}
      {data && tab === 'push' && Subscriptions ? (
        <Suspense fallback={<Loading />}>
          <Subscriptions apps={data.apps} />
        </Suspense>
      ) : null}
      {data && tab === 'calls' ? <CallsTab apps={data.apps} /> : null}
      {data && tab === 'usage' ? <UsageTab apps={data.apps} /> : null}
      {data && tab === 'list' ? (
        <div className="company-openapi">
          <div className="company-openapi-groups">
            {groups.map((group) => (
              <section key={group}>
                <h2>{group}</h2>
                <ul>
                  {data.list
                    .filter((one) => one.group === group)
                    .map((one) => (
                      <li key={one.key} className="company-openapi-card">
                        <div>
                          <h3>
                            <Link to={href(routes.interfaceDetails, 'community', { id: one.key })}>{one.name}</Link>
                          </h3>
                          <p>{one.summary}</p>
                          <code>
                            {one.method} {one.path}
                          </code>
                          {one.charge === interfaceCharge.paid ? (
                            <span className="td-cap company-openapi-today">收费：{one.chargeNote}</span>
                          ) : null}
                          {one.callsToday > 0 ? (
                            <span className="td-cap company-openapi-today">今日调用{one.callsToday}次</span>
                          ) : null}
                        </div>
                        {data.seesPrograms ? (
                          <ApplyState
                            one={one}
                            apps={data.apps}
                            mayApply={data.mayApply}
                            apply={() => setApplying(one)}
                            done={refresh}
                          />
                        ) : null}
                      </li>
                    ))}
                </ul>
              </section>
            ))}
          </div>
          <AccessGuide manage={data.mayApply} />
        </div>
      ) : null}
      {applying ? (
        <ApplyDialog
          one={applying}
          apps={appsWithout(data?.apps ?? [], applying)}
          close={() => setApplying(null)}
          done={refresh}
        />
      ) : null}
    </WorkFrame>
  );
}
