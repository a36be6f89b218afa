import {
  type DepartureCheck,
  departureCheck,
  departureConfirm,
} from '@tongda/contract/transport/waybill/dock/departure';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { Panel } from '../../../../kit/detail/panel';
import { Can } from '../../../../kit/session/can';
import { formatNumber, minuteText } from '../../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { WorkBar, WorkNote } from '../../../../kit/work/bar';
import { WorkPage } from '../../../../kit/work/page';
import { ScanBox } from '../../parts/scan-box';
import { CheckList } from '../check-list';
import { waybillLinks } from '../links';
import { WaybillLog } from '../log';
import { StopList } from '../stow/stops/list';
import { tripPieces } from '../trip-pieces';
import { waybillHead } from '../work-head';
import { CoolingPanel, DepartureFields, DepartureLoads, HandChecks } from './departure-parts';
import { type Departure, scanLinesOf, useDeparture } from './use-departure';
import '../styles.css';

/** 发车核对: what the machine found, what a person looks at, and the departure itself. `?id=` is the waybill. */
export function DepartureCheckPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const answer = useAsk(departureCheck, { id }, { when: id !== '', refetchOnWindowFocus: false });
  if (id === '')
    return (
      <Empty
        title="没有指定运单"
        action={<Button onClick={() => void navigate(waybillLinks.departures)}>返回发车管理</Button>}
      />
    );
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  return <CheckForm key={id} waybill={answer.data} refetch={() => answer.refetch({ throwOnError: true })} />;
}

interface CheckFormProps {
  waybill: DepartureCheck;
  refetch: () => Promise<unknown>;
}

function CheckForm({ waybill, refetch }: CheckFormProps) {
  const departure = useDeparture(waybill, refetch);
  const { open, scans } = departure;
  return (
    <WorkPage
      head={waybillHead(waybill, {
        title: '发车核对',
        back: waybillLinks.departures,
        meta: `${waybill.driverName} ${waybill.driverPhone}　${waybill.fromName} → ${waybill.toName}　计划 ${minuteText(waybill.planDepartTime)} 发车`,
      })}
      acts={[departure.act]}
      aside={{
        label: '自动检查',
        panels: (
          <>
            {open ? <FoundPanel waybill={waybill} /> : null}
            {open && waybill.setTemp !== null ? (
              <CoolingPanel waybill={waybill} refetch={() => void refetch()} />
            ) : null}
            <WaybillLog of={waybill} />
          </>
        ),
      }}
      bar={open ? <DepartureBar waybill={waybill} departure={departure} /> : null}
    >
      {open ? (
        <>
          <h2 className="transport-waybill-section">人工检查</h2>
          <HandChecks departure={departure} />
          <DepartureFields waybill={waybill} departure={departure} />
        </>
      ) : null}
      <h2 className="transport-waybill-section">装载核对</h2>
      {open ? <ScanBox lines={scanLinesOf(waybill)} scans={scans} noun="此运单上" onScan={departure.setScans} /> : null}
      <DepartureLoads waybill={waybill} scans={scans} />
      <h2 className="transport-waybill-section">途经点</h2>
      <StopList waybill={waybill} />
    </WorkPage>
  );
}

const verdicts = { yes: '可以发车', override: '须写原因放行', no: '不能发车' } as const;

/** 自动检查: what the server found, and whether the truck may leave. */
function FoundPanel({ waybill }: { waybill: DepartureCheck }) {
  return (
    <Panel title="自动检查" extra={verdicts[waybill.canDepart]}>
      <CheckList checks={waybill.checks} />
      {waybill.checks.length === 0 ? <span className="td-cap">运单确认配载后才能发车</span> : null}
    </Panel>
  );
}

function DepartureBar({ waybill, departure }: { waybill: DepartureCheck; departure: Departure }) {
  const navigate = useNavigate();
  const { missing, needsWhy } = departure;
  return (
    <WorkBar
      note={
        <>
          {missing ? <WorkNote tone="bad">{missing}</WorkNote> : null}
          <WorkNote>
            {tripPieces(waybill)}　{formatNumber(waybill.totalWeight, 2)} kg　{waybill.orderCount} 个订单
          </WorkNote>
        </>
      }
    >
      <Button onClick={() => void navigate(waybillLinks.departures)}>取消</Button>
      <Can do={departureConfirm}>
        <Button type="primary" loading={departure.act.busy} disabled={!departure.ready} onClick={departure.send}>
          {needsWhy ? '带条件放行并发车' : '核对通过，发车'}
        </Button>
      </Can>
    </WorkBar>
  );
}
