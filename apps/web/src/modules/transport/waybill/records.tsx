import type { WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import type { ReactNode } from 'react';
import { Facts } from '../../../kit/detail/page';
import { formatNumber, formatTemp, shortTime } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { ReloadRecords } from './road/reload-records';
import { RecordPictures } from './sign/record-pictures';

function boxWords({ boxTemp, probeTemp, boxTempReason }: WaybillDetail['arrivals'][number]): string | null {
  if (boxTemp === null) return null;
  return boxTempReason
    ? `${formatTemp(boxTemp)} ℃（探头 ${formatTemp(probeTemp)} ℃，${boxTempReason}）`
    : `${formatTemp(boxTemp)} ℃`;
}

/** What was checked before departures and counted at arrivals, with the pictures. */
export function WaybillRecords({ waybill }: { waybill: WaybillDetail }) {
  if (waybill.departures.length + waybill.arrivals.length + waybill.reloads.length === 0)
    return <Empty title="还没有记录" text="发车核对和到站核对后，这里留下检查结果和件数" />;
  const pictures = (fileIds: readonly string[]): Array<[string, ReactNode]> =>
    fileIds.length === 0
      ? []
      : [['照片', <RecordPictures key="p" waybillCode={waybill.waybillCode} fileIds={fileIds} />]];
  const nameOf = (seq: number): string => waybill.stops.find((stop) => stop.seq === seq)?.name ?? '';
  return (
    <>
      {waybill.departures.map((record) => (
        <Facts
          key={`d${record.id}`}
          title={record.revokedAt ? '发车（已撤销）' : '发车'}
          facts={[
            ['发车时间', shortTime(record.departTime)],
            ['核对人', record.checkUser],
            ['件数', `${formatNumber(record.loadPieces)} / ${formatNumber(record.planPieces)}`],
            ['铅封号', record.sealNo],
            ['厢温', record.boxTemp === null ? null : `${formatTemp(record.boxTemp)} ℃`],
            ['放行原因', record.overrideReason],
            [
              '异常项',
              record.checkItems
                .filter(({ ok }) => !ok)
                .map(({ item, remark }) => `${item}${remark ? `（${remark}）` : ''}`)
                .join('、'),
            ],
            ['撤销原因', record.revokeReason],
            ['备注', record.remark],
            ...pictures([...record.fileIds, ...record.checkItems.flatMap(({ fileIds }) => fileIds)]),
          ]}
        />
      ))}
      <ReloadRecords waybill={waybill} />
      {waybill.arrivals.map((record) => (
        <Facts
          key={`a${record.id}`}
          title={nameOf(record.stopSeq)}
          facts={[
            ['到站时间', shortTime(record.arriveTime)],
            ['核对人', record.checkUser],
            [
              '铅封',
              record.sealOk === null
                ? record.sealNoSeen
                : record.sealOk
                  ? `${record.sealNoSeen}（相符）`
                  : `${record.sealNoSeen}（不符）`,
            ],
            ['厢温', boxWords(record)],
            [
              '件数',
              record.lines
                .map((line) => {
                  const difference = [
                    line.damaged > 0 ? `破损${line.damaged}` : '',
                    line.short > 0 ? `短少${line.short}` : '',
                    line.over > 0 ? `多货${line.over}` : '',
                    line.productTemp === null ? '' : `货温 ${formatTemp(line.productTemp)} ℃`,
                  ].filter(Boolean);
                  return `${line.orderCode} ${line.unloaded || line.loaded}件${difference.length > 0 ? `（${difference.join('，')}）` : ''}`;
                })
                .join('；'),
            ],
            ['备注', record.remark],
            ...pictures(record.fileIds),
          ]}
        />
      ))}
    </>
  );
}
