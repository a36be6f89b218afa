import { vehicleDetail, vehicleFiles } from '@tongda/contract/resources/vehicle/calls';
import { probeGet } from '@tongda/contract/resources/vehicle/probe';
import { useParams, useSearchParams } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { Empty } from '../../../../kit/show/states';
import { PrintFrame } from '../../../base/print/door';
import { DiagramPaper } from '../probe/diagram-paper';
import { VehicleCard } from './card';

const papers = { card: '车辆卡', probes: '探头布点图' } as const;
const isPaper = (text: string | undefined): text is keyof typeof papers => text !== undefined && text in papers;

/** Printable A4 pages of a vehicle: /print/vehicle/card?id= and /print/vehicle/probes?id=. */
export function VehiclePrintPage() {
  const { paper } = useParams();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  if (id === '' || !isPaper(paper)) return <Empty title="没有指定要打印的车辆" />;
  return paper === 'card' ? <Card id={id} /> : <Diagram id={id} />;
}

function Card({ id }: { id: string }) {
  const { data, error, refetch } = useAsk(vehicleDetail, { id }, { own: 'print' });
  const files = useAsk(vehicleFiles, { id }, { own: 'print' });
  const photo = files.data?.find((file) => file.image && file.type === '车辆照片');
  return (
    <PrintFrame
      title={papers.card}
      note={data?.plateNo ?? ''}
      paper="a4"
      error={error ?? files.error}
      retry={() => {
        void refetch();
        void files.refetch();
      }}
    >
      {data && files.data ? <VehicleCard vehicle={data} photoUrl={photo?.url} /> : null}
    </PrintFrame>
  );
}

function Diagram({ id }: { id: string }) {
  const answer = useAsk(probeGet, { vehicleId: id }, { own: 'print' });
  return (
    <PrintFrame
      title={papers.probes}
      note={answer.data?.plateNo ?? ''}
      paper="a4"
      error={answer.error}
      retry={() => void answer.refetch()}
    >
      {answer.data ? <DiagramPaper setting={answer.data} /> : null}
    </PrintFrame>
  );
}
