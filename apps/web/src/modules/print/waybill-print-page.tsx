import { useQuery } from '@tanstack/react-query';
import {
  type PrintedWaybill,
  transportTaskPrint,
  type WaybillTemplate,
  waybillStowagePrint,
  waybillTemplates,
} from '@tongda/contract/print/print';
import { useParams, useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { Empty } from '../../kit/states';
import { Labels } from './labels';
import { PrintFrame } from './print-frame';
import { HandoverPaper, LoadingPaper, WaybillPaper } from './waybill-papers';

const papers = { waybill: WaybillPaper, loading: LoadingPaper, handover: HandoverPaper };
const isTemplate = (text: string | undefined): text is WaybillTemplate =>
  text !== undefined && text in waybillTemplates;

/** 运单、装车清单、交接单、标签 of waybills: /print/waybill/:template?kind=&codes=. */
export function WaybillPrintPage() {
  const { template } = useParams();
  const [params] = useSearchParams();
  const waybillCodes = (params.get('codes') ?? '').split(',').filter(Boolean);
  const endpoint = params.get('kind') === 'stowage' ? waybillStowagePrint : transportTaskPrint;
  const answer = useQuery({
    queryKey: [endpoint.path, waybillCodes],
    queryFn: ({ signal }) => call(endpoint, { waybillCodes }, { signal, quiet: true }),
    enabled: waybillCodes.length > 0,
    refetchOnWindowFocus: false,
  });
  if (!isTemplate(template) || waybillCodes.length === 0) return <Empty title="没有指定要打印的运单" />;
  const data = answer.data;
  const company = data?.companyName ?? '';
  const foot = data ? `打印人 ${data.printUser}　打印时间 ${data.printTime}` : '';
  const sheets = (waybills: readonly PrintedWaybill[]) => {
    if (template === 'label') return <Labels company={company} orders={waybills.flatMap(({ cargo }) => cargo)} />;
    const Paper = papers[template];
    return waybills.map((waybill) => (
      <Paper key={waybill.waybillCode} waybill={waybill} company={company} foot={foot} />
    ));
  };
  return (
    <PrintFrame
      title={waybillTemplates[template]}
      note={`${waybillCodes.length} 个运单`}
      paper={template === 'label' ? 'label' : 'a4'}
      error={answer.error}
      retry={() => void answer.refetch()}
    >
      {data ? sheets(data.waybills) : null}
    </PrintFrame>
  );
}
