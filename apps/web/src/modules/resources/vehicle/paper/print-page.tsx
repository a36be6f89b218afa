import { useQuery } from '@tanstack/react-query';
import { vehicleDetail, vehicleFiles } from '@tongda/contract/resources/vehicle/calls';
import { probeGet } from '@tongda/contract/resources/vehicle/probe';
import { useParams, useSearchParams } from 'react-router';
import { call } from '../../../../kit/call/api';
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
  const answer = useQuery({
    queryKey: ['printVehicle', id],
    queryFn: async ({ signal }) => {
      const vehicle = await call(vehicleDetail, { id }, { signal, quiet: true });
      const files = await call(vehicleFiles, { id }, { signal, quiet: true });
      return { vehicle, photo: files.find((file) => file.image && file.type === '车辆照片') };
    },
    refetchOnWindowFocus: false,
  });
  const { data } = answer;
  return (
    <PrintFrame
      title={papers.card}
      note={data?.vehicle.plateNo ?? ''}
      paper="a4"
      error={answer.error}
      retry={() => void answer.refetch()}
    >
      {data ? <VehicleCard vehicle={data.vehicle} photoUrl={data.photo?.url} /> : null}
    </PrintFrame>
  );
}

function Diagram({ id }: { id: string }) {
  const answer = useQuery({
    queryKey: ['printProbes', id],
    queryFn: ({ signal }) => call(probeGet, { vehicleId: id }, { signal, quiet: true }),
    refetchOnWindowFocus: false,
  });
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
