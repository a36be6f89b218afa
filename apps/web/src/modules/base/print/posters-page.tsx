import { useQuery } from '@tanstack/react-query';
import { storeQrcode } from '@tongda/contract/resources/store/qrcode';
import { vehicleQrcode } from '@tongda/contract/resources/vehicle/qrcode';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { formatNumber } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { QrMark } from './codes';
import { PrintFrame } from './frame';

/** A poster with a QR code, for a wall or a driver's cab. */
interface Poster {
  key: string;
  company: string;
  title: string;
  name: string;
  /** below the name */
  facts: string[];
  url: string;
  /** what it is for */
  use: string;
}

async function storePosters(ids: string[], signal: AbortSignal): Promise<Poster[]> {
  const { companyName, stores } = await call(storeQrcode, { ids }, { signal, quiet: true });
  return stores.map(({ id, storeName, storeCode, address, url }) => ({
    key: id,
    company: companyName,
    title: '收货二维码',
    name: storeName,
    facts: [`编码 ${storeCode}`, address],
    url,
    use: '司机到店后用手机扫码，登记到店并继续签收',
  }));
}
async function vehiclePosters(ids: string[], signal: AbortSignal): Promise<Poster[]> {
  const found = await Promise.all(ids.map((id) => call(vehicleQrcode, { id }, { signal, quiet: true })));
  return found.map(({ plateNo, vehicleType, companyName, url }) => ({
    key: plateNo,
    company: companyName,
    title: '车辆二维码',
    name: plateNo,
    facts: [vehicleType],
    url,
    use: '司机上车后用手机扫码，绑定到这辆车',
  }));
}
const kinds = {
  store: { title: '收货二维码', unit: '个门店', load: storePosters },
  vehicle: { title: '车辆二维码', unit: '辆车', load: vehiclePosters },
} as const;
const isKind = (text: string | undefined): text is keyof typeof kinds => text !== undefined && text in kinds;

const ways = [
  { value: 1, label: '每页一张' },
  { value: 4, label: '每页四张' },
];
const codeMm: Readonly<Record<number, number>> = { 1: 110, 4: 68 };

/** 二维码 of stores and vehicles on A4: /print/qrcode/:kind?ids=. */
export function QrcodePrintPage() {
  const { kind } = useParams();
  const [params] = useSearchParams();
  const ids = (params.get('ids') ?? '').split(',').filter(Boolean);
  const [each, setEach] = useState(ids.length > 1 ? 4 : 1);
  const known = isKind(kind) ? kinds[kind] : null;
  const answer = useQuery({
    queryKey: ['printQrcode', kind, ids],
    queryFn: ({ signal }) => known?.load(ids, signal) ?? [],
    enabled: known !== null && ids.length > 0,
    refetchOnWindowFocus: false,
  });
  if (!known || ids.length === 0) return <Empty title="没有指定要打印的二维码" />;
  const posters = answer.data;
  const pages = posters
    ? Array.from({ length: Math.ceil(posters.length / each) }, (_, i) => posters.slice(i * each, (i + 1) * each))
    : [];
  return (
    <PrintFrame
      title={known.title}
      note={`${formatNumber(ids.length)} ${known.unit}`}
      paper="a4"
      error={answer.error}
      retry={() => void answer.refetch()}
    >
      {posters ? (
        <>
          <div className="base-print-ways">
            <Segmented options={ways} value={each} onChange={setEach} />
            <span className="td-cap">共 {formatNumber(pages.length)} 页 A4 纸</span>
          </div>
          {pages.map((page) => (
            <section
              className="base-print-sheet"
              key={page[0]?.key}
              aria-label={`${known.title} ${page[0]?.name ?? ''}`}
            >
              <div className="base-print-posters" data-each={each}>
                {page.map((poster) => (
                  <PosterPaper key={poster.key} poster={poster} heightMm={codeMm[each] ?? 68} />
                ))}
              </div>
            </section>
          ))}
        </>
      ) : null}
    </PrintFrame>
  );
}

function PosterPaper({ poster, heightMm }: { poster: Poster; heightMm: number }) {
  return (
    <article className="base-print-poster">
      <p>{poster.company}</p>
      <h2>{poster.title}</h2>
      <p className="base-print-poster-name">{poster.name}</p>
      {poster.facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      <QrMark text={`${window.location.origin}${poster.url}`} heightMm={heightMm} />
      <p className="base-print-poster-use">{poster.use}</p>
    </article>
  );
}
