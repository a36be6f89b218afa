import { reloadReason } from '@tongda/contract/transport/waybill/enums';
import type { WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import { Link } from 'react-router';
import { Facts } from '../../../../kit/detail/page';
import { formatTemp, shortTime } from '../../../../kit/show/format';
import { waybillPage } from '../links';
import { RecordPictures } from '../sign/record-pictures';

/** Changes of vehicles out of a waybill and into it, piece by piece. */
export function ReloadRecords({ waybill }: { waybill: WaybillDetail }) {
  return waybill.reloads.map((record) => {
    const out = record.fromCode === waybill.waybillCode;
    const other = out ? record.toCode : record.fromCode;
    return (
      <Facts
        key={record.id}
        title={out ? '换出' : '换入'}
        facts={[
          [
            out ? '换至运单' : '来自运单',
            <Link key="w" to={waybillPage(waybill.waybillKind, other)}>
              {other}
            </Link>,
          ],
          ['原因', `${reloadReason.label(record.reason)}${record.remark ? `：${record.remark}` : ''}`],
          ['地点', record.placeName],
          ['时间', shortTime(record.reloadTime)],
          ['操作人', record.operator],
          [
            '件数',
            record.lines
              .map(({ orderCode, loaded, moved, short, over, productTemp }) => {
                const more = [
                  short > 0 ? `短少${short}` : '',
                  over > 0 ? `多出${over}` : '',
                  productTemp === null ? '' : `货温\u00a0${formatTemp(productTemp)}\u00a0℃`,
                ].filter(Boolean);
                return `${orderCode} ${moved}/${loaded}件${more.length > 0 ? `（${more.join('，')}）` : ''}`;
              })
              .join('；'),
          ],
          ...(record.fileIds.length > 0
            ? [['照片', <RecordPictures key="p" waybillCode={waybill.waybillCode} fileIds={record.fileIds} />] as const]
            : []),
        ]}
      />
    );
  });
}
