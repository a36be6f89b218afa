import {
  type ReceiptFilters,
  type ReceiptRow,
  receiptAudit,
  receiptColumns,
  receiptDownload,
  receiptExport,
  receiptFilters,
  receiptPage,
  receiptReceive,
  receiptRecover,
  receiptReturnClient,
  receiptSend,
  receiptStatusCount,
} from '@tongda/contract/transport/receipt/calls';
import { receiptStageKeys, receiptStages } from '@tongda/contract/transport/receipt/stage';
import { receiptUrge } from '@tongda/contract/transport/tracking/notify';
import { Button } from 'antd';
import { fetchFile } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { saveBlob } from '../../../kit/files/downloads';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { type List, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { Empty } from '../../../kit/show/states';
import { receiptCells } from './cells';
import { receiptLinks } from './links';
import { mayUrge, useReceiptSteps } from './use-steps';

const waiting = { stage: 'toAudit' };

/** 回单管理: signed papers on their way back to the customer. */
export function ReceiptListPage() {
  const list = useList<ReceiptRow>(receiptPage, { defaults: waiting });
  const { actions, run, urge, dialog } = useReceiptSteps(() => list.select([], []));
  return (
    <>
      <ListPage
        list={list}
        columns={receiptColumns}
        cells={receiptCells}
        tabs={<Tabs list={list} />}
        filters={<RegisterFilters of={receiptFilters.table} />}
        toolbar={<ExportButton of={receiptExport} />}
        batch={(rows) => <Batch rows={rows} run={run} urge={urge} />}
        rowActions={(row) => [{ label: '详情', to: receiptLinks.detail(row.orderCode) }, ...actions(row)]}
        empty={<Empty title="没有回单" text="要求回单的订单签收后出现在这里" />}
      />
      {dialog}
    </>
  );
}

const batchVerbs = [
  ['pass', '审核通过', receiptAudit],
  ['reject', '驳回', receiptAudit],
  ['recover', '回收登记', receiptRecover],
  ['send', '寄出', receiptSend],
  ['receive', '接收', receiptReceive],
  ['returnClient', '返客户', receiptReturnClient],
] as const;

/** Steps that at least one of the chosen receipts may take; the others are told why not. */
type Steps = ReturnType<typeof useReceiptSteps>;
function Batch({ rows, run, urge }: { rows: ReceiptRow[] } & Pick<Steps, 'run' | 'urge'>) {
  const codes = rows.map((row) => row.orderCode);
  const download = useAct(async () =>
    saveBlob(await fetchFile(receiptDownload, { orderCodes: codes }), '回单图片.zip'),
  );
  return (
    <>
      {batchVerbs.map(([verb, label, can]) =>
        rows.some((row) => row.allowActions.includes(verb)) ? (
          <Can key={verb} do={can}>
            <Button onClick={() => run(verb, codes)}>{label}</Button>
          </Can>
        ) : null,
      )}
      {rows.some(mayUrge) ? (
        <Can do={receiptUrge}>
          <Button onClick={() => urge(codes)}>催收</Button>
        </Can>
      ) : null}
      {rows.some((row) => row.pageCount > 0) ? (
        <Can do={receiptDownload}>
          <Button loading={download.busy} onClick={() => void download.run()}>
            打包下载
          </Button>
        </Can>
      ) : null}
    </>
  );
}

function Tabs({ list }: { list: List<ReceiptRow> }) {
  const { stage: _stage, ...filters } = list.filters;
  // filters come from the address; the endpoint's schema checks them
  const { data } = useAsk(receiptStatusCount, filters as Partial<ReceiptFilters>, { keep: true });
  return (
    <StatusTabs
      list={list}
      name="stage"
      items={[
        ...receiptStageKeys.map((code) => ({ code, name: receiptStages[code], count: data?.[code] })),
        { name: '全部', count: data?.all },
      ]}
    />
  );
}
