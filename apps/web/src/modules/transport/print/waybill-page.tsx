import {
  arrivalPrint,
  arrivalTemplates,
  billOfLadingPrint,
  billTemplates,
  type PrintedWaybill,
  transportTaskPrint,
  type WaybillTemplate,
  waybillStowagePrint,
  waybillTemplates,
} from '@tongda/contract/transport/print/calls';
import { useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { formatTemp } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { PrintFrame } from '../../base/print/door';
import { Labels } from './labels';
import { TemperaturePaper } from './temperature-paper';
import { UnloadPaper } from './unload-paper';
import { useTemperatures, waybillTemperatures } from './use-temperatures';
import { BillPaper, HandoverPaper, LoadingPaper, WaybillPaper } from './waybill-papers';

const papers = {
  bill: BillPaper,
  waybill: WaybillPaper,
  loading: LoadingPaper,
  handover: HandoverPaper,
  unload: UnloadPaper,
};
const templates = { ...waybillTemplates, ...billTemplates, ...arrivalTemplates };
const isTemplate = (text: string | undefined): text is WaybillTemplate => text !== undefined && text in templates;
const endpoints = {
  stowage: waybillStowagePrint,
  bill: billOfLadingPrint,
  task: transportTaskPrint,
  arrival: arrivalPrint,
};
const isKind = (text: string | null): text is keyof typeof endpoints => text !== null && text in endpoints;

/** 运单、装车清单、交接单、标签 of waybills: /print/waybill/:template?kind=&codes=. */
export function WaybillPrintPage() {
  const { template } = useParams();
  const [params] = useSearchParams();
  const waybillCodes = (params.get('codes') ?? '').split(',').filter(Boolean);
  const kind = params.get('kind');
  const stop = Number(params.get('stop') ?? 0);
  const endpoint = endpoints[isKind(kind) ? kind : 'task'];
  const answer = useAsk(endpoint, { waybillCodes }, { when: waybillCodes.length > 0, refetchOnWindowFocus: false });
  const temperatures = useTemperatures(waybillTemperatures, template === 'temperature' ? waybillCodes : []);
  const [left, setLeft] = useState(0);
  const labelled = useMemo(() => answer.data?.waybills.flatMap(({ cargo }) => cargo) ?? [], [answer.data]);
  if (!isTemplate(template) || waybillCodes.length === 0) return <Empty title="没有指定要打印的运单" />;
  const data = answer.data;
  const company = data?.companyName ?? '';
  const foot = data ? `打印人 ${data.printUser}　打印时间 ${data.printTime}` : '';
  const sheets = (waybills: readonly PrintedWaybill[]) => {
    if (template === 'label') return <Labels company={company} orders={labelled} waiting={setLeft} />;
    if (template === 'temperature')
      return waybills.map((waybill) => {
        const temperature = temperatures.data?.get(waybill.waybillCode);
        return temperature ? (
          <TemperaturePaper
            key={waybill.waybillCode}
            company={company}
            code={waybill.waybillCode}
            foot={foot}
            cells={[
              ['车牌号', waybill.plateNo],
              ['司机', [waybill.driverName, waybill.driverPhone].filter(Boolean).join(' ')],
              ['发站', waybill.fromName],
              ['到站', waybill.toName],
              ['实际发车', waybill.actualDepartTime],
              ['设定温度', waybill.setTemp === null ? '' : `${formatTemp(waybill.setTemp)} ℃`],
            ]}
            temperature={temperature}
          />
        ) : null;
      });
    const Paper = papers[template];
    return waybills.map((waybill) => (
      <Paper key={waybill.waybillCode} waybill={waybill} company={company} foot={foot} stop={stop} />
    ));
  };
  return (
    <PrintFrame
      title={templates[template]}
      note={`${waybillCodes.length} 个运单`}
      paper={template === 'label' ? 'label' : 'a4'}
      making={template === 'label' && left > 0}
      error={answer.error ?? temperatures.error}
      retry={() => {
        void answer.refetch();
        void temperatures.refetch();
      }}
    >
      {data && temperatures.ready ? sheets(data.waybills) : null}
    </PrintFrame>
  );
}
