import {
  type CarrierRow,
  carrierChangeHis,
  carrierDetail,
  carrierPapers,
} from '@tongda/contract/resources/carrier/calls';
import { carrierType, settleType } from '@tongda/contract/resources/enums';
import { href, routes } from '@tongda/contract/shell/routes';
import { Drawer } from 'antd';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { PaperCards } from '../../../kit/detail/due-date';
import { Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { PaperFiles } from '../../../kit/files/papers';
import { formatNumber } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { AccountPanel } from './account-panel';
import { ScoreParts } from './score-dialog';
import { ShareFacts } from './share-facts';

/** The details of a carrier, with its vehicles and drivers, in a drawer. */
export function CarrierDrawer({ carrier, close }: { carrier: CarrierRow; close: () => void }) {
  const answer = useAsk(carrierDetail, { id: carrier.id });
  const c = answer.data;
  return (
    <Drawer open title={carrier.name} size={640} onClose={close}>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.isLoading ? <Loading /> : null}
      {c ? (
        <div className="td-stack">
          <PaperCards
            papers={[
              { label: '道路运输经营许可证', date: c.permitEnd, no: c.permitNo },
              { label: '合同', date: c.contractEnd, no: c.contractNo },
            ]}
          />
          <Panel title="近90天表现">
            <ScoreParts id={carrier.id} />
          </Panel>
          <Facts
            title="基本信息"
            facts={[
              ['类型', carrierType.label(c.carrierType)],
              [c.carrierType === carrierType.person ? '证件号' : '信用代码', c.creditCode],
              ['联系人', [c.contact, c.phone].filter(Boolean).join(' ')],
              ...c.contacts.map((one) => [one.post || '联系人', `${one.name} ${one.phone}`] as const),
              ['邮箱', c.email],
              ['地址', c.address],
              ['业务区域', c.businessArea],
              ['线路', describeLines(c.routes, c.routeIds.length)],
            ]}
          />
          <Facts
            title="结算"
            facts={[
              ['结算方式', c.settleType === null ? '' : settleType.label(c.settleType)],
              ['账期', c.paymentDays === null ? '' : `${c.paymentDays} 天`],
              ['保证金', c.depositYuan === null ? '' : `${formatNumber(c.depositYuan, 2)} 元`],
              ['税率', c.taxRate === null ? '' : `${c.taxRate}%`],
              ['开户行', [c.bankName, c.accountName].filter(Boolean).join(' ')],
              ['账号', c.bankAccount],
            ]}
          />
          <Panel title="设备共享">
            <ShareFacts carrier={c} />
          </Panel>
          <Panel title={`车辆 ${c.vehicles.length}`}>
            <Names
              nothing="没有车辆"
              entries={c.vehicles.map((v) => ({
                name: v.plateNo,
                to: href(routes.vehicleDetails, 'resources', { id: v.id }),
              }))}
            />
          </Panel>
          <Panel title={`司机 ${c.drivers.length}`}>
            <Names
              nothing="没有司机"
              entries={c.drivers.map((d) => ({
                name: d.name,
                to: href(routes.driverDetails, 'resources', { id: d.id }),
              }))}
            />
          </Panel>
          <Panel title="账号">
            <AccountPanel carrier={c} />
          </Panel>
          <Panel title="证照附件">
            <PaperFiles of={carrierPapers} id={carrier.id} history={carrierChangeHis} />
          </Panel>
        </div>
      ) : null}
    </Drawer>
  );
}

/** The names of a carrier's lines, and how many the user may not see. */
function describeLines(seen: ReadonlyArray<{ name: string }>, all: number): string {
  const hidden = all - seen.length;
  return [...seen.map(({ name }) => name), ...(hidden > 0 ? [`另有${hidden}条无权查看`] : [])].join('、');
}

function Names({ entries, nothing }: { entries: Array<{ name: string; to: string }>; nothing: string }) {
  if (entries.length === 0) return <span className="td-cap">{nothing}</span>;
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', gap: '6px 14px' }}>
      {entries.map(({ name, to }) => (
        <Link key={to} to={to}>
          {name}
        </Link>
      ))}
    </span>
  );
}
