import { maxReloadFiles } from '@tongda/contract/transport/waybill/road/reload';
import type { WaybillLeg } from '@tongda/contract/transport/waybill/shapes';
import { Checkbox } from 'antd';
import { PictureInput } from '../../../../kit/files/pictures';
import { formatNumber } from '../../../../kit/show/format';
import { TempClasses } from '../../../../kit/show/temp-class';
import { WorkField } from '../../../../kit/work/fields';
import { countColumn, LinesTable } from '../../../../kit/work/lines-table';
import { ScanBox } from '../../parts/scan-box';
import { ReloadStep } from './reload-step';
import { isCold, type ReloadForm } from './use-reloading';

const differenceSentence = (loaded: number, pieces: number): string =>
  pieces === loaded
    ? ''
    : pieces < loaded
      ? `短少${loaded - pieces}件，将生成异常`
      : `多出${pieces - loaded}件，将生成异常`;

/** Step 2: the orders that change vehicles, with their counted pieces. */
export function ReloadGoods({ form }: { form: ReloadForm }) {
  const { movable, unloaded, chosen } = form;
  const staying = movable.length - chosen.length;
  return (
    <>
      <ReloadStep
        no={2}
        title="换装货物"
        note={staying > 0 ? `${staying} 个订单留在原车，原运单继续运输` : '全部换出，原运单以“换装”完成'}
      />
      <ScanBox lines={form.scanLines} scans={form.scans} noun="此运单可换装的订单里" onScan={form.putScans} />
      <ReloadCounts form={form} />
      {unloaded.length > 0 ? (
        <Checkbox
          className="transport-waybill-road-reloading-rest"
          checked={form.fields.releaseRest}
          onChange={(event) => form.putFields({ releaseRest: event.target.checked })}
        >
          全部换出时，还没有装车的 {unloaded.length} 个订单退回拆分池
        </Checkbox>
      ) : null}
      <div className="transport-waybill-road-reloading-photos">
        <WorkField label="换装照片（货物、铅封、厢温）">
          <PictureInput label="换装照片" max={maxReloadFiles} value={form.files} onChange={form.setFiles} />
        </WorkField>
      </div>
    </>
  );
}

/** The table in which orders are ticked and counted for the other vehicle. */
function ReloadCounts({ form }: { form: ReloadForm }) {
  const { movable, lines, chosen, put, chooseAll } = form;
  const lineOf = ({ orderCode }: WaybillLeg) => lines[orderCode];
  return (
    <LinesTable
      lines={movable}
      keyOf={(leg) => leg.orderCode}
      empty="车上没有可以换装的订单：已到站核对或签收的订单不再换装。"
      columns={[
        {
          key: 'chosen',
          label: (
            <Checkbox
              aria-label="全选订单"
              checked={chosen.length === movable.length && movable.length > 0}
              indeterminate={chosen.length > 0 && chosen.length < movable.length}
              onChange={(event) => chooseAll(event.target.checked)}
            />
          ),
          cell: (leg) => (
            <Checkbox
              aria-label={`换装 ${leg.orderCode}`}
              checked={lineOf(leg)?.chosen}
              onChange={(event) => put(leg.orderCode, { chosen: event.target.checked })}
            />
          ),
        },
        { key: 'orderCode', label: '订单号', cell: (leg) => leg.orderCode },
        { key: 'receiver', label: '收货点', cell: (leg) => leg.receiver },
        { key: 'temperature', label: '温层', cell: (leg) => <TempClasses codes={[leg.temperatureType]} /> },
        { key: 'loaded', label: '车上件数', num: true, cell: (leg) => formatNumber(leg.loadPieces) },
        countColumn<WaybillLeg>({
          key: 'pieces',
          label: '换装件数',
          name: (leg) => `${leg.orderCode}换装件数`,
          value: (leg) => lineOf(leg)?.pieces ?? null,
          put: (leg, pieces) => put(leg.orderCode, { pieces: pieces ?? 1 }),
          min: 1,
          max: 999_999,
          disabled: (leg) => !lineOf(leg)?.chosen,
        }),
        countColumn<WaybillLeg>({
          key: 'productTemp',
          label: '货温(℃)',
          name: (leg) => `${leg.orderCode}货温`,
          value: (leg) => lineOf(leg)?.productTemp ?? null,
          put: (leg, productTemp) => put(leg.orderCode, { productTemp }),
          min: -60,
          max: 60,
          decimals: 1,
          disabled: (leg) => !lineOf(leg)?.chosen,
          placeholder: (leg) => (isCold(leg) ? '必填' : undefined),
        }),
        {
          key: 'difference',
          label: '差异',
          cell: (leg) => {
            const line = lineOf(leg);
            return line?.chosen ? differenceSentence(leg.loadPieces, line.pieces) : '';
          },
          tone: () => 'warn',
        },
      ]}
    />
  );
}
